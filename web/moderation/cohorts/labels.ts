import type { Cohort, CohortDecision, CohortSignal } from '#contract/moderation/cohorts.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'

/** Describes a signal like "All 6 registered in the same minute on March 5, 2026." */
export function sentenceOf({ signal, members, day, items }: CohortSignal, { member_count }: Cohort): string {
  const who =
    members >= member_count
      ? `All ${formatNumber(member_count)}`
      : `${formatNumber(members)} of ${formatNumber(member_count)}`
  const on = day === null ? '' : ` on ${formatDate(day)}`
  const issued = day === null ? '' : `, issued${on}`
  const texts: Record<CohortSignal['signal'], string> = {
    stances: `took the same ${items} stances, and no others`,
    votes: `cast the same ${items} votes on comments, and no others`,
    mailbox: 'have addresses that many providers deliver to one mailbox',
    code: `registered with the same access code${issued}`,
    minute: `registered in the same minute${on}`,
  }
  return `${who} ${texts[signal]}.`
}

/** Hints that say what a decision does. */
export const decisionHints: Record<CohortDecision, string> = {
  suspend:
    'Signs the member out. Their stances, votes and likes no longer count. Comments stay. We email them the reason.',
  restore:
    'Ends the suspension and counts the stances, votes and likes again. We email the reason to the member.',
}

export const usualReasons: Record<CohortDecision, string[]> = {
  suspend: ['Several accounts of one person', 'Votes in a coordinated campaign of accounts'],
  restore: ['Suspended by mistake', 'Reviewed again'],
}
