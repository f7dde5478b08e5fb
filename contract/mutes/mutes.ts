import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from '../kit/cursor.ts'
import { endpoint, Id, pageInput } from '../kit/endpoint.ts'
import { engagementLevels } from '../rules/engagement.ts'

/**
 * A mute is private: it collapses what somebody wrote, for the one who chose it only, and stops notifications about them.
 * No answer, count or order that another member reads depends on it.
 */
export const muteKinds = ['mute'] as const
export type MuteKind = (typeof muteKinds)[number]

/** + What the viewer chose about a member; null if nothing. */
export const Muted = z.nullable(z.enum(muteKinds))
export type Muted = z.infer<typeof Muted>

const MutedAuthor = z.object({ user_id: Id, muted: z.enum(muteKinds) })
export type MutedAuthor = z.infer<typeof MutedAuthor>

/**
 * + The authors in this answer that the viewer muted. Their texts are in it like all others, so that a client can collapse
 * them and show one at a press.
 */
export const mutedAuthorsOutput = { muted_authors: z.array(MutedAuthor) }

/** Members that one member can mute, limited because every page of comments reads all of them. */
export const maxMutes = 1_000

const output = { muted: Muted }

/** + Mutes a member, who is not notified. A repeat changes nothing. */
export const muteUser = endpoint('POST /api/users/:id/mute', {
  access: 'active',
  input: { id: Id },
  output,
  refuses: ['own_mute', 'user_not_found', 'mutes_full', 'too_many_attempts'],
})

/** + Undoes a mute. A repeat changes nothing. */
export const unmuteUser = endpoint('DELETE /api/users/:id/mute', {
  access: 'active',
  input: { id: Id },
  output,
  refuses: ['too_many_attempts'],
})

export const MutedMember = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  profile_picture_url: z.nullable(z.string()),
  engagement_level: z.enum(engagementLevels),
})
export type MutedMember = z.infer<typeof MutedMember>

/** + The members that the caller muted, newest first. */
export const listMuted = endpoint('GET /api/users/muted', {
  access: 'user',
  input: {
    kind: z._default(z.enum(muteKinds, { error: 'Invalid kind' }), 'mute'),
    limit: pageInput(20, 50).limit,
    ...cursorInput(TimeCursor),
  },
  output: { members: z.array(MutedMember), ...nextOutput },
})
