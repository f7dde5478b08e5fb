import { divisionName } from '../../../contract/places.ts'
import { UnusableRecord } from '../bills/importedBill.ts'
import { legislativeDistrict } from '../districts.ts'
import { urlIn, dateIn, isJsonObject, listIn, objectIn, textIn, type JsonObject } from '../externalJson.ts'
import { stateDivision } from '../jurisdictions.ts'
import { partyName } from './congressNames.ts'
import type { ImportedPerson, ImportedTerm, OmittedPersonField } from './importedPerson.ts'
import {
  dayAfter,
  districtWords,
  legislatorTitle,
  officeEmail,
  officePhone,
  personName,
  stateName,
} from './officeFacts.ts'

type Reach = Pick<ImportedTerm, 'party' | 'office_phone' | 'email' | 'contact_form_url'>

const chambers = { upper: 'upper', lower: 'lower', legislature: 'unicameral' } as const
const executives: Readonly<Record<string, string>> = {
  governor: 'Governor',
  lt_governor: 'Lieutenant Governor',
  'lieutenant governor': 'Lieutenant Governor',
  'attorney general': 'Attorney General',
  'secretary of state': 'Secretary of State',
  'chief election officer': 'Chief Election Officer',
  auditor: 'Auditor',
  treasurer: 'Treasurer',
}

/** Whether a record is a person of Open States, from its people repository or from API v3. */
export function isOpenStatesPerson(record: JsonObject): boolean {
  return textIn(record['id']).startsWith('ocd-person/') && ('roles' in record || 'current_role' in record)
}

/**
 * Reads a legislator, a governor or another state officer, or a mayor. A person who no longer holds an office is
 * returned with the last one, if its district is a division of today.
 * @throws UnusableRecord
 */
export function readOpenStatesPerson(record: JsonObject): ImportedPerson {
  const rep_name = personName(record['name'])
  if (!rep_name) throw new UnusableRecord('The record has no name.')
  const person = {
    rep_id: textIn(record['id']),
    rep_name,
    photo_url: urlIn(record['image']),
    source_name: 'Open States',
    source_checked_at: null,
  }
  if (!('roles' in record)) return { ...person, terms: [currentTerm(record)], omitted: omittedFields(record) }

  const reach = reachOf(record)
  const roles = listIn(record['roles']).filter((role) => textIn(role['type']) !== '')
  const today = new Date().toISOString().slice(0, 10)
  const open = roles.filter((role) => (dateIn(role['end_date']) ?? today) >= today)
  const terms = open.map((role) => termOf(role, reach))
  const last = roles.toSorted((a, b) => endOf(a).localeCompare(endOf(b))).at(-1)
  return { ...person, terms: open.length > 0 ? terms : pastTerm(last, reach) }
}

function endOf(role: JsonObject): string {
  return dateIn(role['end_date']) ?? ''
}

/** The last term of a person out of office. A district of an older map may have no division today; it is skipped. */
function pastTerm(role: JsonObject | undefined, reach: Reach): ImportedTerm[] {
  try {
    return role ? [termOf(role, reach)] : []
  } catch (error) {
    if (error instanceof UnusableRecord) return []
    throw error
  }
}

function termOf(role: JsonObject, reach: Reach): ImportedTerm {
  const type = textIn(role['type']).toLowerCase()
  const place = placeOf(textIn(role['jurisdiction']))
  const [from, last] = [dateIn(role['start_date']), dateIn(role['end_date'])]
  const valid_to = last && dayAfter(last)
  const dates = { valid_from: from && valid_to && from >= valid_to ? null : from, valid_to }
  if (type in chambers) {
    const district = textIn(role['district'])
    return { ...seat(place.state, type, district), ...reach, ...dates }
  }
  return { ...executiveOffice(type, place), ...reach, ...dates }
}

type Place = { state: string; division: string }

/** The division governed by "ocd-jurisdiction/country:us/state:tx/place:austin/government". */
function placeOf(jurisdiction: string): Place {
  const [, path = '', state = ''] =
    /^ocd-jurisdiction\/(country:us\/(?:state|district|territory):([a-z]{2})(?:\/[a-z_]+:[^/]+)*)\/\w+$/.exec(
      jurisdiction,
    ) ?? []
  if (!stateDivision(state)) {
    throw new UnusableRecord(`"${jurisdiction}" is not the government of a state or place.`)
  }
  // Older records describe the territory as a state.
  const division = `ocd-division/${path}`.replace(
    /^ocd-division\/country:us\/[a-z]+:[a-z]{2}/,
    stateDivision(state) ?? '',
  )
  return { state, division }
}

function seat(
  state: string,
  type: string,
  district: string,
): Pick<ImportedTerm, 'organization' | 'title' | 'government_level' | 'division' | 'district'> {
  const chamber = type === 'upper' || type === 'lower' ? type : 'unicameral'
  const match = legislativeDistrict(state, chamber, district)
  if (!match) {
    throw new UnusableRecord(
      `The legislature of ${stateName(state)} has no district "${district}" (${type}).`,
    )
  }
  return {
    organization: `${state}/${type}`,
    title: legislatorTitle(state, match.member),
    government_level: 'state',
    division: match.division,
    district: districtWords(state, match.name),
  }
}

function executiveOffice(type: string, { state, division }: Place) {
  if (type === 'mayor') {
    return {
      organization: `${division.replace(/^ocd-division\/country:us\/[a-z]+:/, '')}/mayor`,
      title: 'Mayor',
      government_level: 'local' as const,
      division,
      district: divisionName(division),
    }
  }
  const title = state === 'dc' && type === 'governor' ? 'Mayor' : executives[type]
  if (!title) throw new UnusableRecord(`"${type}" is not a known office.`)
  return {
    organization: `${state}/${title.toLowerCase()}`,
    title,
    government_level: 'state' as const,
    division,
    district: stateName(state),
  }
}

function reachOf(record: JsonObject): Reach {
  const offices = listIn(record['offices'])
  const phones = ['capitol', 'primary', 'district'].flatMap((kind) =>
    offices
      .filter((office) => textIn(office['classification']) === kind)
      .map((office) => officePhone(office['voice'])),
  )
  const form = listIn(record['links']).find((link) => /web ?form|contact ?form/i.test(textIn(link['note'])))
  const email = officeEmail(record['email'])
  return {
    party: partyName(textIn(listIn(record['party']).at(-1)?.['name']) || textIn(record['party'])),
    office_phone: phones.find((phone) => phone !== null) ?? null,
    email,
    // Some records have the URL of a contact form in the email field.
    contact_form_url: urlIn(form?.['url']) ?? (email ? null : urlIn(record['email'])),
  }
}

/** API v3 has no dates, and includes offices and links only on request. */
function omittedFields(record: JsonObject): OmittedPersonField[] {
  const fields: OmittedPersonField[] = ['valid_from']
  if (!('offices' in record)) fields.push('office_phone')
  if (!('links' in record)) fields.push('contact_form_url')
  return fields
}

/** The one office in a record of API v3, without its dates. */
function currentTerm(record: JsonObject): ImportedTerm {
  const role = objectIn(record['current_role'])
  const jurisdiction = objectIn(record['jurisdiction'])
  const type = textIn(role['org_classification']).toLowerCase()
  if (textIn(jurisdiction['id']) === 'ocd-jurisdiction/country:us/government') {
    throw new UnusableRecord('A member of Congress: import congress-legislators or Congress.gov instead.')
  }
  const place = placeOf(textIn(jurisdiction['id']))
  const dates = { valid_from: null, valid_to: null }
  if (type in chambers) {
    return { ...seat(place.state, type, textIn(role['district'])), ...reachOf(record), ...dates }
  }
  const title = textIn(role['title']).toLowerCase()
  if (!isJsonObject(record['current_role'])) throw new UnusableRecord('The record names no office.')
  return { ...executiveOffice(title, place), ...reachOf(record), ...dates }
}
