import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicAggregate, PublicUpdate } from '#contract/openData/publicRecords.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { pageWithSource, withSource, type SourceColumns } from './source.ts'

type UpdateRow = Omit<PublicUpdate, 'source'> & SourceColumns

/**
 * Selects updates in the order of their ids. Transactions that record updates wait for each other, so the ids become
 * visible in their order (server/legislation/updates/record.ts).
 */
export async function listPublicUpdates(
  db: Db,
  { limit, after }: ParsedOf<typeof contract.listPublicUpdates>,
): Promise<Omit<OutputOf<typeof contract.listPublicUpdates>, 'success'>> {
  const rows = await db<UpdateRow[]>`
    select u.update_id, u.bill_id, u.update_type, u.summary, u.occurred_on::text, u.first_seen_at, u.corrects_update_id,
           u.source_name, b.source_url, null as source_checked_at
      from bill_updates u join bills b using (bill_id)
     where u.update_id > ${after} order by u.update_id limit ${limit + 1}`
  const page = rows.slice(0, limit)
  return {
    updates: page.map(withSource),
    next: page.at(-1)?.update_id ?? after,
    has_more: rows.length > limit,
  }
}

type AggregateRow = Omit<PublicAggregate, 'source'> & SourceColumns

export async function listPublicAggregates(
  db: Db,
  { limit, after, bill_id }: ParsedOf<typeof contract.listPublicAggregates>,
): Promise<{ aggregates: PublicAggregate[]; next: string | null }> {
  const rows = await db<AggregateRow[]>`
    select a.bill_id, a.division, a.is_withheld, a.support, a.oppose, a.neutral, a.learning, a.total,
           a.released_on::text, 'Hurd' as source_name, null as source_url, null as source_checked_at
      from stance_aggregates a
     where true ${bill_id === undefined ? db`` : db`and a.bill_id = ${bill_id}`}
           ${after === undefined ? db`` : db`and (a.bill_id, a.division) > (${after[0]}::uuid, ${after[1]})`}
     order by a.bill_id, a.division limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.bill_id, row.division])
  return { aggregates: records, next }
}
