import { UnusableRecord } from '../bills/importedBill.ts'
import { urlIn, dateIn, isJsonObject, listIn, objectIn, textIn, type JsonObject } from '../externalJson.ts'
import { stateDivision } from '../jurisdictions.ts'
import { partyName } from './congressNames.ts'
import type { ImportedPerson, ImportedTerm } from './importedPerson.ts'
import { districtWords, officePhone, personName, stateName } from './officeFacts.ts'

/** The name of the source as the interface shows it. */
export const congressRoster = 'The @unitedstates project'

/** Whether a record is a person of unitedstates/congress-legislators: a Bioguide id and terms in Congress. */
export function isCongressLegislator(record: JsonObject): boolean {
  return isJsonObject(record['id']) && 'bioguide' in record['id'] && Array.isArray(record['terms'])
}

/**
 * Reads a member of Congress with the terms that are not over, or with the last term.
 * @throws UnusableRecord
 */
export function readCongressLegislator(record: JsonObject): ImportedPerson {
  const rep_id = textIn(objectIn(record['id'])['bioguide'])
  const name = objectIn(record['name'])
  const rep_name =
    personName(name['official_full']) ?? personName(`${textIn(name['first'])} ${textIn(name['last'])}`)
  if (!rep_name) throw new UnusableRecord('The record has no name.')
  if (!/^[A-Z]\d{6}$/.test(rep_id)) throw new UnusableRecord('The record has no Bioguide id.')
  const terms = listIn(record['terms'])
  if (terms.length === 0) throw new UnusableRecord('The record has no term.')
  const today = new Date().toISOString().slice(0, 10)
  return {
    rep_id,
    rep_name,
    photo_url: null,
    source_name: congressRoster,
    source_checked_at: null,
    terms: terms
      .filter((term, index) => index === terms.length - 1 || (dateIn(term['end']) ?? '') > today)
      .map(congressTerm),
    omitted: ['photo_url', 'email'],
  }
}

function congressTerm(term: JsonObject): ImportedTerm {
  const [state, type] = [textIn(term['state']).toLowerCase(), textIn(term['type'])]
  const division = stateDivision(state)
  const [from, to] = [dateIn(term['start']), dateIn(term['end'])]
  if (!division) throw new UnusableRecord(`"${textIn(term['state'])}" is not a state, district or territory.`)
  if (!from || !to || to <= from) throw new UnusableRecord('A term has no valid first and last day.')
  const caucus = textIn(term['caucus'])
  const party = textIn(term['party'])
  const partyText = partyName(party)
  const reach = {
    party:
      partyText && caucus && caucus !== party ? `${partyText} (caucuses with the ${caucus}s)` : partyText,
    office_phone: officePhone(term['phone']),
    email: null,
    contact_form_url: urlIn(term['contact_form']) ?? urlIn(term['url']),
    valid_from: from,
    valid_to: to,
    government_level: 'federal' as const,
  }
  if (type === 'sen') {
    return {
      organization: 'us/senate',
      title: 'U.S. Senator',
      division,
      district: stateName(state),
      ...reach,
    }
  }
  const number = textIn(term['district'])
  if (type !== 'rep' || !/^-?\d{1,2}$/.test(number)) {
    throw new UnusableRecord('A term is neither in the Senate nor in a district of the House.')
  }
  const name = Number(number) <= 0 ? 'at-large' : String(Number(number))
  return {
    organization: 'us/house',
    title: houseTitle(state),
    division: `${division}/cd:${name}`,
    district: districtWords(state, name),
    ...reach,
  }
}

/** The title of a member of the House. Members without a full vote have a different title. */
export function houseTitle(state: string): string {
  if (state === 'pr') return 'Resident Commissioner'
  return ['dc', 'gu', 'vi', 'as', 'mp'].includes(state) ? 'U.S. Delegate' : 'U.S. Representative'
}
