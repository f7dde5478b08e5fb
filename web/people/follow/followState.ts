import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { ApiError } from '../../kit/api/api.ts'

/**
 * Derives from a refused follow or unfollow whether the viewer follows. The server refuses a follow that already exists,
 * for example because the viewer pressed the button in another tab. Null for other errors.
 */
export function followStateFrom(
  error: unknown,
  alreadyFollowing: RefusalCode,
  notFollowing: RefusalCode,
): boolean | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === alreadyFollowing) return true
  return error.code === notFollowing ? false : null
}
