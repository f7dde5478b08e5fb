import { governmentLevels } from '#contract/bills/billContent.ts'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  clamp,
  urlIn,
  termDateIn,
  listIn,
  timestampIn,
  requiredName,
  longestName,
  textIn,
  textsIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { partyName } from './congressNames.ts'
import type { ImportedPerson, ImportedTerm } from './importedPerson.ts'
import { officeEmail, otherNames } from './officeFacts.ts'

/** Returns true if a record is a representative in Hurd's interchange format. */
export function isHurdPerson(record: JsonObject): boolean {
  return 'rep_id' in record && 'rep_name' in record && ('division' in record || 'terms' in record)
}

/**
 * Reads the Representative of the API plus `division`, `valid_from`, `valid_to` and `source_name`. Several offices of one
 * person are listed in `terms`.
 * @throws UnusableRecord
 */
export function readHurdPerson(record: JsonObject): ImportedPerson {
  const rep_name = requiredName(record['rep_name'], 'rep_name')
  const terms = Array.isArray(record['terms']) ? listIn(record['terms']) : [record]
  return {
    rep_id: requiredName(record['rep_id'], 'rep_id'),
    rep_name,
    ...('other_names' in record
      ? { other_names: otherNames(rep_name, textsIn(record['other_names'] ?? [])) }
      : {}),
    photo_url: urlIn(record['photo_url']),
    source_name: requiredName(record['source_name'], 'source_name'),
    source_checked_at: timestampIn(record['source_checked_at']),
    terms: terms.map(hurdTerm),
  }
}

function hurdTerm(term: JsonObject): ImportedTerm {
  const level = governmentLevels.find((known) => known === textIn(term['government_level']))
  if (!level) throw new UnusableRecord(`The government_level is not one of ${governmentLevels.join(', ')}.`)
  const division = requiredName(term['division'], 'division')
  if (!/^ocd-division\/country:us(\/|$)/.test(division)) {
    throw new UnusableRecord(`"${division}" is not an OCD division of the United States.`)
  }
  const [valid_from, valid_to] = [termDateIn(term['valid_from']), termDateIn(term['valid_to'])]
  if (valid_from && valid_to && valid_to <= valid_from) {
    throw new UnusableRecord('valid_to is not after valid_from.')
  }
  return {
    organization: textIn(term['organization']) || null,
    title: requiredName(term['title'], 'title'),
    government_level: level,
    division,
    district: clamp(textIn(term['district']), longestName) || null,
    party: partyName(textIn(term['party'])),
    office_phone: clamp(textIn(term['office_phone']), longestName) || null,
    email: officeEmail(term['email']),
    contact_form_url: urlIn(term['contact_form_url']),
    valid_from,
    valid_to,
  }
}
