import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  listIn,
  objectIn,
  requiredName,
  textIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { stateDivision } from '#server/sources/jurisdictions.ts'
import { membersInOrder, roleOf, type ImportedCommittee } from './importedCommittee.ts'

export function isOpenStatesCommittee(record: JsonObject): boolean {
  return textIn(record['id']).startsWith('ocd-organization/') && 'members' in record
}

/** Reads a committee of a state from the openstates/people project. */
export function readOpenStatesCommittee(record: JsonObject, checkedAt: string | null): ImportedCommittee {
  const state = stateOf(record)
  const chamber = textIn(record['chamber']) || 'legislature'
  if (!['upper', 'lower', 'legislature'].includes(chamber)) {
    throw new UnusableRecord(`"${chamber}" is not a chamber.`)
  }
  const committee_id = requiredName(record['id'], 'id')
  if (!committee_id.startsWith('ocd-organization/')) {
    throw new UnusableRecord('The id is not that of an organization.')
  }
  const parent = textIn(record['parent'])
  return {
    committee_id,
    organization: `${state}/${chamber}`,
    name: requiredName(record['name'], 'name'),
    other_names: listIn(record['other_names'])
      .map(({ name }) => textIn(name))
      .filter((name) => name !== ''),
    parent_id: parent.startsWith('ocd-organization/') ? parent : null,
    url: urlIn(listIn(record['links'])[0]?.['url']),
    source_name: 'Open States',
    source_checked_at: checkedAt,
    members: membersInOrder(
      listIn(record['members']).map((member) => ({
        name: textIn(member['name']),
        role: roleOf(textIn(member['role'])),
        source_person_id: textIn(member['person_id']) || textIn(objectIn(member['person'])['id']) || null,
      })),
    ),
  }
}

function stateOf(record: JsonObject): string {
  const jurisdiction = textIn(record['jurisdiction']) || textIn(objectIn(record['jurisdiction'])['id'])
  const [, state = ''] = /(?:state|district|territory):([a-z]{2})\b/.exec(jurisdiction) ?? []
  if (!stateDivision(state)) throw new UnusableRecord('The record does not name its state.')
  return state
}
