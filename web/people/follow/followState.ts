import type { RefusalCode } from '#contract/kit/refusals.ts'
import { ApiError } from '#web/kit/api/api.ts'

/**
 * Returns whether the viewer really follows, which the refusal of a follow or unfollow reveals. For example, the server refuses
 * a follow that already exists because the viewer pressed the button in another tab. Returns null for other errors.
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
