import type { AccessCode, CodeFilter, CodeState } from '#contract/administration/codes.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import type { BadgeTone } from '#web/kit/ui/Badge.tsx'

export const filterNames: Record<CodeFilter, string> = {
  all: 'All',
  usable: 'Usable',
  used: 'Used up',
  expired: 'Expired',
  revoked: 'Revoked',
}

export const stateTones: Record<CodeState, BadgeTone> = {
  usable: 'live',
  used: 'neutral',
  expired: 'neutral',
  revoked: 'rejected',
}

/** Describes the uses of a code, such as "3 of 10 used" or "Not used yet". */
export function usesOf({ uses, max_uses }: AccessCode): string {
  if (uses === 0) return max_uses === 1 ? 'Not used yet' : `0 of ${formatNumber(max_uses)} used`
  return max_uses === 1 ? 'Used' : `${formatNumber(uses)} of ${formatNumber(max_uses)} used`
}

export function expiryOf({ expires_at, state }: AccessCode): string {
  if (expires_at === null) return 'Does not expire'
  return `${state === 'expired' ? 'Expired' : 'Expires'} ${formatDate(expires_at)}`
}
