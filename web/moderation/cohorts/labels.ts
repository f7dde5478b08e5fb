import { plural, t } from '#contract/kit/translate.ts'
import type { Cohort, CohortDecision, CohortSignal } from '#contract/moderation/cohorts.ts'
import { formatDate, formatNumber } from '#web/kit/format.ts'

/** Describes a signal like "All 6 registered in the same minute on March 5, 2026." */
export function sentenceOf({ signal, members, day, items }: CohortSignal, { member_count }: Cohort): string {
  const total = formatNumber(member_count)
  const who =
    members >= member_count
      ? t('All {total}', { total })
      : t('{count} of {total}', { count: formatNumber(members), total })
  const date = day === null ? null : formatDate(day)
  const texts: Record<CohortSignal['signal'], string> = {
    stances: plural(
      items ?? 0,
      '{who} took the same {n} stance, and no others.|{who} took the same {n} stances, and no others.',
      { who },
    ),
    votes: plural(
      items ?? 0,
      '{who} cast the same {n} vote on comments, and no others.|{who} cast the same {n} votes on comments, and no others.',
      { who },
    ),
    mailbox: t('{who} have addresses that many providers deliver to one mailbox.', { who }),
    code:
      date === null
        ? t('{who} registered with the same access code.', { who })
        : t('{who} registered with the same access code, issued on {date}.', { who, date }),
    minute:
      date === null
        ? t('{who} registered in the same minute.', { who })
        : t('{who} registered in the same minute on {date}.', { who, date }),
  }
  return texts[signal]
}

export const decisionLabels: Record<CohortDecision, (username: string) => string> = {
  suspend: (username) => t('Suspend @{username}', { username }),
  restore: (username) => t('Restore @{username}', { username }),
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
