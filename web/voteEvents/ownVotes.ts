import type { Bill } from '#contract/bills/bills.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import type { OwnOption } from '#contract/votes/votes.ts'

export const optionLabels: Readonly<Record<OwnOption, string>> = {
  yes: t('[vote]Yes'),
  no: t('[vote]No'),
  abstain: t('Present'),
  not_voting: t('Not voting'),
  absent: t('Absent'),
  other: t('Other'),
  not_listed: t('Not listed'),
  cannot_vote: t("Can't vote on passage"),
}

/** Returns, for example, "1 yes, 1 no, 1 not voting". */
export function ownVotesText(votes: NonNullable<Bill['your_representatives']>): string {
  return votes
    .map(({ option, count }) => `${formatNumber(count)} ${optionLabels[option].toLowerCase()}`)
    .join(', ')
}
