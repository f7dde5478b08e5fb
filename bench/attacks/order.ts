import type { Db } from '#server/platform/postgres/db.ts'
import type { Votes } from './simulatedBill.ts'

export type RankedComment = { score: number; hasBadge: boolean }

/** Scores comments with the functions of the database. */
export async function score(db: Db, all: readonly Votes[]): Promise<RankedComment[]> {
  const results: RankedComment[] = []
  for (let start = 0; start < all.length; start += 20_000) {
    const part = all.slice(start, start + 20_000)
    const column = (index: number) => part.map((votes) => votes[index]!)
    // oxlint-disable-next-line no-await-in-loop -- one portion after another
    const rows = await db<RankedComment[]>`
      select bridging_score(true, a, b, c, d, e, f)::int as score,
             is_liked_by_side(a, b) and is_liked_by_side(c, d) as "hasBadge"
        from unnest(${column(0)}::int[], ${column(1)}::int[], ${column(2)}::int[], ${column(3)}::int[],
                    ${column(4)}::int[], ${column(5)}::int[]) with ordinality as v (a, b, c, d, e, f, position)
       order by position`
    results.push(...rows)
  }
  return results
}

/** The place of a comment in the order, from 0. Among equals, the later one comes first. */
export function placeOf(ranked: readonly RankedComment[], index: number): number {
  const ownScore = ranked[index]!.score
  return ranked.filter(({ score: other }, at) => other > ownScore || (other === ownScore && at > index))
    .length
}

/** How far a move has to be to count, in places of 20. */
const smallMove = 2

/** True if the first or the last comment of the order changed its place by more than 2 of 20. */
export function isMoved(before: readonly RankedComment[], after: readonly RankedComment[]): boolean {
  const ends = before.keys().filter((index) => [0, before.length - 1].includes(placeOf(before, index)))
  return ends.some((index) => Math.abs(placeOf(after, index) - placeOf(before, index)) > smallMove)
}

export const percent = (part: number, whole: number) =>
  `${whole === 0 ? 0 : Math.round((1000 * part) / whole) / 10}%`
