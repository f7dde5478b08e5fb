import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type * as contract from '#contract/openData/public.ts'
import type { PublicEvent, PublicJurisdiction } from '#contract/openData/publicRecords.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { pageWithSource, type SourceColumns } from './source.ts'

type EventRow = Omit<PublicEvent, 'source'> & SourceColumns

export async function listPublicEvents(
  db: Db,
  { limit, after, jurisdiction, from }: ParsedOf<typeof contract.listPublicEvents>,
): Promise<{ events: PublicEvent[]; next: string | null }> {
  const rows = await db<EventRow[]>`
    select e.event_id, e.organization, e.committee_id, e.jurisdiction, e.name, e.starts_at, e.starts_on::text as starts_on,
           e.ends_at, e.ends_on::text as ends_on, e.is_all_day, e.time_zone, e.location, e.status, e.replaces_event_id, e.source_name, e.url as source_url,
           e.source_checked_at,
           coalesce((
             select jsonb_agg(jsonb_build_object('bill_id', b.bill_id, 'agenda_item', b.agenda_item) order by b.bill_id)
               from event_bills b where b.event_id = e.event_id), '[]') as bills
      from events e
     where true ${jurisdiction === undefined ? db`` : db`and e.jurisdiction = ${jurisdiction}`}
           ${from === undefined ? db`` : db`and e.starts_on >= ${from}::date - 366 and coalesce(e.ends_on, e.starts_on) >= ${from}::date`}
           ${
             after === undefined
               ? db``
               : db`and e.starts_on >= ${after[0]}::date
                    and (e.starts_on > ${after[0]}::date or e.event_id > ${after[1]})`
           }
     order by e.starts_on, e.event_id limit ${limit + 1}`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.starts_on, row.event_id])
  return { events: records, next }
}

/** Finds each jurisdiction with one lookup in the index, however many bills it has. */
export async function listPublicJurisdictions(
  db: Db,
  { limit, after }: ParsedOf<typeof contract.listPublicJurisdictions>,
): Promise<{ jurisdictions: PublicJurisdiction[]; next: string | null }> {
  const rows = await db<(Omit<PublicJurisdiction, 'source'> & SourceColumns)[]>`
    with recursive found (jurisdiction, position) as (
      select (select jurisdiction from bills where jurisdiction > ${after?.[0] ?? ''} order by jurisdiction limit 1), 1
      union all
      select (select b.jurisdiction from bills b where b.jurisdiction > found.jurisdiction order by b.jurisdiction limit 1),
             position + 1
        from found where found.jurisdiction is not null and position <= ${limit})
    select f.jurisdiction, b.government_level,
           'Open Civic Data' as source_name, null as source_url, null as source_checked_at
      from found f
     cross join lateral (select government_level from bills where jurisdiction = f.jurisdiction limit 1) b
     order by f.position`
  const { records, next } = pageWithSource(rows, limit, (row) => [row.jurisdiction])
  return { jurisdictions: records, next }
}
