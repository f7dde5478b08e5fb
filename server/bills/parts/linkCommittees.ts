import type { Transaction } from '../../postgres/db.ts'
import type { ImportedCommittee } from '../../sources/committees/importedCommittee.ts'

/**
 * Links the bills that named a committee before the committee was imported. Their records contain only the committee's
 * name. A bill is linked only if exactly one committee of the chamber that the record names has this name.
 */
export async function linkBillsToCommittees(
  db: Transaction,
  committees: readonly ImportedCommittee[],
): Promise<void> {
  const names = committees.flatMap(({ committee_id, organization, name, other_names }) =>
    [name, ...other_names].map((text) => ({ committee_id, organization, name: text.toLowerCase() })),
  )
  if (names.length === 0) return
  const linked = await db<{ bill_id: string }[]>`
    with names as materialized (
      select organization, name, min(committee_id) as committee_id
        from jsonb_to_recordset(${db.json(names)}) as r(committee_id text, organization text, name text)
       group by 1, 2 having count(distinct committee_id) = 1)
    update bill_committees c set committee_id = n.committee_id
      from names n, bills b
     where c.committee_id is null and lower(c.name) = n.name and b.bill_id = c.bill_id
       and n.organization = split_part(b.source_id, '/', 1) || case
             when c.chamber = 'Senate' then '/upper' when c.chamber in ('House', 'Assembly') then '/lower' else '/legislature' end
    returning c.bill_id`
  if (linked.length === 0) return
  await db`
    update bill_parts p set detail = d.detail
      from bill_parts o cross join lateral bill_parts_detail(o.bill_id, o.page) d
     where o.bill_id = any(${[...new Set(linked.map(({ bill_id }) => bill_id))]}::uuid[]) and p.bill_id = o.bill_id`
}
