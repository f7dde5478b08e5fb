import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { listIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { stateDivision, states } from '#server/sources/jurisdictions.ts'
import { partyName } from './congressNames.ts'
import type { ImportedPerson, ImportedTerm } from './importedPerson.ts'
import { districtWords, houseTitle, stateName } from './officeFacts.ts'

const codes = new Map(Object.entries(states).map(([code, name]) => [name.toLowerCase(), code]))

/**
 * Reads an entry of the Congress.gov API's list of members in office. The entry says who represents which seat and
 * little else, so the stored phone number, contact form, dates and spelling of the name stay.
 *
 * @throws UnusableRecord
 */
export function readCongressMember(record: JsonObject): ImportedPerson {
  const rep_id = textIn(record['bioguideId'])
  const [last = '', first = '', ...more] = textIn(record['name']).split(/,\s*/)
  const state = codes.get(
    textIn(record['state'])
      .replace(/^virgin islands$/i, 'U.S. Virgin Islands')
      .toLowerCase(),
  )
  const seat = listIn(record['terms']).at(-1) ?? {}
  if (!/^[A-Z]\d{6}$/.test(rep_id) || last === '') {
    throw new UnusableRecord('The record has no Bioguide id and name.')
  }
  if (!state) throw new UnusableRecord(`"${textIn(record['state'])}" is not a state, district or territory.`)
  const year = textIn(seat['startYear'])
  return {
    rep_id,
    rep_name: [first, last, ...more].filter(Boolean).join(' '),
    photo_url: null,
    source_name: 'Congress.gov',
    source_checked_at: null,
    terms: [
      {
        ...congressSeat(state, textIn(seat['chamber']), textIn(record['district'])),
        government_level: 'federal',
        party: partyName(textIn(record['partyName'])),
        office_phone: null,
        email: null,
        contact_form_url: null,
        valid_from: /^\d{4}$/.test(year) ? `${year}-01-03` : null,
        valid_to: null,
      },
    ],
    omitted: [
      'rep_name',
      'source_name',
      'photo_url',
      'district',
      'party',
      'office_phone',
      'email',
      'contact_form_url',
      'valid_from',
      'valid_to',
    ],
  }
}

function congressSeat(
  state: string,
  chamber: string,
  district: string,
): Pick<ImportedTerm, 'organization' | 'title' | 'division' | 'district'> {
  const division = stateDivision(state) ?? ''
  if (chamber === 'Senate') {
    return { organization: 'us/senate', title: 'U.S. Senator', division, district: stateName(state) }
  }
  if (chamber !== 'House of Representatives') {
    throw new UnusableRecord(`"${chamber}" is not a chamber of Congress.`)
  }
  const name = /^[1-9]\d?$/.test(district) ? district : 'at-large'
  return {
    organization: 'us/house',
    title: houseTitle(state),
    division: `${division}/cd:${name}`,
    district: districtWords(state, name),
  }
}
