import { classifyMotion } from '#contract/votes/motionClassification.ts'
import type { VoteOption } from '#contract/votes/votes.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { momentIn, requiredDate } from '#server/sources/externalJson.ts'
import type { ImportedVote, ImportedVoter } from '#server/sources/votes/importedVote.ts'
import { countOptions, reconcileTally, type VoteCounts } from '#server/sources/votes/voteCounts.ts'
import { rollOfPeople } from '#server/sources/votes/voterNames.ts'
import { congressZone, momentInZone } from '#server/sources/zones.ts'

/** The facts of a roll call in Congress, whichever format they come from. */
export type FederalRoll = {
  source_name: string
  chamber: 'h' | 's'
  congress: number
  /** The year of the session as the source states it, in words or by a session number, or null if it does not. */
  stated_year: number | null
  number: number
  voted_at: string | null
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
  /** Returns the URL of the record in the year of the session, in which roll calls are numbered from 1. */
  source_url: (year: number) => string | null
  source_updated_at: string | null
}

/**
 * Returns the vote of a roll call. The date decides the year of the session and so the key of the vote, because a session
 * number that contradicts the date would make a second vote, or replace another one.
 */
export function federalVote(roll: FederalRoll): ImportedVote {
  const { chamber, congress, stated_year, number, question, source_url, ...fields } = roll
  // The voters are sorted, because the formats list the members in different orders.
  const people = rollOfPeople(roll.counts, roll.voters)
  const voters = people.voters.toSorted(byName)
  if (!(congress > 0 && congress < 1000)) throw new UnusableRecord('The record does not name its Congress.')
  if (!Number.isInteger(number) || number < 1 || number > mostRollCalls) {
    throw new UnusableRecord('The record has no roll call number.')
  }
  const year = sessionYear(congress, roll.voted_on, stated_year)
  const isElection = /election of the speaker/i.test(question)
  const isImpeachment = /impeach/i.test(roll.motion_text) && !/amendment/i.test(question)
  const motion = classifyMotion('congress', isImpeachment ? 'impeachment' : question, true)
  const options = voters.map(({ option }) => option)
  const tally = reconcileTally({
    counts: isElection ? countOptions(options) : people.counts,
    roll: options,
    motion_text: '',
    passed: null,
    majority_required: null,
    // Delegates vote in the Committee of the Whole.
    seats: chamber === 'h' ? 441 : 100,
  })
  const vote_key = `us/${congress}/${chamber}/${number}/${year}`
  return {
    ...fields,
    ...motion,
    ...tally,
    voters,
    committee_name: null,
    source_id: vote_key,
    vote_key,
    organization: chamber === 'h' ? 'us/house' : 'us/senate',
    legislative_session: String(congress),
    number,
    source_url: source_url(year),
    source_checked_at: null,
  }
}

/** No session of a chamber has had a tenth of these roll calls. */
const mostRollCalls = 20_000

/** The first Congress whose terms begin in January. Sessions of earlier ones began in March or December. */
const firstInJanuary = 74

/**
 * Returns the year whose session the date belongs to. A session lasts until January 3 of the next year, so votes of the
 * first days of January are counted with the year before.
 */
export function sessionYear(congress: number, voted_on: string, stated: number | null): number {
  const [year, day] = [Number(voted_on.slice(0, 4)), voted_on.slice(5)]
  if (congress < firstInJanuary) return stated ?? year
  const first = 1787 + 2 * congress
  // On January 3, one session ends and the next one begins at noon.
  const isEarlier =
    day < '01-03' || (day === '01-03' && year > first && !(year === first + 1 && stated === year))
  const session = isEarlier ? year - 1 : year
  if (session !== first && session !== first + 1) {
    throw new UnusableRecord(`The date ${voted_on} is not in Congress ${congress}.`)
  }
  return session
}

/** Returns the year of a session such as "2nd" of a Congress, or null if the session is neither the first nor the second. */
export function statedYear(congress: number, session: string): number | null {
  const [, number] = /^([12])(?:st|nd)?$/i.exec(session) ?? []
  return number ? 1786 + 2 * congress + Number(number) : null
}

/** Returns the Vice President's vote, or null if there is none, and for a word that is neither yes nor no. */
export function tieBreakerOf(word: string): 'yes' | 'no' | null {
  const { option } = federalOption(word)
  return option === 'yes' || option === 'no' ? option : null
}

/** Returns the chamber for a word such as "s", "Senate" or "U.S. House of Representatives". */
export function federalChamber(word: string): 'h' | 's' {
  if (/^(h|house|u\.?s\.? house.*|house of representatives)$/i.test(word)) return 'h'
  if (/^(s|senate|u\.?s\.? senate|united states senate)$/i.test(word)) return 's'
  throw new UnusableRecord('The record does not name its chamber.')
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

/** Converts a time on the East Coast to ISO 8601 in UTC. */
export function easternTime(date: string, time: string): string {
  const moment = momentInZone(`${date}T${time}`, congressZone)
  if (!moment) throw new UnusableRecord('The record has no time that can be read.')
  return moment.toISOString()
}

/** Returns the time and the day in Washington of a vote. The time is null if the source states only the day. */
export function whenVoted(value: unknown): { voted_at: string | null; voted_on: string } {
  const voted_on = requiredDate(value, { zone: congressZone })
  const moment = momentIn(value, { zone: congressZone })
  return { voted_at: moment === null ? null : new Date(moment).toISOString(), voted_on }
}
