import * as z from 'zod/mini'
import { endpoint, Id } from './endpoint.ts'

export const unfollowGroup = endpoint('DELETE /api/groups/:id/follow', {
  access: 'active',
  input: { id: Id },
  output: { isFollowing: z.boolean(), follower_count: z.number() },
  refuses: ['too_many_attempts'],
})
