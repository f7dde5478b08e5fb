import type { VoteOption } from '#contract/votes/votes.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  listIn,
  objectIn,
  requiredDate,
  requiredText,
  textIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { zoneOfState } from '#server/sources/zones.ts'
import type { ImportedVote, ImportedVoter } from './importedVote.ts'
import { stateVote } from './stateVote.ts'

type LegiScanPerson = { name: string; party: string; district: string }
type LegiScanBill = { state: string; session: string; number: string }

/**
 * The records to which the roll calls of a LegiScan data set refer by number: bills and people, and in CSV also the
 * voters of each roll call. They are collected from all files before the roll calls are read.
 */
export class LegiScanDataSet {
  readonly people = new Map<string, LegiScanPerson>()
  readonly bills = new Map<string, LegiScanBill>()
  readonly voters = new Map<string, JsonObject[]>()

  /** Stores a record to which roll calls refer. Returns false if the record is of another kind. */
  collect(record: JsonObject, file: string): boolean {
    const bill = objectIn(record['bill'])
    if ('bill_id' in bill) {
      const session = objectIn(bill['session'])
      const [from, to] = [textIn(session['year_start']), textIn(session['year_end'])]
      const years = to && to !== from ? `${from}-${to}` : from
      this.bills.set(textIn(bill['bill_id']), {
        state: textIn(bill['state']).toLowerCase(),
        session: Number(session['special']) > 0 ? `${years} ${textIn(session['session_name'])}` : years,
        number: textIn(bill['bill_number']),
      })
      return true
    }
    const person = objectIn(record['person'])
    if ('people_id' in person) return this.collectPerson(person)
    if ('people_id' in record && 'district' in record) return this.collectPerson(record)
    if ('bill_number' in record && 'state_link' in record) return this.collectCsvBill(record, file)
    if ('roll_call_id' in record && 'vote_desc' in record) {
      const id = textIn(record['roll_call_id'])
      const voters = this.voters.get(id) ?? []
      voters.push(record)
      this.voters.set(id, voters)
      return true
    }
    return false
  }

  private collectPerson(person: JsonObject): true {
    this.people.set(textIn(person['people_id']), {
      name: textIn(person['name']),
      party: textIn(person['party']),
      district: textIn(person['district']),
    })
    return true
  }

  /**
   * Stores a bill of the CSV. The CSV names neither state nor years, so they come from the bill's page and the name of
   * the folder.
   */
  private collectCsvBill(record: JsonObject, file: string): true {
    const [, state = '', year = ''] =
      /legiscan\.com\/([A-Z]{2})\/bill\/[^/]+\/(\d{4})/.exec(textIn(record['url'])) ?? []
    const [session = year] = /\d{4}-\d{4}/.exec(file) ?? []
    this.bills.set(textIn(record['bill_id']), {
      state: state.toLowerCase(),
      session,
      number: textIn(record['bill_number']),
    })
    return true
  }
}

const chambers: Readonly<Record<string, string>> = { h: 'lower', a: 'lower', s: 'upper', l: 'legislature' }

/** Reads LegiScan's `{roll_call: …}` or a line of rollcalls.csv. */
export function readLegiScanVote(record: JsonObject, data: LegiScanDataSet): ImportedVote {
  const roll = 'roll_call' in record ? objectIn(record['roll_call']) : record
  const id = requiredText(roll['roll_call_id'], 'roll call id')
  const bill = data.bills.get(textIn(roll['bill_id']))
  if (!bill || !stateDivision(bill.state)) {
    throw new UnusableRecord(
      'The record names its bill only by a number. Import it together with the bills of its data set.',
    )
  }
  const voted_on = requiredDate(roll['date'], { zone: zoneOfState(bill.state) })
  const chamber = chambers[textIn(roll['chamber']).slice(0, 1).toLowerCase()]
  if (!chamber) throw new UnusableRecord('The record does not name its chamber.')
  const kind = ['ne', 'dc'].includes(bill.state) ? 'legislature' : chamber
  const count = (name: string) => Number(textIn(roll[name]) || 0)
  const passed = textIn(roll['passed'])
  return stateVote({
    source_name: 'LegiScan',
    source_id: id,
    state: bill.state,
    organization: `${bill.state}/${kind}`,
    session: bill.session,
    identifier: bill.number,
    roll_number: null,
    voted_at: null,
    voted_on,
    motion_text: textIn(roll['desc']) || textIn(roll['description']) || 'Vote',
    is_committee: false,
    committee_name: null,
    majority_required: null,
    passed: passed === '1' ? true : passed === '0' ? false : null,
    counts: {
      yes: count('yea'),
      no: count('nay'),
      abstain: null,
      not_voting: count('nv'),
      absent: count('absent'),
      other: null,
    },
    voters: (data.voters.get(id) ?? listIn(roll['votes'])).map((vote) => voterOf(vote, kind, data)),
    source_url: `https://legiscan.com/${bill.state.toUpperCase()}/rollcall/${bill.number}/id/${id}`,
  })
}

const options: readonly VoteOption[] = ['yes', 'no', 'not_voting', 'absent']

function voterOf(vote: JsonObject, chamber: string, data: LegiScanDataSet): ImportedVoter {
  const person = data.people.get(textIn(vote['people_id']))
  if (!person) {
    throw new UnusableRecord(
      'The record names voters only by numbers. Import it together with the people of its data set.',
    )
  }
  // A district is "HD-034" or "SD-026". A person who has since moved to the other chamber has a district of that
  // chamber.
  const [, letter, district] = /^([HS])D-0*(\w+)$/.exec(person.district) ?? []
  const isOfChamber = chamber === 'legislature' || (letter === 'H') === (chamber === 'lower')
  return {
    option: options[Number(textIn(vote['vote_id'] ?? vote['vote'])) - 1] ?? 'other',
    source_option: null,
    voter_name: person.name,
    party: person.party || null,
    state: null,
    district: isOfChamber ? (district?.toLowerCase() ?? null) : null,
    source_person_id: null,
  }
}
