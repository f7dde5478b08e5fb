import type { Transaction } from '#server/platform/postgres/db.ts'
import type { ImportedEvent } from '#server/sources/events/importedEvent.ts'

type AgendaEntry = { event_id: string; bill_id: string }

/** What changed on the agendas, and how many of the bills on them are stored. */
export type AgendaChanges = { added: AgendaEntry[]; removed: AgendaEntry[]; linked: number; unlinked: number }

/**
 * Links the events to the bills on their agendas. A bill that is not imported yet is linked when it is imported
 * (server/legislation/bills/import/finishBills.ts). Sources empty the agenda of a deferred or canceled meeting. The links to its bills are kept so that their
 * followers are notified of the deferral or cancellation.
 */
export async function linkAgendas(db: Transaction, events: readonly ImportedEvent[]): Promise<AgendaChanges> {
  const rows = events.flatMap(({ event_id, bills }) =>
    bills.map(({ source_ids, agenda_item }, item) => ({ event_id, item, source_ids, agenda_item })),
  )
  const entries = await db<(AgendaEntry & { agenda_item: string | null; stored_rows: number })[]>`
    select distinct on (r.event_id, b.bill_id) r.event_id, b.bill_id, r.agenda_item, (count(*) over ())::int as stored_rows
      from jsonb_to_recordset(${db.json(rows)}) as r(event_id text, item int, source_ids text[], agenda_item text)
     cross join lateral (
       select bill_id from bills where source_id = any(r.source_ids)
        order by array_position(r.source_ids, source_id) limit 1) b
     order by r.event_id, b.bill_id, r.item`
  const shrinking = events
    .filter(({ status }) => status === 'scheduled' || status === 'changed')
    .map(({ event_id }) => event_id)
  await db`delete from unlinked_agenda_items where event_id = any(${shrinking}::text[])`
  await db`
    insert into unlinked_agenda_items (event_id, item, source_id, agenda_item)
    select distinct on (r.event_id, r.item, source_id) r.event_id, r.item, source_id, r.agenda_item
      from jsonb_to_recordset(${db.json(rows)}) as r(event_id text, item smallint, source_ids text[], agenda_item text)
     cross join unnest(r.source_ids) source_id
     where not exists (select from bills b where b.source_id = any(r.source_ids))
    on conflict do nothing`
  const removedEntries = await db<AgendaEntry[]>`
    delete from event_bills eb
     where eb.event_id = any(${shrinking}::text[])
       and not exists (select from jsonb_to_recordset(${db.json([...entries])}) as r(event_id text, bill_id uuid)
                        where r.event_id = eb.event_id and r.bill_id = eb.bill_id)
    returning event_id, bill_id`
  // The key of an update contains `sequence`, so a bill that returns to the agenda is announced again.
  if (removedEntries.length > 0) {
    await db`
      update events set sequence = sequence + 1
       where event_id = any(${[...new Set(removedEntries.map(({ event_id }) => event_id))]}::text[])`
  }
  const savedEntries = await db<(AgendaEntry & { is_new: boolean })[]>`
    insert into event_bills as eb (event_id, bill_id, agenda_item)
    select event_id, bill_id, agenda_item
      from jsonb_to_recordset(${db.json([...entries])}) as r(event_id text, bill_id uuid, agenda_item text)
    on conflict (event_id, bill_id) do update set agenda_item = excluded.agenda_item
     where eb.agenda_item is distinct from excluded.agenda_item
    returning event_id, bill_id, xmax = 0 as is_new`
  return {
    added: savedEntries.filter(({ is_new }) => is_new),
    removed: [...removedEntries],
    linked: entries.length,
    // An agenda may list a bill several times.
    unlinked: rows.length - (entries[0]?.stored_rows ?? 0),
  }
}
