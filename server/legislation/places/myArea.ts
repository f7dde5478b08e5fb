import type { OutputOf } from '#contract/kit/endpoint.ts'
import { maxAreaBills } from '#contract/places.ts'
import type * as contract from '#contract/places.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { nameDivisions } from './myDistricts.ts'
import { selectMemberDivisions } from './residence.ts'

type Area = OutputOf<typeof contract.getMyArea>

/** Reads the groups and the bill counts of the divisions that the member lives in, the largest division first. */
export async function getMyArea(db: Db, user_id: string): Promise<Area> {
  const divisions = (await selectMemberDivisions(db, user_id)).map(({ division }) => division)
  const [groups, counts, names] = await Promise.all([
    db<Area['groups']>`
      select group_id, group_name, group_type from groups
       where jurisdiction = any(${divisions}::text[])
       order by array_position(array['country', 'state', 'county', 'place'], group_type), group_name`,
    db<{ division: string; bill_count: number }[]>`
      select division, counted.bill_count
        from unnest(${divisions}::text[]) as own (division)
       cross join lateral (
         select count(*)::int as bill_count
           from (select from bills where jurisdiction = own.division limit ${maxAreaBills}) found) counted
       where counted.bill_count > 0 order by length(division), division`,
    nameDivisions(db, divisions),
  ])
  const nameOf = new Map(names.map(({ division, name }) => [division, name]))
  return {
    groups,
    bodies: counts.map((body) => Object.assign(body, { name: nameOf.get(body.division) ?? body.division })),
  }
}
