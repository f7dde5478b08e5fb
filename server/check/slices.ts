import { foldBillCounters } from '../bills/counterFolding.ts'
import { isCollision, type Pool, PostgresError } from '../postgres/db.ts'
import type { DerivedCount, Keys, Mismatch, Repair } from './derivedCount.ts'
import { derivedCounts, type Problem, problemOf, renewPages } from './derivedCounts.ts'
import { certainKeys, everyKey, firstKeys, keysOf, type Slice } from './scope.ts'

/** Where a slice begins: the index of the value in `derivedCounts`, and the first key. */
export type Position = { index: number; key: string }

export type Walk = {
  start?: Position | null
  repair?: boolean
  /** The most keys of a slice. Without it, each value has its own number. */
  keysPerSlice?: number
  /** Called before each slice. */
  onSlice?: (position: Position) => void
  /** Called for each wrong value, before it is repaired. */
  onProblem?: (problem: Problem) => void
}

/** `found` is the number of wrong values. `left` are those that are still wrong after the repair. */
export type Outcome = { found: number; left: Problem[] }

/**
 * Compares every stored value with its rows, a slice of the keys at a time. Each slice is one short transaction that only
 * reads. With `repair`, the wrong values of a slice are corrected before the next slice is compared.
 */
export async function checkInSlices(pool: Pool, walk: Walk): Promise<Outcome> {
  const found = new Set<string>()
  const left: Problem[] = []
  const start = walk.start ?? null
  for (const [index, count] of derivedCounts.entries()) {
    if (start && index < start.index) continue
    let key: string | null = start?.index === index ? start.key : firstKeys[count.keys?.type ?? 'uuid']
    while (key !== null) {
      walk.onSlice?.({ index, key })
      const slice: Slice = count.keys
        ? await sliceFrom(pool, { ...count.keys, size: walk.keysPerSlice ?? count.keys.size }, key)
        : { first: key, next: null }
      const { mismatches, remaining } = await compareSlice(pool, count, slice, walk.repair ?? false)
      for (const problem of mismatches.map((mismatch) => problemOf(count, mismatch))) {
        // A pair of bills and a word are found in the slice of each of their bills.
        const name = `${problem.what} ${problem.where}`
        if (found.has(name)) continue
        found.add(name)
        walk.onProblem?.(problem)
      }
      left.push(...remaining.map((mismatch) => problemOf(count, mismatch)))
      key = slice.next
    }
  }
  return { found: found.size, left: withoutRepeats(left) }
}

async function sliceFrom(pool: Pool, { table, column, type, size }: Keys, first: string): Promise<Slice> {
  const [row] = await pool<{ next: string }[]>`
    select ${pool(column)} as next from ${pool(table)} where ${pool(column)} >= ${first}::${pool.unsafe(type)}
     order by ${pool(column)} offset ${size} limit 1`
  return { first, next: row?.next ?? null }
}

async function compareSlice(pool: Pool, count: DerivedCount, slice: Slice, repair: boolean) {
  const mismatches = await findInSlice(pool, count, slice)
  if (!repair || !count.repair || mismatches.length === 0) return { mismatches, remaining: mismatches }
  await repairKeys(pool, count, count.repair, [...new Set(mismatches.map(({ key }) => key))])
  return { mismatches, remaining: await findInSlice(pool, count, slice) }
}

function findInSlice(pool: Pool, count: DerivedCount, slice: Slice): Promise<Mismatch[]> {
  return pool.begin({ mode: 'isolation level repeatable read, read only' }, (db) =>
    count.find(db, count.keys ? keysOf(db, count.keys.type, slice) : everyKey(db)),
  )
}

/** The most keys that one transaction repairs, because it keeps their rows locked. */
const keysAtOnce = 50

async function repairKeys(pool: Pool, count: DerivedCount, repair: Repair, keys: string[]): Promise<void> {
  if (repair.needsFold) await foldBillCounters(pool)
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    // oxlint-disable-next-line no-await-in-loop -- one short transaction after another
    await repairBatch(pool, count, repair, keys.slice(at, at + keysAtOnce), 5)
  }
}

/**
 * Repairs a few keys. If the transaction collides with others again and again, the values stay wrong and are reported
 * as such.
 */
async function repairBatch(
  pool: Pool,
  count: DerivedCount,
  repair: Repair,
  keys: string[],
  retries: number,
): Promise<void> {
  try {
    await pool.begin(async (db) => {
      const scope = count.keys ? certainKeys(db, count.keys.type, keys) : everyKey(db)
      await repair.lock(db, keys)
      // This is another statement, so it sees what was committed while the locks were waited for.
      await repair.write(db, scope)
      if (repair.isOnPagesOf) await renewPages(db, repair.isOnPagesOf, scope)
    })
  } catch (error) {
    if (!mayPass(error)) throw error
    if (retries > 0) await repairBatch(pool, count, repair, keys, retries - 1)
  }
}

/** A collision, a lock that another transaction kept too long, or a row that was deleted while this waited. */
function mayPass(error: unknown): boolean {
  return isCollision(error) || (error instanceof PostgresError && ['55P03', '23503'].includes(error.code))
}

function withoutRepeats(problems: Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.what} ${problem.where}`, problem])).values()]
}
