import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  isJsonObject,
  listIn,
  requiredName,
  requiredText,
  textIn,
  textsIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { membersInOrder, roleOf, type ImportedCommittee, type ImportedMember } from './importedCommittee.ts'

const source_name = 'congress-legislators'
const organizations: Readonly<Record<string, string>> = {
  house: 'us/house',
  senate: 'us/senate',
  joint: 'us/congress',
}

export function isCongressCommittee(record: JsonObject): boolean {
  return 'thomas_id' in record && 'type' in record
}

/** Returns true if the record is the file of all memberships, whose keys are the codes of committees. */
export function isMembershipFile(record: JsonObject): boolean {
  const entries = Object.entries(record)
  return entries.length > 0 && entries.every(([code, list]) => isCode(code) && Array.isArray(list))
}

function isCode(text: string): boolean {
  return /^[A-Z]{4}\d{0,2}$/.test(text)
}

/** Reads a committee of Congress with its subcommittees, from the congress-legislators project. */
export function readCongressCommittee(record: JsonObject, checkedAt: string | null): ImportedCommittee[] {
  const code = requiredText(record['thomas_id'], 'committee code').toUpperCase()
  const organization = organizations[textIn(record['type'])]
  if (!isCode(code)) throw new UnusableRecord(`"${code}" is not the code of a committee of Congress.`)
  if (!organization) throw new UnusableRecord(`"${textIn(record['type'])}" is not a type of committee.`)
  const name = requiredName(record['name'], 'name')
  const parent: ImportedCommittee = {
    committee_id: congressCommitteeId(code),
    organization,
    name,
    other_names: otherNames(name, textsIn(record['names'])),
    parent_id: null,
    url: urlIn(record['url']),
    source_name,
    source_checked_at: checkedAt,
  }
  const children = listIn(record['subcommittees']).map((child) =>
    Object.assign({}, parent, {
      committee_id: congressCommitteeId(code + requiredText(child['thomas_id'], 'subcommittee code')),
      name: requiredName(child['name'], 'name'),
      other_names: [],
      parent_id: parent.committee_id,
      url: urlIn(child['url']),
    }),
  )
  return [parent, ...children]
}

/**
 * Returns the id of a committee. "HSJU" becomes `us/hsju00` and its subcommittee "HSJU05" becomes `us/hsju05`, as in
 * the records of bills.
 */
function congressCommitteeId(code: string): string {
  return `us/${(code.length === 4 ? `${code}00` : code).toLowerCase()}`
}

/**
 * Returns the other names under which records mention a committee. The "House Committee on the Judiciary" is "Judiciary
 * Committee" in bills and "Committee on the Judiciary" in hearings.
 */
function otherNames(name: string, more: readonly string[]): string[] {
  const short = name.replace(/^(House|Senate) /, '')
  const [, subject] = /^(?:(?:Permanent )?Select )?Committee on (?:the )?(.+)$/.exec(short) ?? []
  const names = [short, ...(subject ? [`${subject} Committee`, subject] : []), ...more]
  return [...new Set(names)].filter((other) => other !== name)
}

/** Reads the members of one committee, by its code in the file of memberships. The majority comes first. */
export function readCongressMembers(
  code: string,
  list: unknown,
): { committee_id: string; members: ImportedMember[] } {
  const people = listIn(list).filter(isJsonObject)
  const members = people
    .map((person) => ({
      name: requiredText(person['name'], 'name of a member'),
      role: roleOf(textIn(person['title'])),
      source_person_id: textIn(person['bioguide']) ? `bioguide:${textIn(person['bioguide'])}` : null,
      isMinority: textIn(person['party']) === 'minority',
      // Members without a rank come last.
      rank: Number(textIn(person['rank'])) || 999,
    }))
    .toSorted((a, b) => Number(a.isMinority) - Number(b.isMinority) || a.rank - b.rank)
    .map(({ name, role, source_person_id }) => ({ name, role, source_person_id }))
  return { committee_id: congressCommitteeId(code), members: membersInOrder(members) }
}
