import { t } from '#contract/kit/translate.ts'
import type { Cohort, CohortDecision, CohortSignal } from '#contract/moderation/cohorts.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'

/** Describes a signal like "All 6 registered in the same minute on March 5, 2026." */
export function sentenceOf({ signal, members, day, items }: CohortSignal, { member_count }: Cohort): string {
  const who =
    members >= member_count
      ? t('All {member_count}', { member_count: formatNumber(member_count) })
      : `${formatNumber(members)} of ${formatNumber(member_count)}`
  const on = day === null ? '' : ` on ${formatDate(day)}`
  const issued = day === null ? '' : `, issued${on}`
  const texts: Record<CohortSignal['signal'], string> = {
    stances: t('took the same {items} stances, and no others', { items: items ?? 0 }),
    votes: t('cast the same {items} votes on comments, and no others', { items: items ?? 0 }),
    mailbox: t('have addresses that many providers deliver to one mailbox'),
    code: t('registered with the same access code{issued}', { issued }),
    minute: t('registered in the same minute{on}', { on }),
  }
  return `${who} ${texts[signal]}.`
}

/** Hints that say what a decision does. */
export const decisionHints: Record<CohortDecision, string> = {
  suspend: t(
    'Signs the member out. Their stances, votes and likes no longer count. Comments stay. We email them the reason.',
  ),
  restore: t(
    'Ends the suspension and counts the stances, votes and likes again. We email the reason to the member.',
  ),
}

export const usualReasons: Record<CohortDecision, string[]> = {
  suspend: [t('Several accounts of one person'), t('Votes in a coordinated campaign of accounts')],
  restore: [t('Suspended by mistake'), t('Reviewed again')],
}
