import { voteOptions } from '#contract/votes/votes.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  requiredDate,
  listIn,
  objectIn,
  requiredText,
  textIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import type { ImportedVote, ImportedVoter } from './importedVote.ts'
import { stateVote } from './stateVote.ts'
import type { VoteCounts } from './voteCounts.ts'
import { optionOfWord } from './voteWords.ts'

/** Reads a vote event of an Open States scraper, of API v3, or of its bulk files. */
export function readOpenStatesVote(record: JsonObject, parent: JsonObject = {}): ImportedVote {
  const state = stateOf(record, parent)
  const motion_text = requiredText(record['motion_text'], 'motion')
  const session = requiredText(
    record['legislative_session'] ?? parent['legislative_session'] ?? parent['session'],
    'session',
  )
  const identifier = requiredText(record['bill_identifier'] ?? parent['identifier'], 'bill')
  const start = textIn(record['start_date'])
  const zone = zoneOfState(state)
  const voted_on = requiredDate(start, { zone })
  const voters = listIn(record['votes']).flatMap(voterOf)
  const counts = countsOf(listIn(record['counts']))
  const source_url = urlIn(listIn(record['sources'])[0]?.['url'])
  const chamber = chamberOf(state, record, motion_text)
  // Illinois has the committee's name in place of the motion.
  const isIllinoisCommittee = state === 'il' && /committeevotes/i.test(source_url ?? '')
  const result = textIn(record['result'])
  const threshold = textIn(objectIn(record['extras'])['threshold'])
  return stateVote({
    source_name: 'Open States',
    source_id: textIn(record['id']) || textIn(record['dedupe_key']) || null,
    state,
    organization: `${state}/${chamber.kind}`,
    session,
    identifier,
    roll_number: /^\d+$/.test(textIn(record['identifier'])) ? textIn(record['identifier']) : null,
    voted_at: start.includes('T') && !/T0\d:00:00/.test(start) ? timestampIn(start, zone) : null,
    voted_on,
    motion_text,
    is_committee: chamber.isCommittee || isIllinoisCommittee,
    committee_name: isIllinoisCommittee ? motion_text.replace(illinoisAmendment, '') : chamber.committee,
    majority_required: /^\d\/\d$/.test(threshold) ? threshold : null,
    passed: result === 'pass' ? true : result === 'fail' ? false : null,
    counts,
    voters,
    source_url,
    source_updated_at: timestampIn(record['updated_at']),
  })
}

function stateOf(record: JsonObject, parent: JsonObject): string {
  const jurisdiction = textIn(objectIn(record['jurisdiction'] ?? parent['jurisdiction'])['id'])
  const path = jurisdiction || textIn(record['_source_path'] ?? parent['_source_path'])
  const [, state = ''] = /(?:state|district|territory):([a-z]{2})\b/.exec(path) ?? []
  if (/country:us\/government/.test(path)) {
    throw new UnusableRecord('Roll calls of Congress are imported from the records of its chambers.')
  }
  if (!stateDivision(state)) throw new UnusableRecord('The record does not name its state.')
  return state
}

/** Matches the end of "Energy & Environment, Amendment 2". */
const illinoisAmendment = /,[\w ]*\bamendment\b.*$/i

/** Scrapers write the organization as `~{"classification": "lower"}`. */
function chamberOf(
  state: string,
  record: JsonObject,
  motion: string,
): { kind: string; isCommittee: boolean; committee: string | null } {
  const organization = record['organization']
  const [, quoted] = /"classification":\s*"(\w+)"/.exec(textIn(organization)) ?? []
  const bodyName = quoted ?? textIn(objectIn(organization)['classification'])
  // Wyoming's records list a vote of the other chamber under the chamber that received the bill. A committee has a number and
  // a name there, as in "S08 - Transportation:Recommend Do Pass".
  const [, letter, number, committee = null] =
    state === 'wy' ? (/^([SH])(?:(\d\d)\b(?: - ([^:]+):)?)?\b/.exec(motion) ?? []) : []
  const kind = letter ? (letter === 'S' ? 'upper' : 'lower') : bodyName
  if (kind === 'committee') {
    const [, quotedName = ''] = /"name":\s*"([^"]+)"/.exec(textIn(organization)) ?? []
    return {
      kind,
      isCommittee: true,
      committee: quotedName || textIn(objectIn(organization)['name']) || null,
    }
  }
  if (!['upper', 'lower', 'legislature'].includes(kind)) {
    throw new UnusableRecord('The record does not name its chamber.')
  }
  return { kind, isCommittee: number !== undefined, committee }
}

function voterOf(vote: JsonObject): ImportedVoter[] {
  const voter = objectIn(vote['voter'])
  const voter_name = textIn(vote['voter_name']) || textIn(voter['name'])
  const word = textIn(vote['option']).toLowerCase()
  if (voter_name === '' || word === '') return []
  const option = optionOfWord(word) ?? 'other'
  const role = objectIn(voter['current_role'])
  const id = textIn(voter['id']) || textIn(vote['voter_id'])
  return [
    {
      option,
      source_option: word === 'paired' ? 'Paired' : word === 'present' ? 'Present' : null,
      voter_name,
      party: textIn(voter['party']) || null,
      state: null,
      district: textIn(role['division_id']) || null,
      source_person_id: id.startsWith('ocd-person/') ? id : null,
    },
  ]
}

function countsOf(stated: readonly JsonObject[]): VoteCounts | null {
  if (stated.length === 0) return null
  const counts: VoteCounts = { yes: 0, no: 0, abstain: null, not_voting: null, absent: null, other: null }
  for (const { option, value } of stated) {
    const voteOption = optionOfWord(textIn(option))
    if (voteOption) counts[voteOption] = (counts[voteOption] ?? 0) + Number(textIn(value) || 0)
  }
  return voteOptions.some((option) => counts[option] !== null && counts[option] !== 0) ? counts : null
}
