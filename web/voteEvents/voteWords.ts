import { t } from '#contract/kit/translate.ts'
import type { OwnOption, VoteEvent, VoteOption } from '#contract/votes/votes.ts'
import { formatNumber } from '#web/kit/format.ts'
import { optionLabels } from './ownVotes.ts'

/** Returns, for example, "Voted yes", or "Voted for Jeffries" with the words of the source. */
export function votedText(option: OwnOption, source_option: string | null): string {
  if (option === 'yes' || option === 'no') {
    return option === 'yes' ? t('Voted yes') : t('Voted no')
  }
  if (option === 'other' && source_option) {
    return t('Voted for {choice}', { choice: source_option })
  }
  return source_option ?? optionLabels[option]
}

const bodies: Readonly<Record<string, string>> = {
  'us/house': t('U.S. House'),
  'us/senate': t('U.S. Senate'),
  'us/congress': t('Congress'),
}

/** Returns the name of the body that voted, such as "U.S. House", "State senate" or "City council". */
export function bodyName(organization: string): string {
  const name = bodies[organization]
  if (name) {
    return name
  }
  const [state = '', chamber = ''] = [organization.split('/')[0], organization.split('/').at(-1)]
  if (chamber === 'council') {
    return t('City council')
  }
  if (chamber === 'upper') {
    return t('State senate')
  }
  if (chamber === 'lower') {
    return ['ca', 'ny', 'wi', 'nv', 'nj'].includes(state) ? t('State assembly') : t('State house')
  }
  return chamber === 'committee' ? t('Committee') : t('Legislature')
}

/** The results that the records of many sources have. Others are shown in the words of the record. */
const results: Readonly<Record<string, string>> = { Passed: t('Passed'), Failed: t('Failed') }

/**
 * Returns, for example, "Passed, 216 to 208", or a sentence that says that the source is unclear or names no numbers.
 */
export function resultText({ result, result_is_unclear, counts }: VoteEvent): string {
  if (!counts) {
    return t('A vote was reported without names or numbers.')
  }
  const tally = t('{yes} to {no}', { yes: formatNumber(counts.yes ?? 0), no: formatNumber(counts.no ?? 0) })
  if (result_is_unclear) {
    return t("{tally}. The source's result is unclear.", { tally })
  }
  return result ? `${results[result] ?? result}, ${tally}` : tally
}

/** Returns, for example, "The source lists 29 of 36 votes.", or null if the list of voters is complete. */
export function incompleteText({ counts, listed_count, is_complete }: VoteEvent): string | null {
  if (is_complete || !counts) {
    return null
  }
  if (listed_count === 0) {
    return t('The source lists no names.')
  }
  const voted = (counts.yes ?? 0) + (counts.no ?? 0)
  return listed_count < voted
    ? t('The source lists {count} of {total} votes.', {
        count: formatNumber(listed_count),
        total: formatNumber(voted),
      })
    : t("The names that the source lists don't add up to its counts.")
}

/** Returns the options that the bar shows, with their counts. Yes and no are shown even if nobody chose them. */
export function countsOf(event: VoteEvent): { option: VoteOption; count: number }[] {
  const { counts } = event
  if (!counts) {
    return []
  }
  const options = ['yes', 'no', 'abstain', 'not_voting', 'absent', 'other'] as const
  return options.flatMap((option) => {
    const count = counts[option] ?? 0
    return count > 0 || option === 'yes' || option === 'no' ? [{ option, count }] : []
  })
}
