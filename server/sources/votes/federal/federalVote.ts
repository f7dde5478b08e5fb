import { classifyMotion } from '../../../../contract/rules/bills/motionClassification.ts'
import {
  countOptions,
  reconcileTally,
  type VoteCounts,
  type VoteOption,
} from '../../../../contract/rules/bills/voteTally.ts'
import { UnusableRecord } from '../../bills/importedBill.ts'
import type { ImportedVote, ImportedVoter } from '../importedVote.ts'

/** The facts of a roll call in Congress, whichever format they come from. */
export type FederalRoll = {
  source_name: string
  chamber: 'h' | 's'
  congress: number
  /** The year of the session. The numbers of roll calls start again each year. */
  year: number
  number: number
  voted_at: string
  voted_on: string
  /** The question that was put to the vote, without the title of the bill. */
  question: string
  motion_text: string
  majority_required: string | null
  result: string | null
  bill_source_id: string | null
  amendment_id: string | null
  vice_president_vote: 'yes' | 'no' | null
  counts: VoteCounts | null
  voters: ImportedVoter[]
  source_url: string | null
}

export function federalVote(roll: FederalRoll): ImportedVote {
  const { chamber, congress, year, number, question, ...fields } = roll
  // The voters are sorted, because the formats list the members in different orders.
  const voters = roll.voters.toSorted(byName)
  if (!(congress > 0 && congress < 1000)) throw new UnusableRecord('The record does not name its Congress.')
  if (!(number > 0)) throw new UnusableRecord('The record has no roll call number.')
  if (!(year > 1788 && year < 2200)) throw new UnusableRecord('The record does not name its year.')
  const isElection = /election of the speaker/i.test(question)
  const isImpeachment = /impeach/i.test(roll.motion_text) && !/amendment/i.test(question)
  const motion = classifyMotion('congress', isImpeachment ? 'impeachment' : question, true)
  const options = voters.map(({ option }) => option)
  const tally = reconcileTally({
    counts: isElection ? countOptions(options) : roll.counts,
    roll: options,
    motion_text: '',
    passed: null,
    majority_required: null,
  })
  const vote_key = `us/${congress}/${chamber}/${number}/${year}`
  return {
    ...fields,
    ...motion,
    ...tally,
    voters,
    source_id: vote_key,
    vote_key,
    organization: chamber === 'h' ? 'us/house' : 'us/senate',
    legislative_session: String(congress),
    number,
    source_checked_at: null,
  }
}

function byName(a: ImportedVoter, b: ImportedVoter): number {
  return a.voter_name.localeCompare(b.voter_name, 'en') || (a.state ?? '').localeCompare(b.state ?? '')
}

const federalOptions: Readonly<Record<string, VoteOption>> = {
  yea: 'yes',
  aye: 'yes',
  yes: 'yes',
  guilty: 'yes',
  nay: 'no',
  no: 'no',
  'not guilty': 'no',
  present: 'abstain',
  abstain: 'abstain',
  'not voting': 'not_voting',
}

/**
 * Returns the option of a word such as "Aye". Names of candidates are `other`. A word that says more than the option is
 * kept.
 */
export function federalOption(word: string): Pick<ImportedVoter, 'option' | 'source_option'> {
  const key = word.trim().toLowerCase()
  const option = federalOptions[key] ?? (key.startsWith('present') ? 'abstain' : 'other')
  const saysMore = option === 'other' || option === 'abstain'
  return { option, source_option: saysMore ? word.trim() : null }
}

/** Returns the source id of an amendment. "S.Amdt. 2360" becomes "us/119/samdt/2360". */
export function amendmentId(congress: number, chamber: 'h' | 's', number: string): string | null {
  const [, serial] = /(\d+)\s*$/.exec(number) ?? []
  return serial ? `us/${congress}/${chamber}amdt/${serial}` : null
}

/**
 * Converts a time on the East Coast to ISO 8601 in UTC, by the daylight saving rules that applied on its date.
 */
export function easternTime(date: string, time: string): string {
  for (const offset of ['-04:00', '-05:00']) {
    const moment = new Date(`${date}T${time}${offset}`)
    if (!Number.isNaN(moment.getTime()) && easternClock.format(moment).endsWith(time.slice(0, 5))) {
      return moment.toISOString()
    }
  }
  throw new UnusableRecord('The record has no time that can be read.')
}

const easternClock = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})
const easternDay = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York', dateStyle: 'short' })

/** Returns the date in Washington of a time with its zone. */
export function easternDate(moment: string): string {
  return easternDay.format(new Date(moment))
}
