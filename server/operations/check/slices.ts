import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import { isCollision, type Pool, PostgresError } from '#server/platform/postgres/db.ts'
import type { DerivedCount, Keys, Mismatch, Repair } from './derivedCount.ts'
import { derivedCounts, type Problem, problemOf, renewPages } from './derivedCounts.ts'
import { Findings } from './findings.ts'
import { certainKeys, everyKey, firstKeys, keysOf, type Slice } from './scope.ts'

/** Where a slice begins: the index of the value in `derivedCounts`, and the first key. */
export type Position = { index: number; key: string }

export type Walk = {
  start?: Position | null
  repair?: boolean
  /** The maximum number of keys in a slice. If omitted, each value has its own maximum. */
  keysPerSlice?: number
  /** Called before each slice. */
  onSlice?: (position: Position) => void
  /** Called for each wrong value, before it is repaired. */
  onProblem?: (problem: Problem) => void
}

export type Outcome = {
  /** Wrong values, before any repair. */
  found: number
  /** Wrong values that a repair would not correct, or all of them without a repair. */
  left: number
  /** The wrong values that are left, up to 1,000 of each derived value. */
  problems: Problem[]
  /** Wrong values that were not repaired because other transactions kept colliding with the repair. */
  busy: number
  /** Slices that were not compared because the database refused each attempt to read them. */
  skipped: number
}

/**
 * Compares every stored value with its rows, a slice of the keys at a time. Each slice is one short transaction that only
 * reads. With `repair`, the wrong values of a slice are corrected before the next slice is compared.
 */
export async function checkInSlices(pool: Pool, walk: Walk): Promise<Outcome> {
  const totals: Totals = { found: new Findings(), left: new Findings(), busy: new Findings(), skipped: 0 }
  const start = walk.start ?? null
  for (const index of derivedCounts.keys()) {
    if (start && index < start.index) continue
    // oxlint-disable-next-line no-await-in-loop -- a value that others are computed from comes before them
    await checkValue(pool, walk, totals, start?.index === index ? start : { index, key: null })
  }
  const { found, left, busy, skipped } = totals
  return { found: found.total, left: left.total, problems: left.listed, busy: busy.total, skipped }
}

type Totals = { found: Findings; left: Findings; busy: Findings; skipped: number }

async function checkValue(
  pool: Pool,
  walk: Walk,
  totals: Totals,
  { index, key: start }: { index: number; key: string | null },
): Promise<void> {
  const count = derivedCounts[index]!
  let key: string | null = start ?? firstKeys[count.keys?.type ?? 'uuid']
  while (key !== null) {
    walk.onSlice?.({ index, key })
    key = await checkSlice(pool, walk, totals, count, key)
  }
}

/** Compares the slice that begins with a key, and returns the first key of the next one. */
async function checkSlice(
  pool: Pool,
  walk: Walk,
  totals: Totals,
  count: DerivedCount,
  first: string,
): Promise<string | null> {
  const slice = await unlessBusy(() => sliceOf(pool, count, first, walk))
  const compared = slice === isBusy ? isBusy : await compareSlice(pool, count, slice, walk.repair ?? false)
  if (compared === isBusy) totals.skipped += 1
  else {
    for (const mismatch of compared.mismatches) {
      const problem = problemOf(count, mismatch)
      if (totals.found.add(problem)) walk.onProblem?.(problem)
    }
    for (const mismatch of compared.left) totals.left.add(problemOf(count, mismatch))
    for (const mismatch of compared.busy) totals.busy.add(problemOf(count, mismatch))
  }
  // If the slice could not be read, the key after it is unknown, so the rest of the value is skipped too.
  return slice === isBusy ? null : slice.next
}

async function sliceOf(pool: Pool, { keys }: DerivedCount, first: string, walk: Walk): Promise<Slice> {
  if (!keys) return { first, next: null }
  return sliceFrom(pool, { ...keys, size: walk.keysPerSlice ?? keys.size }, first)
}

async function sliceFrom(pool: Pool, { table, column, type, size }: Keys, first: string): Promise<Slice> {
  const [row] = await pool<{ next: string }[]>`
    select ${pool(column)} as next from ${pool(table)} where ${pool(column)} >= ${first}::${pool.unsafe(type)}
     order by ${pool(column)} offset ${size} limit 1`
  return { first, next: row?.next ?? null }
}

type Comparison = { mismatches: Mismatch[]; left: Mismatch[]; busy: Mismatch[] }

async function compareSlice(
  pool: Pool,
  count: DerivedCount,
  slice: Slice,
  repair: boolean,
): Promise<Comparison | typeof isBusy> {
  const mismatches = await findInSlice(pool, count, slice)
  if (mismatches === isBusy) return isBusy
  if (!repair || !count.repair || mismatches.length === 0) return { mismatches, left: mismatches, busy: [] }
  const busyKeys = await repairKeys(pool, count, count.repair, [...new Set(mismatches.map(({ key }) => key))])
  const remaining = await findInSlice(pool, count, slice)
  // It is unknown whether these values were repaired, so the operator should run the check again.
  if (remaining === isBusy) return { mismatches, left: [], busy: mismatches }
  return {
    mismatches,
    left: remaining.filter(({ key }) => !busyKeys.has(key)),
    busy: remaining.filter(({ key }) => busyKeys.has(key)),
  }
}

function findInSlice(pool: Pool, count: DerivedCount, slice: Slice): Promise<Mismatch[] | typeof isBusy> {
  return unlessBusy(() =>
    pool.begin({ mode: 'isolation level repeatable read, read only' }, (db) =>
      count.find(db, count.keys ? keysOf(db, count.keys.type, slice) : everyKey(db)),
    ),
  )
}

/** The maximum number of keys that one transaction repairs, because it keeps their rows locked. */
const keysAtOnce = 50

/** Repairs the values of these keys and returns those whose rows stayed busy. */
async function repairKeys(
  pool: Pool,
  count: DerivedCount,
  repair: Repair,
  keys: string[],
): Promise<Set<string>> {
  if (repair.needsFold && (await unlessBusy(() => foldBillCounters(pool))) === isBusy) return new Set(keys)
  const busyKeys: string[] = []
  for (let at = 0; at < keys.length; at += keysAtOnce) {
    const batch = keys.slice(at, at + keysAtOnce)
    // oxlint-disable-next-line no-await-in-loop -- one short transaction after another
    const repaired = await unlessBusy(() => repairBatch(pool, count, repair, batch))
    if (repaired === isBusy) busyKeys.push(...batch)
  }
  return new Set(busyKeys)
}

async function repairBatch(pool: Pool, count: DerivedCount, repair: Repair, keys: string[]): Promise<void> {
  await pool.begin(async (db) => {
    const scope = count.keys ? certainKeys(db, count.keys.type, keys) : everyKey(db)
    await repair.lock(db, keys)
    // This is a separate statement, so it sees what was committed while the transaction waited for the locks.
    await repair.write(db, scope)
    if (repair.isOnPagesOf) await renewPages(db, repair.isOnPagesOf, scope)
  })
}

const isBusy = Symbol('busy')

/** Tries a transaction again if it collides with others. Returns `isBusy` if each attempt collided. */
async function unlessBusy<T>(attempt: () => Promise<T>, retries = 5): Promise<T | typeof isBusy> {
  try {
    return await attempt()
  } catch (error) {
    if (!mayPass(error)) throw error
    return retries > 0 ? unlessBusy(attempt, retries - 1) : isBusy
  }
}

/**
 * Returns true if another attempt can succeed: after a collision, after a lock that another transaction kept too long, or
 * after a row was deleted while this transaction waited.
 */
function mayPass(error: unknown): boolean {
  return isCollision(error) || (error instanceof PostgresError && ['55P03', '23503'].includes(error.code))
}
