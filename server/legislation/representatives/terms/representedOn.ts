import { refuse } from '#contract/kit/refusals.ts'
import type { UpcomingDistricts } from '#contract/representatives.ts'
import { congressionalMapOn, selectMemberDistricts } from '#server/legislation/places/districtMaps.ts'
import { nameDivisions } from '#server/legislation/places/myDistricts.ts'
import { selectMemberDivisions } from '#server/legislation/representatives/inOffice.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export type DivisionsOn = {
  divisions: string[]
  as_of: string
  map_id: string | null
  isToday: boolean
}

/** The first day on which the public rosters have terms of all members of Congress. */
const firstDay = '2003-01-03'

/**
 * Returns the divisions of a member's address on a day, on the maps of that day. If the map of the day is not known,
 * returns only the divisions that elect statewide offices.
 *
 * @param on the day as YYYY-MM-DD. Undefined for today.
 */
export async function divisionsOn(db: Db, user_id: string, on: string | undefined): Promise<DivisionsOn> {
  const day = await checkDay(db, on)
  if (!day) refuse('invalid_date')
  const { as_of, isKnown, isToday } = day
  const current = await selectMemberDivisions(db, user_id)
  const map_id = await congressionalMapOn(db, as_of)
  if (isToday) return { divisions: current, as_of, map_id, isToday }
  if (!isKnown || map_id === null) {
    return { divisions: current.filter(isStatewide), as_of, map_id: null, isToday }
  }
  const [residence] = await db<{ map_id: string }[]>`
    select 'cd' || map_congress as map_id from residences where user_id = ${user_id}`
  const currentMap = residence?.map_id ?? (await congressionalMapOn(db, await todayOf(db)))
  if (currentMap === map_id) return { divisions: current, as_of, map_id, isToday }
  const districts = await selectMemberDistricts(db, user_id, map_id)
  const certain = districts
    .filter(({ precision }) => precision !== 'probable')
    .map(({ division }) => division)
  const others = current.filter((division) => !/\/cd:/.test(division))
  return { divisions: [...others, ...certain], as_of, map_id, isToday }
}

/** Returns the map of congressional districts that begins to apply within a year, or undefined if there is none. */
export async function nextMap(db: Db): Promise<{ map_id: string; valid_from: string } | undefined> {
  const [map] = await db<{ map_id: string; valid_from: string }[]>`
    select map_id, valid_from from district_maps
     where organization = 'us/house' and valid_from > current_date and valid_from <= current_date + interval '1 year'
     order by valid_from limit 1`
  return map
}

/** Returns the member's congressional districts on the next map, or null if the map or the districts are not known. */
export async function upcomingDistricts(db: Db, user_id: string): Promise<UpcomingDistricts | null> {
  const map = await nextMap(db)
  if (!map) return null
  const districts = await selectMemberDistricts(db, user_id, map.map_id)
  if (districts.length === 0) return null
  const divisionNames = await nameDivisions(
    db,
    districts.map(({ division }) => division),
  )
  return {
    map_id: map.map_id,
    from: map.valid_from,
    is_certain: districts.every(({ precision }) => precision !== 'probable'),
    districts: divisionNames.map(({ division, name }) => ({ division, name })),
  }
}

/** Returns true if the division is a whole state or the country, whose offices no district map changes. */
export function isStatewide(division: string): boolean {
  return !/\/(cd|sld[lu]|ward|place|county|parish|borough|census_area|municipio|council_district):/.test(
    division,
  )
}

/**
 * Checks a day as YYYY-MM-DD, or takes today. `isKnown` says whether the district map of the day is known. Null if the
 * text is not a date or is outside of the years for which terms are recorded.
 */
export async function checkDay(db: Db, on: string | undefined) {
  const today = await todayOf(db)
  if (on === undefined || on === today) return { as_of: today, isKnown: true, isToday: true }
  const [bounds] = await db<{ last: string; known_until: string; known_from: string | null }[]>`
    select (current_date + interval '3 years')::date as last, (current_date + interval '1 year')::date as known_until,
           (select min(valid_from) from district_maps where organization = 'us/house') as known_from`
  if (!isDay(on) || on < firstDay || on > (bounds?.last ?? '')) return null
  const isKnown = on >= (bounds?.known_from ?? '9999') && on <= (bounds?.known_until ?? '')
  return { as_of: on, isKnown, isToday: false }
}

async function todayOf(db: Db): Promise<string> {
  const [clock] = await db<{ today: string }[]>`select current_date::text as today`
  return clock?.today ?? ''
}

function isDay(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
