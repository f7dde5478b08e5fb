import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { urlIn, termDateIn, listIn, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import type { ImportedPerson, ImportedTerm } from './importedPerson.ts'
import { dayAfter, officeEmail, officePhone, personName } from './officeFacts.ts'

const city = 'ocd-division/country:us/state:ny/place:new_york'

// The districts of members whose records do not name them. They come from council.nyc.gov.
const districtsByMember: Readonly<Record<string, string>> = { '7803': '5', '7897': '17', '7898': '21' }

/** Returns true if a record is a person of the New York City Council's Legistar. */
export function isNycPerson(record: JsonObject): boolean {
  return 'OfficeRecords' in record && 'FullName' in record && 'ID' in record
}

/**
 * Reads a member of the New York City Council, or the Public Advocate, who represents the whole city.
 * @throws UnusableRecord
 */
export function readNycPerson(record: JsonObject): ImportedPerson {
  const id = textIn(record['ID'])
  const name = personName(record['FullName'])
  if (!name || !/^\d+$/.test(id)) throw new UnusableRecord('The record has no name and number.')
  const offices = listIn(record['OfficeRecords'])
    .filter((office) => textIn(office['BodyName']) === 'City Council')
    .toSorted((a, b) => textIn(a['Start']).localeCompare(textIn(b['Start'])))
  const last = offices.at(-1)
  if (!last) throw new UnusableRecord('The record names no seat in the City Council.')
  const advocate = /public advocate/i.test(textIn(last['Title']))
  return {
    rep_id: `nyc-${id}`,
    rep_name: name.replace(/^Public Advocate /, ''),
    photo_url: null,
    source_name: 'New York City Council',
    source_checked_at: null,
    terms: [{ ...(advocate ? advocateOffice : seat(record, id)), ...contactOf(record), ...datesOf(last) }],
    omitted: ['photo_url'],
  }
}

type Office = Pick<ImportedTerm, 'organization' | 'title' | 'government_level' | 'division' | 'district'>

const advocateOffice: Office = {
  organization: 'ny/place:new_york/public_advocate',
  title: 'Public Advocate',
  government_level: 'local',
  division: city,
  district: 'New York City',
}

/**
 * Returns the seat. The district number is in a field of its own in the bundled table, else in the office's email address or in the
 * URL of its page.
 */
function seat(record: JsonObject, id: string): Office {
  const [, ofEmail] = /^(?:district|m)0*(\d{1,2})@/i.exec(textIn(record['Email'])) ?? []
  const [, ofPage] = /\/d(?:istrict-)?(\d{1,2})(?:\/|$)/.exec(textIn(record['WWW'])) ?? []
  const ofTable = textIn(record['District']) || undefined
  const number = ofTable ?? ofEmail ?? ofPage ?? districtsByMember[id]
  if (!number) throw new UnusableRecord('The record does not name its council district.')
  return {
    organization: 'ny/place:new_york/council',
    title: 'Council Member',
    government_level: 'local',
    division: `${city}/council_district:${number}`,
    district: `New York City district ${number}`,
  }
}

function contactOf(record: JsonObject) {
  return {
    party: null,
    office_phone:
      officePhone(objectIn(record['DistrictOffice'])['Phone']) ??
      officePhone(objectIn(record['LegislativeOffice'])['Phone']),
    email: officeEmail(record['Email']),
    contact_form_url: urlIn(record['WWW']),
  }
}

function datesOf(office: JsonObject) {
  const last = termDateIn(office['End'])
  return { valid_from: termDateIn(office['Start']), valid_to: last && dayAfter(last) }
}
