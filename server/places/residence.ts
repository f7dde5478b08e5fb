import { refuse } from '../../contract/kit/refusals.ts'
import type { Choosable } from '../../contract/places.ts'
import { choosable } from '../../contract/places.ts'
import { recordAction } from '../kit/audit.ts'
import type { Db } from '../postgres/db.ts'
import { type Candidates, country, type AddressMatch } from './addressMatch.ts'

/** A division that counts for a member: certain, or by their own word. */
export type MemberDivision = { division: string; chosen: boolean }

/** Moves that carry other local rights, in so many days; the first home is none. */
const movesAllowed = 3
const movesDays = 30

/** A source that was away is asked again after this time. */
const againHours = 1

type Residence = { candidates: Candidates; declined: boolean }

/**
 * Writes down where a member lives: `member_divisions`, `residences` and `users.ocd_city_id`, the one column of users
 * that places keeps. Call it in the transaction that writes the address.
 * @param isSameAddress what the person chose before still counts where it is still possible
 */
export async function saveResidence(
  db: Db,
  user_id: string,
  found: AddressMatch,
  isSameAddress: boolean,
): Promise<void> {
  const before = await lockResidence(db, user_id)
  const held = await selectMemberDivisions(db, user_id)
  const declined = isSameAddress && (before?.declined ?? false)
  const choices = isSameAddress ? choicesOf(held, found.candidates) : {}
  if (!declined && found.named_place) choices.place ??= found.named_place
  const next = withChoices(found.divisions, choices)

  const waits = await wouldWait(db, user_id, held, next)
  await grant(db, user_id, held, waits ? next.filter((one) => holds(held, one.division)) : next)
  const again = waits ?? (found.is_fallback ? db`now() + make_interval(hours => ${againHours})` : null)
  const note = waits ? await moveNote(waits) : found.note
  await db`
    insert into residences (user_id, precision, source, map_congress, candidates, note, declined, retry_at)
    values (${user_id}, ${found.precision}, ${found.source}, ${found.map}, ${db.json(found.candidates)}, ${note},
            ${declined}, ${again})
    on conflict (user_id) do update set
      precision = excluded.precision, source = excluded.source, map_congress = excluded.map_congress,
      candidates = excluded.candidates, note = excluded.note, declined = excluded.declined,
      resolved_at = now(), retry_at = excluded.retry_at`
}

/** Without an address nobody lives anywhere. */
export async function clearResidence(db: Db, user_id: string): Promise<void> {
  await lockResidence(db, user_id)
  await db`delete from member_divisions where user_id = ${user_id}`
  await db`delete from residences where user_id = ${user_id}`
  await db`update users set ocd_city_id = null where user_id = ${user_id} and ocd_city_id is not null`
}

export type Choices = { [kind in Choosable]?: string | null | undefined }

/** Takes the person's word for what their address leaves open: one of the candidates, or null for none of them. */
export async function chooseDistricts(db: Db, user_id: string, wanted: Choices): Promise<void> {
  const named = choosable.filter((kind) => wanted[kind] !== undefined)
  if (named.length === 0) refuse('nothing_to_update')
  const residence = await lockResidence(db, user_id)
  const held = await selectMemberDivisions(db, user_id)
  if (!residence) refuse('not_a_candidate')
  const choices = choicesOf(held, residence.candidates)
  for (const kind of named) {
    const division = wanted[kind] ?? null
    if (division !== null && !residence.candidates[kind].includes(division)) refuse('not_a_candidate')
    choices[kind] = division
  }
  const certain = held.filter((one) => !one.chosen).map((one) => one.division)
  const next = withChoices(certain, choices)
  if (await wouldWait(db, user_id, held, next)) refuse('too_many_moves')
  await grant(db, user_id, held, next)
  const declined = choices.place === null
  await db`update residences set declined = ${declined} where user_id = ${user_id}`
}

/** The member's row is locked first, so that two changes of one home follow each other. */
async function lockResidence(db: Db, user_id: string): Promise<Residence | undefined> {
  await db`select from users where user_id = ${user_id} for no key update`
  const [row] = await db<Residence[]>`select candidates, declined from residences where user_id = ${user_id}`
  return row
}

export function selectMemberDivisions(db: Db, user_id: string): Promise<MemberDivision[]> {
  return db<MemberDivision[]>`
    select division, is_self_reported as chosen from member_divisions where user_id = ${user_id} order by division`
}

function holds(held: MemberDivision[], division: string): boolean {
  return held.some((one) => one.division === division)
}

function choicesOf(held: MemberDivision[], candidates: Candidates): Choices {
  const chosen = new Set(held.filter((one) => one.chosen).map((one) => one.division))
  const choiceOf = (kind: Choosable) => candidates[kind].find((division) => chosen.has(division))
  return {
    congressional_district: choiceOf('congressional_district'),
    county: choiceOf('county'),
    place: choiceOf('place'),
  }
}

/** A choice also says the state, where the ZIP code lies in two. */
function withChoices(certain: string[], choices: Choices): MemberDivision[] {
  const chosen = choosable.flatMap((kind) => choices[kind] ?? [])
  const states = chosen.flatMap((division) => stateDivisionOf(division) ?? [])
  const isStateKnown = certain.some((division) => stateDivisionOf(division) === division)
  const added = new Set([...(isStateKnown ? [] : states), ...chosen])
  return [
    ...certain.map((division) => ({ division, chosen: false })),
    ...[...added]
      .filter((division) => !certain.includes(division))
      .map((division) => ({ division, chosen: true })),
  ]
}

function stateDivisionOf(division: string): string | null {
  return /^ocd-division\/country:us\/(?:state|territory|district):[a-z]{2}/.exec(division)?.[0] ?? null
}

/**
 * When the member may come to other local rights again, if not now. Learning more of the same home is no move, and
 * neither is losing something; the time is that at which the oldest of the last moves no longer counts.
 */
async function wouldWait(
  db: Db,
  user_id: string,
  held: MemberDivision[],
  next: MemberDivision[],
): Promise<string | null> {
  const gains = next.some((one) => one.division !== country && !holds(held, one.division))
  if (!gains) return null
  const loses = held.some((one) => one.division !== country && !holds(next, one.division))
  const moves = await db<{ is_first: boolean; counts_until: string; is_recent: boolean }[]>`
    select is_first, moved_at + make_interval(days => ${movesDays}) as counts_until,
           moved_at > now() - make_interval(days => ${movesDays}) as is_recent
      from member_moves where user_id = ${user_id} order by moved_at desc limit ${movesAllowed + 1}`
  const isAtHome = held.some((one) => one.division !== country)
  if (isAtHome ? !loses : moves.length === 0) {
    if (moves.length === 0) await noteMove(db, user_id, true)
    return null
  }
  const recent = moves.filter((one) => one.is_recent && !one.is_first)
  const oldest = recent[movesAllowed - 1]
  if (oldest) {
    await recordAction(db, { act: 'move_waits', user_id, detail: { until: oldest.counts_until } })
    return oldest.counts_until
  }
  await noteMove(db, user_id, moves.length === 0 && !isAtHome)
  return null
}

async function noteMove(db: Db, user_id: string, is_first: boolean): Promise<void> {
  await db`
    insert into member_moves (user_id, moved_at, is_first) values (${user_id}, clock_timestamp(), ${is_first})`
  await recordAction(db, { act: 'moved', user_id, detail: { is_first } })
}

async function moveNote(until: string): Promise<string> {
  const day = new Date(until).toLocaleDateString('en-US', {
    month: 'long',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  })
  return `You've moved ${movesAllowed} times in the last ${movesDays} days. This address is saved, and you can use its local groups and representatives from ${day}.`
}

/** Only what changes is written: groups follow these rows. */
async function grant(db: Db, user_id: string, held: MemberDivision[], next: MemberDivision[]): Promise<void> {
  const gone = held.filter((one) => !holds(next, one.division)).map((one) => one.division)
  await db`delete from member_divisions where user_id = ${user_id} and division = any(${gone}::text[])`
  await db`
    insert into member_divisions as existing (user_id, division, is_self_reported)
    select ${user_id}, division, chosen::bool
      from unnest(${next.map((one) => one.division)}::text[], ${next.map((one) => String(one.chosen))}::text[])
        as granted (division, chosen)
     order by division
    on conflict (user_id, division) do update set is_self_reported = excluded.is_self_reported
     where existing.is_self_reported <> excluded.is_self_reported`
  await db`
    update users set ocd_city_id = ${cityOf(next)}
     where user_id = ${user_id} and ocd_city_id is distinct from ${cityOf(next)}`
}

/** The place that local bills, groups and counts go by; the District of Columbia is its own city. */
function cityOf(next: MemberDivision[]): string | null {
  const place = next.find((one) => /\/place:[^/]+$/.test(one.division))
  const district = next.find((one) => one.division === `${country}/district:dc`)
  return (place ?? district)?.division ?? null
}
