import type { Transaction } from '#server/platform/postgres/db.ts'

/** A council's meeting with the same matters replaces a deferred one if it takes place within this many days. */
const daysToReplace = 60

/**
 * Links deferred meetings to the meetings that replace them. Councils announce the new date of a deferred meeting as a
 * separate meeting, which takes over the calendar entry of the deferred one. Returns the events that have just become
 * replacements.
 */
export async function linkReplacements(db: Transaction, event_ids: readonly string[]): Promise<Set<string>> {
  const links = await db<{ event_id: string }[]>`
    with pairs as (
      select distinct on (next.event_id) next.event_id, former.event_id as former_id, former.calendar_uid,
             former.sequence
        from events next
        join events former on former.committee_id = next.committee_id and former.jurisdiction = next.jurisdiction
                          and former.status = 'deferred' and former.starts_on < next.starts_on
                          and former.starts_on >= next.starts_on - ${daysToReplace}::int
       where (next.event_id = any(${[...event_ids]}::text[]) or former.event_id = any(${[...event_ids]}::text[]))
         and next.status in ('scheduled', 'changed') and next.replaces_event_id is null
         and not exists (select from events other where other.replaces_event_id = former.event_id)
         and exists (select from event_bills a join event_bills b using (bill_id)
                      where a.event_id = next.event_id and b.event_id = former.event_id)
       order by next.event_id, former.starts_on desc),
    -- Of several meetings that could replace one, the earliest does.
    firsts as (
      select distinct on (p.former_id) p.* from pairs p join events e using (event_id) order by p.former_id, e.starts_on)
    update events e
       set replaces_event_id = f.former_id, calendar_uid = coalesce(f.calendar_uid, f.former_id),
           sequence = greatest(e.sequence + 1, f.sequence + 1)
      from firsts f where e.event_id = f.event_id
    returning e.event_id`
  return new Set(links.map(({ event_id }) => event_id))
}
