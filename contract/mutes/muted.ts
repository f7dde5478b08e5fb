import * as z from 'zod/mini'
import { Id } from '#contract/kit/endpoint.ts'

/**
 * A member can mute or block another member. A mute is private: it collapses the other member's texts for the muting
 * member only, and stops notifications about the other member. A block includes a mute, and prevents both members from
 * following, mentioning or responding to each other. Neither changes any count or any answer to a third member.
 */
export const muteKinds = ['mute', 'block'] as const
export type MuteKind = (typeof muteKinds)[number]

/** The viewer's mute or block of a member. Null if there is neither. */
export const Muted = z.nullable(z.enum(muteKinds))
export type Muted = z.infer<typeof Muted>

const MutedAuthor = z.object({ user_id: Id, muted: z.enum(muteKinds) })
export type MutedAuthor = z.infer<typeof MutedAuthor>

/**
 * The authors in this answer that the viewer muted or blocked. The answer contains their texts like all others, so that
 * a client can collapse the texts and show each one on request.
 */
export const mutedAuthorsOutput = { muted_authors: z.array(MutedAuthor) }

/** The refusals of a reply, a vote or a like if one of the two members blocked the other. */
export const blockRefusals = ['blocked_by_you', 'response_not_allowed'] as const
