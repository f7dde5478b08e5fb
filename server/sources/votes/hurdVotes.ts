import {
  classifyMotion,
  motionClassifications,
  voteDirections,
  type Motion,
} from '#contract/votes/motionClassification.ts'
import { voteOptions } from '#contract/votes/votes.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  requiredDate,
  objectIn,
  requiredText,
  textIn,
  textsIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { seatsOf } from './chamberSeats.ts'
import { sessionYear } from './federal/federalVote.ts'
import type { ImportedVote, ImportedVoter } from './importedVote.ts'
import { reconcileTally, type VoteCounts } from './voteCounts.ts'
import { rollOfPeople } from './voterNames.ts'

/**
 * Reads a vote in Hurd's own format: `vote_key`, `organization`, `session`, `bill`, `date`, `motion`, and `votes`, an object
 * of lists by option. A voter is "id|name|party|state|district|the source's word", with trailing fields left out.
 */
export function readHurdVote(record: JsonObject): ImportedVote {
  const vote_key = requiredText(record['vote_key'], 'vote key')
  const organization = requiredText(record['organization'], 'organization')
  const motion_text = requiredText(record['motion'], 'motion')
  const voted_on = requiredDate(record['date'])
  checkKey(vote_key, voted_on)
  const votes = objectIn(record['votes'])
  const listedVoters = voteOptions.flatMap((option) =>
    listOf(votes[option]).map((written): ImportedVoter => {
      const [id, name, party, state, district, source_option] = written.split('|')
      return {
        option,
        source_option: source_option || null,
        voter_name: name || id || '',
        party: party || null,
        state: state || null,
        district: district || null,
        source_person_id: id || null,
      }
    }),
  )
  const { counts, voters } = rollOfPeople(countsOf(objectIn(record['counts'])), listedVoters)
  const source = organization.startsWith('us/')
    ? 'congress'
    : organization.endsWith('/council')
      ? 'council'
      : 'state'
  const isCongress = source === 'congress'
  const question = textIn(record['question']) || motion_text
  const motion = statedMotion(record) ?? classifyMotion(source, question, record['is_committee'] !== true)
  const tie = textIn(record['vice_president_vote'])
  const vice_president_vote = tie === 'yes' || tie === 'no' ? tie : null
  const tally = reconcileTally({
    counts,
    seats: isCongress ? null : seatsOf(organization),
    roll: voters.map(({ option }) => option),
    motion_text: isCongress ? '' : motion_text,
    passed: null,
    majority_required: null,
  })
  const number = Number(textIn(record['number']))
  return {
    ...motion,
    ...tally,
    result_is_unclear: record['result_is_unclear'] === true,
    counts_for_agreement: motion.counts_for_agreement && tally.counts !== null,
    source_name: textIn(record['source_name']) || 'Hurd',
    source_id: textIn(record['source_id']) || vote_key,
    vote_key,
    organization,
    legislative_session: requiredText(record['session'], 'session'),
    bill_source_id: textIn(record['bill']) || null,
    amendment_id: textIn(record['amendment']) || null,
    committee_name: textIn(record['committee']) || null,
    number: number > 0 ? number : null,
    voted_at: textIn(record['time']) ? timestampIn(record['time']) : null,
    voted_on,
    motion_text,
    majority_required: textIn(record['majority_required']) || null,
    result: textIn(record['result']) || null,
    vice_president_vote,
    voters,
    source_url: urlIn(record['source_url']),
    source_updated_at: null,
    source_checked_at: textIn(record['checked_at']) ? timestampIn(record['checked_at']) : null,
  }
}

/** Refuses a roll call of Congress whose key names another year than its date. */
function checkKey(vote_key: string, voted_on: string): void {
  const [, congress, year] = /^us\/(\d+)\/[hs]\/\d+\/(\d+)$/.exec(vote_key) ?? []
  if (year && sessionYear(Number(congress), voted_on, Number(year)) !== Number(year)) {
    throw new UnusableRecord(`The date ${voted_on} is not in the session of ${year}.`)
  }
}

/** Returns what the vote decides, if the source of a record in the bulk files said so. */
function statedMotion(record: JsonObject): Motion | null {
  const motion_classification = motionClassifications.find((name) => name === record['motion_classification'])
  const direction = voteDirections.find((name) => name === record['direction'])
  if (!motion_classification || !direction) return null
  return { motion_classification, direction, counts_for_agreement: record['decides_on_bill'] === true }
}

function listOf(value: unknown): string[] {
  return Array.isArray(value) ? textsIn(value) : []
}

function countsOf(stated: JsonObject): VoteCounts | null {
  if (!('yes' in stated)) return null
  const count = (name: string) => (name in stated ? Number(textIn(stated[name])) : null)
  return {
    yes: count('yes'),
    no: count('no'),
    abstain: count('abstain'),
    not_voting: count('not_voting'),
    absent: count('absent'),
    other: count('other'),
  }
}
