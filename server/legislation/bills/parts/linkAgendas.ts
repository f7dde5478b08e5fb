import type { Transaction } from '#server/platform/postgres/db.ts'

/**
 * Links the bills to the events that were imported before them and have them on their agenda. Call it when the bills are
 * committed. The lock waits for an import of events that did not see them yet.
 */
export async function linkAgendasToBills(db: Transaction, source_ids: readonly string[]): Promise<void> {
  await db`select pg_advisory_xact_lock(hashtext('import events'))`
  await db`
    with found as (
      select u.event_id, u.item, u.agenda_item, b.bill_id
        from unlinked_agenda_items u join bills b using (source_id) where u.source_id = any(${[...source_ids]}::text[])),
    linked as (
      delete from unlinked_agenda_items u using found f where (u.event_id, u.item) = (f.event_id, f.item))
    insert into event_bills (event_id, bill_id, agenda_item)
    select distinct on (event_id, bill_id) event_id, bill_id, agenda_item from found order by event_id, bill_id, item
    on conflict do nothing`
}
