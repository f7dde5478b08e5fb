import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import {
  listIn,
  requiredName,
  textIn,
  textsIn,
  timestampIn,
  urlIn,
  type JsonObject,
} from '#server/sources/externalJson.ts'
import { membersInOrder, roleOf, type ImportedCommittee } from './importedCommittee.ts'

export function isHurdCommittee(record: JsonObject): boolean {
  return 'committee_id' in record && 'organization' in record
}

export function readHurdCommittee(record: JsonObject, checkedAt: string | null): ImportedCommittee {
  const organization = requiredName(record['organization'], 'organization')
  if (!/^[a-z]{2}\/[\w:./-]+$/.test(organization)) {
    throw new UnusableRecord(`"${organization}" is not an organization such as "us/house".`)
  }
  return {
    committee_id: requiredName(record['committee_id'], 'committee_id'),
    organization,
    name: requiredName(record['name'], 'name'),
    other_names: textsIn(record['other_names'] ?? []),
    parent_id: textIn(record['parent_id']) || null,
    url: urlIn(record['url']),
    source_name: requiredName(record['source_name'], 'source_name'),
    source_checked_at: timestampIn(record['source_checked_at']) ?? checkedAt,
    ...(Array.isArray(record['members'])
      ? {
          members: membersInOrder(
            listIn(record['members']).map((member) => ({
              name: textIn(member['name']),
              role: roleOf(textIn(member['role'])),
              source_person_id: textIn(member['person']) || null,
            })),
          ),
        }
      : {}),
  }
}
