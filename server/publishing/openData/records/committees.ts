import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicCommitteeRecord } from '#contract/openData/publicRecords.ts'
import type { Db, Part } from '#server/platform/postgres/db.ts'
import { pageWithSource, withSource, type SourceColumns } from './source.ts'

type CommitteeRow = Omit<PublicCommitteeRecord, 'source'> & SourceColumns

/** Returns the fields of `PublicCommitteeRecord` for the committee `c`. */
function committeeColumns(db: Db): Part {
  return db`
    c.committee_id, c.organization, c.name, c.parent_id, c.source_name, c.url as source_url, c.source_checked_at`
}

export async function listPublicCommittees(
  db: Db,
  { limit, after, organization }: ParsedOf<typeof contract.listPublicCommittees>,
): Promise<{ committees: PublicCommitteeRecord[]; next: string | null }> {
  const rows = await db<CommitteeRow[]>`
    select ${committeeColumns(db)} from committees c
     where c.committee_id > ${after?.[0] ?? ''}
           ${organization === undefined ? db`` : db`and c.organization = ${organization}`}
     order by c.committee_id limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.committee_id])
  return { committees: records, next }
}

type Committee = Omit<OutputOf<typeof contract.getPublicCommittee>, 'success'>

export async function getPublicCommittee(db: Db, committee_id: string): Promise<Committee | undefined> {
  const [row] = await db<(CommitteeRow & Pick<Committee, 'members'>)[]>`
    select ${committeeColumns(db)},
           coalesce((
             select jsonb_agg(jsonb_build_object('name', m.name, 'rep_id', m.rep_id, 'role', m.role,
                                'from', m.valid_from, 'to', m.valid_to)
                              order by m.valid_from desc nulls last, m.position, m.name)
               from committee_memberships m where m.committee_id = c.committee_id), '[]') as members
      from committees c where c.committee_id = ${committee_id}`
  if (!row) return undefined
  const { members, ...committee } = row
  return { committee: withSource(committee), members }
}
