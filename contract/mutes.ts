import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { engagementLevels } from './accounts/memberRoles.ts'
import { cursorInput, nextOutput, TimeCursor } from './kit/cursor.ts'
import { Id, endpoint, pageInput } from './kit/endpoint.ts'

/**
 * A member can mute or block another member. A mute is private: it collapses the other member's texts for the muting
 * member only, and stops notifications about the other member. A block includes a mute, and prevents both members from
 * following, mentioning or responding to each other. Neither changes any count or any response to a third member.
 */
const muteKinds = ['mute', 'block'] as const
export type MuteKind = (typeof muteKinds)[number]

/** The viewer's mute or block of a member, or null if there is neither. */
export const MuteState = z.nullable(z.enum(muteKinds))
export type MuteState = z.infer<typeof MuteState>

const MutedAuthor = z.object({ user_id: Id, muted: z.enum(muteKinds) })
export type MutedAuthor = z.infer<typeof MutedAuthor>

/**
 * The authors in this response that the viewer muted or blocked. The response contains their texts like all others so that
 * a client can collapse the texts and show each one on request.
 */
export const mutedAuthorsOutput = { muted_authors: z.array(MutedAuthor) }

/** The refusals of a reply, a vote or a like if one of the two members blocked the other. */
export const blockRefusals = ['blocked_by_you', 'response_not_allowed'] as const

/** The maximum number of members that one member can mute or block, because every page of comments reads all of them. */
export const maxMutes = 1_000

const output = { muted: MuteState }

/** Mutes a member. The muted member is not notified. A repeated call changes nothing. */
export const muteUser = endpoint('POST /api/users/:id/mute', {
  access: 'active',
  input: { id: Id },
  output,
  refuses: ['own_mute', 'user_not_found', 'mute_limit', 'too_many_attempts'],
})

/** Undoes a mute. A repeated call changes nothing. A block stays. */
export const unmuteUser = endpoint('DELETE /api/users/:id/mute', {
  access: 'active',
  input: { id: Id },
  output,
  refuses: ['too_many_attempts'],
})

/**
 * Blocks a member, who is not notified. Ends the follows between the two members, and prevents both from following,
 * mentioning and responding to each other. A repeated call changes nothing. The verified account of a representative
 * cannot block members, because a representative must be reachable for everyone.
 */
export const blockUser = endpoint('POST /api/users/:id/block', {
  access: 'active',
  input: { id: Id },
  output,
  refuses: ['own_mute', 'official_block', 'user_not_found', 'mute_limit', 'too_many_attempts'],
})

/**
 * Undoes a block together with the mute that it includes. A repeated call changes nothing. The follows that the block
 * ended do not return.
 */
export const unblockUser = endpoint('DELETE /api/users/:id/block', {
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

/** Lists the members that the caller muted or blocked, newest first. */
export const listMuted = endpoint('GET /api/users/muted', {
  access: 'user',
  input: {
    kind: z._default(z.enum(muteKinds, { error: msg('Invalid kind') }), 'mute'),
    limit: pageInput(20, 50).limit,
    ...cursorInput(TimeCursor),
  },
  output: { members: z.array(MutedMember), ...nextOutput },
})
