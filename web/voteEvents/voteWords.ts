import type { Bill } from '../../contract/bills/bills.ts'
import type { OwnOption, VoteEvent } from '../../contract/bills/voteEvents.ts'
import type { VoteOption } from '../../contract/rules/bills/voteTally.ts'
import { formatNumber } from '../kit/format.ts'

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

/** "1 yes, 1 no, 1 not voting" */
export function ownVotesText(votes: NonNullable<Bill['your_representatives']>): string {
  return votes.map(({ option, count }) => `${count} ${optionLabels[option].toLowerCase()}`).join(', ')
}

/** "Voted yes", or the source's own word: "Voted for Jeffries". */
export function votedText(option: OwnOption, source_option: string | null): string {
  if (option === 'yes' || option === 'no') return `Voted ${option}`
  if (option === 'other' && source_option) return `Voted for ${source_option}`
  return source_option ?? optionLabels[option]
}

const bodies: Readonly<Record<string, string>> = {
  'us/house': 'U.S. House',
  'us/senate': 'U.S. Senate',
}

/** "U.S. House", "Michigan Senate" without the state where the bill names it: "Senate", "City council". */
export function bodyName(organization: string): string {
  const known = bodies[organization]
  if (known) return known
  const [place = '', chamber = ''] = [organization.split('/')[0], organization.split('/').at(-1)]
  if (chamber === 'council') return 'City council'
  if (chamber === 'upper') return 'State senate'
  if (chamber === 'lower') {
    return ['ca', 'ny', 'wi', 'nv', 'nj'].includes(place) ? 'State assembly' : 'State house'
  }
  return chamber === 'committee' ? 'Committee' : 'Legislature'
}

const partyNames: Readonly<Record<string, string>> = {
  D: 'Democratic',
  R: 'Republican',
  I: 'Independent',
  ID: 'Independent Democrat',
}

export function partyName(party: string): string {
  return partyNames[party] ?? party
}

/** "Passed, 216 to 208" and what stands in its place where the source is unclear or says nothing. */
export function resultText({ result, result_is_unclear, counts }: VoteEvent): string {
  if (!counts) return 'A vote was reported without names or numbers.'
  const tally = `${formatNumber(counts.yes ?? 0)} to ${formatNumber(counts.no ?? 0)}`
  if (result_is_unclear) return `${tally}. The source's result is unclear.`
  return result ? `${result}, ${tally}` : tally
}

/** "The source lists 29 of 36 votes." Null for a complete roll. */
export function incompleteText({ counts, listed_count, is_complete }: VoteEvent): string | null {
  if (is_complete || !counts) return null
  if (listed_count === 0) return 'The source lists no names.'
  const voted = (counts.yes ?? 0) + (counts.no ?? 0)
  return listed_count < voted
    ? `The source lists ${formatNumber(listed_count)} of ${formatNumber(voted)} votes.`
    : "The names that the source lists don't add up to its counts."
}

/** The options that the bar and the filters show, with their numbers. */
export function countsOf(event: VoteEvent): { option: VoteOption; count: number }[] {
  const { counts } = event
  if (!counts) return []
  const options = ['yes', 'no', 'abstain', 'not_voting', 'absent', 'other'] as const
  return options.flatMap((option) => {
    const count = counts[option] ?? 0
    return count > 0 || option === 'yes' || option === 'no' ? [{ option, count }] : []
  })
}
