import { refuse } from '#contract/kit/refusals.ts'
import { choosable, listedDistricts, type Choosable, type ListedDistrict } from '#contract/places.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { type Candidates, country, type AddressMatch } from './addressMatch.ts'
import { type MemberDistrict, saveMemberDistricts } from './districtMaps.ts'
import { ensureGroups } from './groups/ensureGroups.ts'
import { followOwnPlaces, updateMemberships } from './groups/memberships.ts'
import { cityOf, listedDistrictOf, selectListedDistricts } from './listedDistricts.ts'
import { countMove, formatMoveNote, leaveCountedHome, stateDivisionOf } from './moves.ts'

/** A division that the member lives in. It is certain, or self-reported if `chosen` is true. */
export type MemberDivision = { division: string; chosen: boolean }

/** An address is geocoded again after this many hours if the geocoder or one of its layers failed. */
const retryHours = 1

type Residence = {
  candidates: Candidates
  declined: boolean
  named_place: string | null
  map_congress: number
}

/**
 * Saves the divisions of a member's address in `member_divisions`, `residences` and `users.ocd_city_id`. Call it in the
 * transaction that saves the address.
 *
 * @param isSameAddress keeps the districts that the member chose if they are still candidates
 */
export async function saveResidence(
  db: Db,
  user_id: string,
  match: AddressMatch,
  isSameAddress: boolean,
): Promise<void> {
  const before = await lockResidence(db, user_id)
  const current = await selectMemberDivisions(db, user_id)
  const declined = isSameAddress && (before?.declined ?? false)
  const choices = isSameAddress ? currentChoices(current, match.candidates) : {}
  // A district chosen on another map may be somewhere else on this map, even if its number is the same.
  if (before && before.map_congress !== match.map) {
    choices.congressional_district = undefined
  }
  // The districts of another address on the next map are not those of this one.
  if (!isSameAddress) {
    await db`delete from residence_divisions where user_id = ${user_id}`
  }
  // The city of the same address stays confirmed.
  const isConfirmed = isSameAddress && before?.named_place === null && typeof choices.place === 'string'
  const named_place = declined || isConfirmed ? null : match.named_place
  if (named_place) choices.place ??= named_place
  const next = withChoices(match.divisions, choices)

  const isNewMap = isSameAddress && before !== undefined && before.map_congress !== match.map
  const { waitsUntil, home } = await countMove(db, user_id, divisionsOf(next), isNewMap)
  const permitted = waitsUntil
    ? next.filter(({ division }) => division === country || home.includes(division))
    : next
  await saveMemberDivisions(db, user_id, current, permitted)
  await saveDistricts(db, user_id, match.map, permitted, match.candidates)
  const retryAt = waitsUntil ?? (match.is_fallback ? db`now() + make_interval(hours => ${retryHours})` : null)
  const note = waitsUntil ? formatMoveNote(waitsUntil) : match.note
  await db`
    insert into residences
      (user_id, precision, source, map_congress, candidates, note, declined, named_place, retry_at)
    values (${user_id}, ${match.precision}, ${match.source}, ${match.map}, ${db.json(match.candidates)}, ${note},
            ${declined}, ${named_place}, ${retryAt})
    on conflict (user_id) do update set
      precision = excluded.precision, source = excluded.source, map_congress = excluded.map_congress,
      candidates = excluded.candidates, note = excluded.note, declined = excluded.declined,
      named_place = excluded.named_place, resolved_at = now(), retry_at = excluded.retry_at, next_map_congress = null`
}

/** Removes all divisions of a member who has removed their address. */
export async function clearResidence(db: Db, user_id: string): Promise<void> {
  await lockResidence(db, user_id)
  const lost = divisionsOf(await selectMemberDivisions(db, user_id))
  await db`delete from member_divisions where user_id = ${user_id}`
  await followOwnPlaces(db, user_id, { gained: [], lost })
  await updateMemberships(db, user_id)
  await leaveCountedHome(db, user_id)
  await db`delete from residences where user_id = ${user_id}`
  await db`delete from residence_divisions where user_id = ${user_id}`
  await db`update users set ocd_city_id = null where user_id = ${user_id} and ocd_city_id is not null`
}

export type Choices = { [kind in Choosable | ListedDistrict]?: string | null | undefined }

/** Saves the member's own choice where the address is ambiguous: one of the possible divisions, or null for none of them. */
export async function chooseMyPlaces(db: Db, user_id: string, wanted: Choices): Promise<void> {
  const kinds = choosable.filter((kind) => wanted[kind] !== undefined)
  const listedKinds = listedDistricts.filter((kind) => wanted[kind] !== undefined)
  if (kinds.length + listedKinds.length === 0) refuse('nothing_to_update')
  const residence = await lockResidence(db, user_id)
  const current = await selectMemberDivisions(db, user_id)
  if (!residence) refuse('no_place_to_choose')
  const choices = currentChoices(current, residence.candidates)
  for (const kind of kinds) {
    const division = wanted[kind] ?? null
    if (division !== null && !residence.candidates[kind].includes(division)) refuse('not_a_candidate')
    choices[kind] = division
  }
  const certain = current.filter(({ chosen }) => !chosen).map(({ division }) => division)
  const possible =
    listedKinds.length > 0
      ? await selectListedDistricts(db, divisionsOf(withChoices(certain, choices)), certain)
      : []
  for (const kind of listedKinds) {
    const division = wanted[kind] ?? null
    if (division !== null && !possible.some((one) => one.kind === kind && one.division === division)) {
      refuse('not_a_candidate')
    }
    choices[kind] = division
  }
  const next = withChoices(certain, choices)
  if ((await countMove(db, user_id, divisionsOf(next))).waitsUntil) refuse('too_many_moves')
  await saveMemberDivisions(db, user_id, current, next)
  await saveDistricts(db, user_id, residence.map_congress, next, residence.candidates)
  const declined = choices.place === null
  const named_place = kinds.includes('place') ? null : residence.named_place
  await db`
    update residences set declined = ${declined}, named_place = ${named_place} where user_id = ${user_id}`
}

/** Locks the member's row first so that concurrent changes of one residence run one after the other. */
async function lockResidence(db: Db, user_id: string): Promise<Residence | undefined> {
  await db`select from users where user_id = ${user_id} for no key update`
  const [row] = await db<
    Residence[]
  >`select candidates, declined, named_place, map_congress from residences where user_id = ${user_id}`
  return row
}

/** Saves the congressional districts of the member on one map, and how certain each of them is. */
async function saveDistricts(
  db: Db,
  user_id: string,
  congress: number,
  divisions: readonly MemberDivision[],
  { congressional_district }: Candidates,
): Promise<void> {
  const exactDistricts = divisions.filter(({ division }) => division.includes('/cd:'))
  const districts: MemberDistrict[] =
    exactDistricts.length > 0
      ? exactDistricts.map(({ division, chosen }) => ({
          division,
          precision: chosen ? 'confirmed' : 'address',
        }))
      : congressional_district.map((division) => ({ division, precision: 'probable' }))
  await saveMemberDistricts(db, user_id, `cd${congress}`, districts)
}

export function selectMemberDivisions(db: Db, user_id: string): Promise<MemberDivision[]> {
  return db<MemberDivision[]>`
    select division, is_self_reported as chosen from member_divisions where user_id = ${user_id} order by division`
}

function divisionsOf(divisions: readonly MemberDivision[]): string[] {
  return divisions.map(({ division }) => division)
}

function includesDivision(divisions: MemberDivision[], id: string): boolean {
  return divisions.some(({ division }) => division === id)
}

function currentChoices(current: MemberDivision[], candidates: Candidates): Choices {
  const chosenIds = new Set(current.filter(({ chosen }) => chosen).map(({ division }) => division))
  const choiceOf = (kind: Choosable) => candidates[kind].find((division) => chosenIds.has(division))
  return {
    congressional_district: choiceOf('congressional_district'),
    county: choiceOf('county'),
    place: choiceOf('place'),
    ...Object.fromEntries(
      [...chosenIds].flatMap((division) => {
        const kind = listedDistrictOf(division)
        return kind ? [[kind, division]] : []
      }),
    ),
  }
}

/**
 * Returns the certain divisions and the choices. If a ZIP code is in two states, the chosen district also determines
 * the state.
 */
function withChoices(certain: string[], choices: Choices): MemberDivision[] {
  const chosenDivisions = choosable.flatMap((kind) => choices[kind] ?? [])
  const states = chosenDivisions.flatMap((division) => stateDivisionOf(division) ?? [])
  const isStateKnown = certain.some((division) => stateDivisionOf(division) === division)
  const added = new Set([...(isStateKnown ? [] : states), ...chosenDivisions])
  for (const kind of listedDistricts) {
    const district = choices[kind]
    const parent = district?.replace(/\/[^/]+$/, '')
    // A district of another state or city does not survive a change of the city, and a found district replaces it.
    const isPossible = parent !== undefined && (certain.includes(parent) || added.has(parent))
    if (district && isPossible && !certain.some((division) => listedDistrictOf(division) === kind)) {
      added.add(district)
    }
  }
  return [
    ...certain.map((division) => ({ division, chosen: false })),
    ...[...added]
      .filter((division) => !certain.includes(division))
      .map((division) => ({ division, chosen: true })),
  ]
}

/** Writes only the rows that change, creates the groups that are missing, and updates the member's groups. */
async function saveMemberDivisions(
  db: Db,
  user_id: string,
  current: MemberDivision[],
  next: MemberDivision[],
): Promise<void> {
  const removed = current
    .map(({ division }) => division)
    .filter((division) => !includesDivision(next, division))
  await db`delete from member_divisions where user_id = ${user_id} and division = any(${removed}::text[])`
  const divisions = divisionsOf(next)
  const chosenFlags = next.map((division) => String(division.chosen))
  await ensureGroups(db, divisions)
  await db`
    insert into member_divisions as existing (user_id, division, is_self_reported)
    select ${user_id}, division, chosen::bool
      from unnest(${divisions}::text[], ${chosenFlags}::text[]) as next (division, chosen)
     order by division
    on conflict (user_id, division) do update set is_self_reported = excluded.is_self_reported
     where existing.is_self_reported <> excluded.is_self_reported`
  const gained = divisions.filter((division) => !includesDivision(current, division))
  await followOwnPlaces(db, user_id, { gained, lost: removed })
  await updateMemberships(db, user_id)
  await db`
    update users set ocd_city_id = ${cityOf(divisions)}
     where user_id = ${user_id} and ocd_city_id is distinct from ${cityOf(divisions)}`
}
