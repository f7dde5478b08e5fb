import { divisionName, type MyPlaces, type NamedDivision } from '#contract/places.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { Candidates } from './addressMatch.ts'
import { type DivisionKind, divisionKinds } from './gazetteer/divisionRecords.ts'
import { listedDistrictOf } from './listedDistricts.ts'
import { type DivisionName, selectDivisions } from './queries.ts'
import { selectMemberDivisions } from './residence.ts'

type Residence = Pick<MyPlaces, 'precision' | 'source' | 'map' | 'named_place'> & {
  candidates: Candidates
  note: string | null
}

/**
 * Returns the divisions of the member's own address, or null if the member has no address or it has not been geocoded yet.
 */
export async function getMyPlaces(db: Db, user_id: string): Promise<MyPlaces | null> {
  const [residence] = await db<Residence[]>`
    select precision, source, map_congress as map, candidates, note, named_place
      from residences where user_id = ${user_id}`
  if (!residence) return null
  const { candidates, note, precision, source, map, named_place } = residence
  const current = await selectMemberDivisions(db, user_id)
  const all = [...current.map(({ division }) => division), ...Object.values(candidates).flat()]
  const names = await selectDivisions(db, all)
  const list = (ids: string[]) => ids.map((id) => describe(names, id)).toSorted(byName)
  return {
    precision,
    source,
    map,
    divisions: current
      .map(({ division, chosen }) => Object.assign(describe(names, division), { chosen }))
      .toSorted((a, b) => rankOf(a.kind) - rankOf(b.kind)),
    candidates: {
      congressional_district: list(candidates.congressional_district),
      county: list(candidates.county),
      place: list(candidates.place),
    },
    named_place,
    address_note: note,
  }
}

/** Returns each division with its kind and displayed name. */
export async function nameDivisions(db: Db, ids: string[]): Promise<NamedDivision[]> {
  const names = await selectDivisions(db, ids)
  return ids.map((id) => describe(names, id))
}

function describe(names: Map<string, DivisionName>, division: string): NamedDivision {
  const entry = names.get(division)
  return entry
    ? { division, kind: entry.kind, name: entry.name }
    : { division, kind: listedDistrictOf(division) ?? 'other', name: divisionName(division) }
}

function rankOf(kind: string): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an unknown kind is not in the list
  return divisionKinds.indexOf(kind as DivisionKind)
}

/** Sorts district 2 before district 10. */
function byName(a: NamedDivision, b: NamedDivision): number {
  return a.name.localeCompare(b.name, 'en', { numeric: true })
}
