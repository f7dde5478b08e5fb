import type { AccessCode, CodeFilter, CodeState } from '#contract/administration/codes.ts'
import { t } from '#contract/kit/translate.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'
import type { BadgeTone } from '#web/kit/ui/Badge.tsx'

export const filterNames: Record<CodeFilter, string> = {
  all: t('All'),
  usable: t('[filter]Usable'),
  used: t('[filter]Used up'),
  expired: t('[filter]Expired'),
  revoked: t('[filter]Revoked'),
}

export const stateNames: Record<CodeState, string> = {
  usable: t('Usable'),
  used: t('Used up'),
  expired: t('Expired'),
  revoked: t('Revoked'),
}

export const stateTones: Record<CodeState, BadgeTone> = {
  usable: 'live',
  used: 'neutral',
  expired: 'neutral',
  revoked: 'rejected',
}

/** Describes the uses of a code, such as "3 of 10 used" or "Not used yet". */
export function usesOf({ uses, max_uses }: AccessCode): string {
  if (uses === 0) {
    return max_uses === 1
      ? t('Not used yet')
      : t('{count} of {max} used', { count: 0, max: formatNumber(max_uses) })
  }
  return max_uses === 1
    ? t('Used')
    : t('{count} of {max} used', { count: formatNumber(uses), max: formatNumber(max_uses) })
}

/** Says when a code expires. A code that was used up or revoked before keeps that state when it expires. */
export function expiryOf({ expires_at, state }: AccessCode, now = Date.now()): string {
  if (expires_at === null) {
    return t('Does not expire')
  }
  const date = formatDate(expires_at)
  return state === 'expired' || Date.parse(expires_at) <= now
    ? t('Expired {date}', { date })
    : t('Expires {date}', { date })
}
