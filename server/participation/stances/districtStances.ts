import {
  averageDistrict,
  isWholeState,
  listDistrictStances,
  roundToFive,
  type DistrictRelease,
  type DistrictStances,
  type ReleasedDivision,
  type WithheldReason,
} from '#contract/bills/districts.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { StanceCounts } from '#contract/stances.ts'
import { nameDivisions } from '#server/legislation/places/myDistricts.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Db } from '#server/platform/postgres/db.ts'

type Row = Pick<ReleasedDivision, 'residents' | 'residents_as_of' | 'residents_source'> & {
  division: string
  /** The day of the division's own counts, or null if it has none. */
  released_on: string | null
  withheld_reason: WithheldReason | null
  n: number | null
  counts: StanceCounts
}

/** The weekly numbers of the divisions in which the member lives. Those of other divisions are never returned. */
export const districtStancesRoute = read(listDistrictStances, async ({ db, me, input }) => {
  const [bill] = await db<
    { needs_address: boolean; last_release: string | null; unmatched: number | null }[]
  >`
    select coalesce(btrim((select address from users where user_id = ${me.user_id})), '') = '' as needs_address,
           (select max(released_on)::text from stance_releases where counted_at is not null) as last_release,
           (select unmatched from district_releases
             where bill_id = b.bill_id and division = 'ocd-division/country:us') as unmatched
      from bills b where b.bill_id = ${input.id}`
  if (!bill) refuse('bill_not_found')
  const { needs_address: needsAddress, last_release, unmatched } = bill
  if (needsAddress) return { districts: [], unmatched_total: unmatched ?? 0, needsAddress }
  const rows = await selectOwnDivisions(db, input.id, me.user_id)
  const names = await nameDivisions(
    db,
    rows.map(({ division }) => division),
  )
  const districts: DistrictStances[] = rows.map((row, index) => ({
    division: describeDivision(row, names[index]?.name ?? row.division),
    release: last_release === null ? null : describeRelease(row, last_release),
  }))
  return { districts, unmatched_total: unmatched ?? 0, needsAddress }
})

/** Selects the member's divisions with their counts, in the order of a district, county, city, state district and state. */
function selectOwnDivisions(db: Db, bill_id: string, user_id: string): Promise<Row[]> {
  return db<Row[]>`
    select m.division, r.released_on::text, r.withheld_reason, r.n,
           json_build_object('support_count', r.support, 'oppose_count', r.oppose, 'neutral_count', r.neutral,
                             'learning_count', r.learning) as counts,
           p.residents, p.as_of::text as residents_as_of, p.source as residents_source
      from member_divisions m
      left join district_releases r on r.bill_id = ${bill_id} and r.division = m.division
      left join lateral (
        select residents, as_of, source from division_populations
         where division = m.division order by as_of desc limit 1) p on true
     where m.user_id = ${user_id}
       and (is_released_part(m.division) or m.division ~ '^ocd-division/country:us/(state|district|territory):[a-z]{2}$')
     order by case when m.division ~ '/cd:' then 1 when m.division ~ '/(sldu|sldl):' then 4 when m.division ~ '/place:' then 3
                   when is_released_part(m.division) then 2 else 5 end, m.division`
}

function describeDivision(
  { division, residents, residents_as_of, residents_source }: Row,
  name: string,
): ReleasedDivision {
  // A district at large is its state, whose number of residents is another one.
  const is_average = residents === null && /\/cd:\d+$/.test(division)
  return {
    division_id: division,
    name,
    residents: is_average ? averageDistrict : residents,
    residents_as_of: is_average ? '2020-04-01' : residents_as_of,
    residents_source: is_average ? 'Average congressional district, Census of 2020' : residents_source,
    is_average,
  }
}

/** Returns the release of a division, rounded unless it is a state. A division without a row has too few stances. */
export function describeRelease(
  row: Omit<Row, keyof ReleasedDivision>,
  last_release: string,
): DistrictRelease {
  const { division, released_on, withheld_reason, n, counts } = row
  const reason = n === null ? 'too_few' : withheld_reason
  if (n === null || reason !== null) {
    return {
      released_on: released_on ?? last_release,
      is_shown: false,
      withheld_reason: reason,
      total: null,
      counts: null,
    }
  }
  const round = isWholeState(division) ? (members: number) => members : roundToFive
  return {
    released_on: released_on ?? last_release,
    is_shown: true,
    withheld_reason: null,
    total: round(n),
    counts: {
      support_count: round(counts.support_count),
      oppose_count: round(counts.oppose_count),
      neutral_count: round(counts.neutral_count),
      learning_count: round(counts.learning_count),
    },
  }
}
