import * as z from 'zod/mini'
import { Id } from '../kit/endpoint.ts'

/**
 * A mute is private: it collapses what somebody wrote, for the one who chose it only, and stops notifications about them. A
 * block does this too, and neither of the two can follow, mention or respond to the other. No answer that a third member
 * reads depends on either, and no count.
 */
export const muteKinds = ['mute', 'block'] as const
export type MuteKind = (typeof muteKinds)[number]

/** + What the viewer chose about a member; null if nothing. */
export const Muted = z.nullable(z.enum(muteKinds))
export type Muted = z.infer<typeof Muted>

const MutedAuthor = z.object({ user_id: Id, muted: z.enum(muteKinds) })
export type MutedAuthor = z.infer<typeof MutedAuthor>

/**
 * + The authors in this answer that the viewer muted or blocked. Their texts are in it like all others, so that a client can
 * collapse them and show one at a press.
 */
export const mutedAuthorsOutput = { muted_authors: z.array(MutedAuthor) }

/** The refusals of a reply, a vote or a like between two members, one of which blocked the other. */
export const blockRefusals = ['blocked_by_you', 'response_not_allowed'] as const
