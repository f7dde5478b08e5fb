import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Ends, as of today, the terms of officials who are no longer in the roster of their organization. Returns the ended
 * terms. A single office, such as a governor's, passes to the person in the roster. A roster with fewer
 * than half of a chamber's members is treated as an excerpt and retires nobody. The pattern in the statement matches
 * the chambers.
 *
 * @param named ids of the officials in office today, by organization
 */
export async function retireUnnamed(
  db: Db,
  named: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<{ rep_id: string; organization: string }[]> {
  const rows = [...named].flatMap(([organization, people]) =>
    [...people].map((rep_id) => ({ organization, rep_id })),
  )
  if (rows.length === 0) return []
  return db<{ rep_id: string; organization: string }[]>`
    with named as materialized (
      select organization, rep_id from jsonb_to_recordset(${db.json(rows)}) as r(organization text, rep_id text)),
    in_office as materialized (
      select t.term_id, t.rep_id, t.organization, n.rep_id is not null as is_named
        from representative_terms t left join named n using (organization, rep_id)
       where t.organization in (select organization from named)
         and (t.valid_from is null or t.valid_from < current_date)
         and (t.valid_to is null or t.valid_to > current_date)),
    -- A list that names fewer than half of the members of a chamber is not complete, so it ends no terms.
    complete_lists as (
      select organization from in_office group by organization
      having count(*) filter (where is_named) * 2 >= count(*)
          or organization !~ '^(us/(house|senate)|[a-z]{2}/(upper|lower|legislature)|ny/place:new_york/council)$')
    update representative_terms set valid_to = current_date, end_reason = coalesce(end_reason, 'unknown')
     where term_id in (select term_id from in_office where not is_named and organization in (select organization from complete_lists))
    returning rep_id, organization`
}
