import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { isJsonObject, listIn, objectIn, textIn, type JsonObject } from '#server/sources/externalJson.ts'
import { congressTerms } from './congressTerms.ts'
import type { ImportedPerson } from './importedPerson.ts'
import { otherNames, personName } from './officeFacts.ts'

/** The name of the source as the interface shows it. */
export const congressRoster = 'The @unitedstates project'

/**
 * Returns true if a record is a person of unitedstates/congress-legislators, with a Bioguide id and terms in Congress.
 */
export function isCongressLegislator(record: JsonObject): boolean {
  return isJsonObject(record['id']) && 'bioguide' in record['id'] && Array.isArray(record['terms'])
}

/**
 * Reads a member of Congress with all terms.
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
  return {
    rep_id,
    rep_name,
    other_names: otherNames(rep_name, namesIn(record, name)),
    photo_url: null,
    source_name: congressRoster,
    source_checked_at: null,
    terms: congressTerms(terms, new Date().toISOString().slice(0, 10)),
    omitted: ['photo_url', 'email'],
  }
}

/** Returns the names in a record besides the official one: with the nickname, with the middle name, and former names. */
function namesIn(record: JsonObject, name: JsonObject): string[] {
  const former = listIn(record['other_names']).map((other) => Object.assign({}, name, other))
  return [name, ...former].flatMap((part) => [
    lastNameFirst(part, `${textIn(part['first'])} ${textIn(part['middle'])}`),
    lastNameFirst(part, textIn(part['nickname'])),
  ])
}

function lastNameFirst(name: JsonObject, givenName: string): string {
  const [first, last, suffix] = [givenName.trim(), textIn(name['last']), textIn(name['suffix'])]
  return first && last ? [last, first, suffix].filter(Boolean).join(', ') : ''
}
