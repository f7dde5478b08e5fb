import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor } from '#contract/kit/cursor.ts'
import { endpoint, Id, pageInput } from '#contract/kit/endpoint.ts'
import { engagementLevels } from '#contract/rules/members/engagement.ts'
import { Muted, muteKinds } from './muted.ts'

/** The most members that one member can mute or block, because every page of comments reads all of them. */
export const maxMutes = 1_000

const output = { muted: Muted }

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
    kind: z._default(z.enum(muteKinds, { error: 'Invalid kind' }), 'mute'),
    limit: pageInput(20, 50).limit,
    ...cursorInput(TimeCursor),
  },
  output: { members: z.array(MutedMember), ...nextOutput },
})
