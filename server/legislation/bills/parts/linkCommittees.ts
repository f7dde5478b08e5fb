import type { Transaction } from '#server/platform/postgres/db.ts'

/**
 * Links the bills, events and votes that named a committee before the committee was imported. Their records contain only the
 * committee's name. They are linked only if exactly one committee of the chamber has this name (`committee_named`).
 */
export async function linkNamedCommittees(db: Transaction, names: readonly string[]): Promise<void> {
  if (names.length === 0) return
  const nameKeys = [...new Set(names.map((name) => name.toLowerCase()))]
  const linkedBills = await db<{ bill_id: string }[]>`
    update bill_committees c set committee_id = n.committee_id
      from (select o.bill_id, o.position, committee_named(array[
                     split_part(b.source_id, '/', 1) || case
                       when o.chamber = 'Senate' then '/upper' when o.chamber in ('House', 'Assembly') then '/lower'
                       else '/legislature' end], o.name) as committee_id
              from bill_committees o join bills b using (bill_id)
             where o.committee_id is null and committee_key(o.name) = any(array(select committee_key(n) from unnest(${nameKeys}::text[]) n))) n
     where c.bill_id = n.bill_id and c.position = n.position and n.committee_id is not null
    returning c.bill_id`
  await db`
    update events e set committee_id = n.committee_id
      from (select event_id, committee_named(event_bodies(organization), committee_name) as committee_id
              from events where committee_id is null and committee_key(committee_name) = any(array(select committee_key(n) from unnest(${nameKeys}::text[]) n))) n
     where e.event_id = n.event_id and n.committee_id is not null`
  await db`
    update vote_events e set committee_id = n.committee_id
      from (select vote_event_id, voting_committee(organization, committee_name) as committee_id
              from vote_events
             where committee_id is null and committee_name is not null
                   and committee_key(committee_name) = any(array(select committee_key(n) from unnest(${nameKeys}::text[]) n))) n
     where e.vote_event_id = n.vote_event_id and n.committee_id is not null`
  if (linkedBills.length === 0) return
  await db`
    update bill_parts p set detail = d.detail
      from bill_parts o cross join lateral bill_parts_detail(o.bill_id, o.page) d
     where o.bill_id = any(${[...new Set(linkedBills.map(({ bill_id }) => bill_id))]}::uuid[]) and p.bill_id = o.bill_id`
}
