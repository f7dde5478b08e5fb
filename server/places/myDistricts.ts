import { divisionName, type MyPlaces, type NamedDivision } from '../../contract/places.ts'
import type { Db } from '../postgres/db.ts'
import type { Candidates } from './addressMatch.ts'
import { type DivisionKind, divisionKinds } from './gazetteer/divisionRecords.ts'
import { type DivisionName, selectDivisions } from './queries.ts'
import { selectMemberDivisions } from './residence.ts'

type Found = Pick<MyPlaces, 'precision' | 'source' | 'map'> & { candidates: Candidates; note: string | null }

/** What is known of the caller's own address; null without one, or before it was looked at. */
export async function readMyPlaces(db: Db, user_id: string): Promise<MyPlaces | null> {
  const [residence] = await db<Found[]>`
    select precision, source, map_congress as map, candidates, note from residences where user_id = ${user_id}`
  if (!residence) return null
  const { candidates, note, precision, source, map } = residence
  const held = await selectMemberDivisions(db, user_id)
  const all = [...held.map((one) => one.division), ...Object.values(candidates).flat()]
  const names = await selectDivisions(db, all)
  const list = (ids: string[]) => ids.map((id) => describe(names, id)).toSorted(byName)
  return {
    precision,
    source,
    map,
    divisions: held
      .map(({ division, chosen }) => Object.assign(describe(names, division), { chosen }))
      .toSorted((one, other) => rankOf(one.kind) - rankOf(other.kind)),
    candidates: {
      congressional_district: list(candidates.congressional_district),
      county: list(candidates.county),
      place: list(candidates.place),
    },
    address_note: note,
  }
}

/** Each division with its kind and the name that people are shown. */
export async function nameDivisions(db: Db, ids: string[]): Promise<NamedDivision[]> {
  const names = await selectDivisions(db, ids)
  return ids.map((id) => describe(names, id))
}

function describe(names: Map<string, DivisionName>, division: string): NamedDivision {
  const known = names.get(division)
  return known
    ? { division, kind: known.kind, name: known.name }
    : { division, kind: 'other', name: divisionName(division) }
}

function rankOf(kind: string): number {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a kind that is none of ours has no place in the list
  return divisionKinds.indexOf(kind as DivisionKind)
}

/** District 2 before district 10. */
function byName(one: NamedDivision, other: NamedDivision): number {
  return one.name.localeCompare(other.name, 'en', { numeric: true })
}
