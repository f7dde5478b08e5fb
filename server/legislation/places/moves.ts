import { longDate } from '#server/platform/language/english.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { country } from './addressMatch.ts'

/**
 * The number of moves within `movesDays` that change a member's divisions. The first home does not count as a move.
 */
const movesAllowed = 3
const movesDays = 30

/** The result of counting: either the move is allowed, or it is refused until a time. */
type Move = {
  /** The time from which the move is allowed, which is when the oldest recent move no longer counts, or null if it is. */
  waitsUntil: string | null
  /** The divisions of the home that counts. A member may return to these at any time. */
  home: readonly string[]
}

/**
 * Counts a move if the member gains a division that their last counted home did not have. The comparison is not with the
 * divisions of the moment: otherwise removing the address, a vague address or a refused move in between would make each
 * further home free. More detail about the same home is not a move, and neither is losing divisions. A home is only the
 * same if the member keeps all of its divisions: another town whose county the last home did not name is a move.
 *
 * @param next the divisions of the new home
 * @param isNewMap the district maps changed and the home did not so that other districts are not a move
 */
export async function countMove(
  db: Db,
  user_id: string,
  next: readonly string[],
  isNewMap = false,
): Promise<Move> {
  const home = await selectCountedHome(db, user_id)
  const comparable = isNewMap ? (home ?? []).filter((division) => !isDistrict(division)) : (home ?? [])
  const gained = next.filter((division) => division !== country && !comparable.includes(division))
  if (gained.length === 0) {
    // On a new map the home no longer has a district. The member may choose the new one, as a detail.
    await saveCountedHome(db, user_id, comparable, next)
    return { waitsUntil: null, home: home ? comparable : next }
  }
  const isSameHome = comparable.every((division) => division === country || next.includes(division))
  if (home && isSameHome && gained.every((division) => isDetail(comparable, division))) {
    const detailed = [...comparable, ...gained]
    await saveCountedHome(db, user_id, detailed, next)
    return { waitsUntil: null, home: detailed }
  }
  const moves = await db<{ is_first: boolean; counts_until: string; is_recent: boolean }[]>`
    select is_first, moved_at + make_interval(days => ${movesDays}) as counts_until,
           moved_at > now() - make_interval(days => ${movesDays}) as is_recent
      from member_moves where user_id = ${user_id} order by moved_at desc limit ${movesAllowed + 1}`
  const oldest = moves.filter((move) => move.is_recent && !move.is_first)[movesAllowed - 1]
  if (oldest) {
    await recordAction(db, { action: 'move_delayed', user_id, detail: { until: oldest.counts_until } })
    await saveCountedHome(db, user_id, home ?? [], next)
    return { waitsUntil: oldest.counts_until, home: home ?? [] }
  }
  const is_first = moves.length === 0
  await db`
    insert into member_moves (user_id, moved_at, is_first) values (${user_id}, clock_timestamp(), ${is_first})`
  await recordAction(db, { action: 'moved', user_id, detail: { is_first } })
  await saveCountedHome(db, user_id, next, next)
  return { waitsUntil: null, home: next }
}

/** Starts the time after which the counted home of a member without an address is forgotten. */
export async function leaveCountedHome(db: Db, user_id: string): Promise<void> {
  const home = await selectCountedHome(db, user_id)
  await saveCountedHome(db, user_id, home ?? [], [])
}

export function formatMoveNote(until: string): string {
  return `You've moved ${movesAllowed} times in the last ${movesDays} days. This address is saved, and you can use its local groups and representatives from ${longDate(until)}.`
}

async function selectCountedHome(db: Db, user_id: string): Promise<readonly string[] | undefined> {
  const [row] = await db<{ divisions: string[] }[]>`
    select divisions from counted_homes where user_id = ${user_id}`
  return row?.divisions
}

/**
 * Saves the counted home. It expires if the member no longer lives anywhere, once no move from it can count. From then
 * on, every home of the member is a move.
 *
 * @param current the divisions of the member's address, even if the move there was refused
 */
async function saveCountedHome(
  db: Db,
  user_id: string,
  home: readonly string[],
  current: readonly string[],
): Promise<void> {
  const isElsewhere = !current.some((division) => division !== country)
  if (home.length === 0) return
  await db`
    insert into counted_homes as stored (user_id, divisions, expires_at)
    values (${user_id}, ${[...home]}::text[],
            case when ${isElsewhere} then now() + make_interval(days => ${movesDays}) end)
    on conflict (user_id) do update set divisions = excluded.divisions,
      expires_at = case when ${isElsewhere} then coalesce(stored.expires_at, excluded.expires_at) end`
}

/** Returns whether a division only adds detail to a home: the home has no division of its kind and is in its state. */
function isDetail(home: readonly string[], division: string): boolean {
  const state = stateDivisionOf(division)
  const states = home.flatMap((known) => stateDivisionOf(known) ?? [])
  return (
    !home.some((known) => kindOf(known) === kindOf(division)) &&
    (states.length === 0 || (state !== null && states.includes(state)))
  )
}

/** Returns the kind of a division, such as "place". A state, a territory and the District of Columbia are one kind. */
function kindOf(division: string): string {
  return stateDivisionOf(division) === division
    ? 'state'
    : (/([a-z_]+):[^/:]*$/.exec(division)?.[1] ?? division)
}

function isDistrict(division: string): boolean {
  return /\/(cd|sldl|sldu):[^/]+$/.test(division)
}

export function stateDivisionOf(division: string): string | null {
  return /^ocd-division\/country:us\/(?:state|territory|district):[a-z]{2}/.exec(division)?.[0] ?? null
}
