import type { Bill } from '#contract/bills/bills.ts'
import type { OwnOption } from '#contract/votes/votes.ts'

export const optionLabels: Readonly<Record<OwnOption, string>> = {
  yes: 'Yes',
  no: 'No',
  abstain: 'Present',
  not_voting: 'Not voting',
  absent: 'Absent',
  other: 'Other',
  not_listed: 'Not listed',
  cannot_vote: "Can't vote on passage",
}

/** Returns, for example, "1 yes, 1 no, 1 not voting". */
export function ownVotesText(votes: NonNullable<Bill['your_representatives']>): string {
  return votes.map(({ option, count }) => `${count} ${optionLabels[option].toLowerCase()}`).join(', ')
}
