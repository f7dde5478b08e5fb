import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  urlIn,
  isJsonObject,
  listIn,
  objectIn,
  textIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { partyName } from './congressNames.ts'
import type { ImportedPerson, ImportedTerm, OmittedPersonField } from './importedPerson.ts'
import { officeEmail, officePhone, otherNames, personName } from './officeFacts.ts'
import { executiveOffice, isChamber, placeOf, seatOf, stateTerms, type Contact } from './stateRoles.ts'

/** Returns true if a record is a person of Open States, from its people repository or from API v3. */
export function isOpenStatesPerson(record: JsonObject): boolean {
  return textIn(record['id']).startsWith('ocd-person/') && ('roles' in record || 'current_role' in record)
}

/**
 * Reads a legislator, a governor or another state officer, or a mayor, with all terms.
 * @throws UnusableRecord
 */
export function readOpenStatesPerson(record: JsonObject): ImportedPerson {
  const rep_name = personName(record['name'])
  if (!rep_name) throw new UnusableRecord('The record has no name.')
  const person = {
    rep_id: textIn(record['id']),
    rep_name,
    ...('other_names' in record || 'family_name' in record
      ? { other_names: otherNames(rep_name, namesIn(record)) }
      : {}),
    photo_url: urlIn(record['image']),
    source_name: 'Open States',
    source_checked_at: null,
  }
  if (!('roles' in record)) return { ...person, terms: [currentTerm(record)], omitted: omittedFields(record) }

  const today = new Date().toISOString().slice(0, 10)
  return { ...person, terms: stateTerms(listIn(record['roles']), contactOf(record), today) }
}

/** Returns the other names in a record, and the family name after its comma, because it may have several words. */
function namesIn(record: JsonObject): string[] {
  const [givenName, family] = [textIn(record['given_name']), textIn(record['family_name'])]
  return [
    ...listIn(record['other_names']).map((other) => textIn(other['name'])),
    ...(givenName && /\s/.test(family) ? [`${family}, ${givenName}`] : []),
  ]
}

function contactOf(record: JsonObject): Contact {
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

/** Returns the fields that a record omits. API v3 has no dates, and includes offices and links only on request. */
function omittedFields(record: JsonObject): OmittedPersonField[] {
  const fields: OmittedPersonField[] = ['valid_from', 'valid_to']
  if (!('offices' in record)) fields.push('office_phone')
  if (!('links' in record)) fields.push('contact_form_url')
  return fields
}

/** Returns the one office in a record of API v3, without its dates. */
function currentTerm(record: JsonObject): ImportedTerm {
  const role = objectIn(record['current_role'])
  const jurisdiction = objectIn(record['jurisdiction'])
  const type = textIn(role['org_classification']).toLowerCase()
  if (textIn(jurisdiction['id']) === 'ocd-jurisdiction/country:us/government') {
    throw new UnusableRecord('A member of Congress: import congress-legislators or Congress.gov instead.')
  }
  const place = placeOf(textIn(jurisdiction['id']))
  const dates = { valid_from: null, valid_to: null }
  if (isChamber(type)) {
    return { ...seatOf(place.state, type, textIn(role['district'])), ...contactOf(record), ...dates }
  }
  const title = textIn(role['title']).toLowerCase()
  if (!isJsonObject(record['current_role'])) throw new UnusableRecord('The record names no office.')
  return { ...executiveOffice(title, place), ...contactOf(record), ...dates }
}
