import type { RefusalCode } from '../../../contract/kit/refusals.ts'
import { ApiError } from '../../kit/api/api.ts'

/**
 * Whether the viewer follows, according to the refusal of a follow or an unfollow. The server refuses a follow that exists
 * already, for example because the viewer pressed the button in another tab. Null for other errors.
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
