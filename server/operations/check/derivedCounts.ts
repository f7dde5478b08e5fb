import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import { isCollision, type Db, type Pool, PostgresError } from '#server/platform/postgres/db.ts'
import { compare, type Mismatch, repairKey, writeActual } from './compare.ts'
import type { DerivedValue } from './derivedValue.ts'
import { firstKey, inRange, ofKey, type Range, rangeFrom } from './ranges.ts'
import { derivedValues } from './values.ts'

/** A stored value that differs from the value computed from its rows. */
export type Problem = { what: string; where: string; stored: string; actual: string }

/** Where a range begins: the index of the value in `derivedValues`, and the first key. */
export type Position = { index: number; key: string }

export type Options = {
  start?: Position | null
  repair?: boolean
  /** The maximum number of keys in a range. If omitted, each value has its own maximum. */
  keysPerRange?: number
  /** Called before each range. */
  onRange?: (position: Position) => void
  /** Called for each wrong value, before it is repaired. */
  onProblem?: (problem: Problem) => void
}

export type Outcome = {
  /** Wrong values, before any repair. */
  found: number
  /** Wrong values that a repair did not correct, or all of them without a repair. */
  left: number
  /** The wrong values that are left, up to 1,000 of each derived value. */
  problems: Problem[]
  /** Wrong values that were not repaired because other transactions kept colliding with the repair. */
  busy: number
  /** Ranges that were not compared because the database refused each attempt to read them. */
  skipped: number
}

/** How many problems of each derived value are listed. Their total has no limit, but a list of millions would fill the memory. */
export const maxListed = 1_000

/**
 * Compares every stored value with its rows, a range of keys at a time. Each range is one short transaction that only
 * reads. With `repair`, the wrong values of a range are corrected before the next range is compared.
 */
export async function checkDerivedValues(pool: Pool, options: Options = {}): Promise<Outcome> {
  const { start, repair = false, keysPerRange, onRange, onProblem } = options
  const outcome: Outcome = { found: 0, left: 0, problems: [], busy: 0, skipped: 0 }
  for (const [index, value] of derivedValues.entries()) {
    if (start && index < start.index) continue
    let unlisted = maxListed
    for (let key: string | null = start?.index === index ? start.key : firstKey(value.walk); key !== null;) {
      onRange?.({ index, key })
      const first: string = key
      const range: Range | typeof isBusy = await unlessBusy(() =>
        rangeFrom(pool, value.walk, first, keysPerRange),
      )
      const problems = range === isBusy ? isBusy : await find(pool, value, range)
      // If the range could not be read, the key after it is unknown, so the rest of the value is skipped too.
      key = range === isBusy ? null : range.next
      if (range === isBusy || problems === isBusy) {
        outcome.skipped += 1
        continue
      }
      outcome.found += problems.length
      for (const mismatch of problems) onProblem?.(problemOf(value, mismatch))
      const isRepaired = repair && value.isRepairable !== false && problems.length > 0
      const { left, busy } = isRepaired
        ? await repairRange(pool, value, range, problems)
        : { left: problems, busy: 0 }
      outcome.left += left.length
      outcome.busy += busy
      const listed = left.slice(0, unlisted)
      outcome.problems.push(...listed.map((mismatch) => problemOf(value, mismatch)))
      unlisted -= listed.length
    }
  }
  return outcome
}

/** Compares everything like `hurd check`, in the snapshot of the caller if it has one. */
export async function findProblems(db: Db): Promise<Problem[]> {
  const problems: Problem[] = []
  await eachRange(db, derivedValues, async (value, range) => {
    const mismatches = await compare(db, value, inRange(db, value.walk, range))
    problems.push(...mismatches.map((mismatch) => problemOf(value, mismatch)))
  })
  return problems
}

/**
 * Computes every value again without locks, for a database that nobody else writes to. The rows that triggers count are
 * repaired before all counts, because the triggers may be disabled.
 */
export async function repairDerivedCounts(db: Db): Promise<void> {
  await foldBillCounters(db)
  const repairable = derivedValues.filter(({ isRepairable }) => isRepairable !== false)
  const countedValues = repairable.filter(({ isCounted }) => isCounted)
  await eachRange(db, [...countedValues, ...repairable], (value, range) =>
    writeActual(db, value, inRange(db, value.walk, range)),
  )
}

async function eachRange(
  db: Db,
  values: DerivedValue[],
  visit: (value: DerivedValue, range: Range) => Promise<unknown>,
): Promise<void> {
  for (const value of values) {
    for (let key: string | null = firstKey(value.walk); key !== null;) {
      const range: Range = await rangeFrom(db, value.walk, key)
      await visit(value, range)
      key = range.next
    }
  }
}

function problemOf({ what }: DerivedValue, { where, stored, actual }: Mismatch): Problem {
  return { what, where, stored, actual }
}

function find(pool: Pool, value: DerivedValue, range: Range): Promise<Mismatch[] | typeof isBusy> {
  return unlessBusy(() =>
    pool.begin({ mode: 'isolation level repeatable read, read only' }, (db) =>
      compare(db, value, inRange(db, value.walk, range)),
    ),
  )
}

/** Repairs each wrong key of a range in its own transaction. Returns what is still wrong. */
async function repairRange(pool: Pool, value: DerivedValue, range: Range, mismatches: Mismatch[]) {
  const folded = value.hasSteps ? await unlessBusy(() => foldBillCounters(pool)) : null
  const busyKeys = new Set<string>()
  for (const key of new Set(mismatches.map((mismatch) => mismatch.key))) {
    const repair = () =>
      pool.begin((db) => repairKey(db, value, ofKey(db, value.walk, key))).catch(leaveRefused)
    if (folded === isBusy || (await unlessBusy(repair)) === isBusy) busyKeys.add(key)
  }
  const remaining = await find(pool, value, range)
  // It is unknown whether these values were repaired, so the operator should run the check again.
  if (remaining === isBusy) return { left: [], busy: mismatches.length }
  const left = remaining.filter(({ key }) => !busyKeys.has(key))
  return { left, busy: remaining.length - left.length }
}

const isBusy = Symbol('busy')

/** A value that a constraint refuses is left to the operator. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof PostgresError && ['23505', '23514'].includes(error.code))) throw error
}

/**
 * Tries a transaction again if another attempt can succeed: after a collision, after a lock that another transaction kept
 * too long, or after a row was deleted while this transaction waited. Returns `isBusy` if each attempt failed.
 */
async function unlessBusy<T>(attempt: () => Promise<T>, retries = 5): Promise<T | typeof isBusy> {
  try {
    return await attempt()
  } catch (error) {
    const mayPass =
      isCollision(error) || (error instanceof PostgresError && ['55P03', '23503'].includes(error.code))
    if (!mayPass) throw error
    return retries > 0 ? unlessBusy(attempt, retries - 1) : isBusy
  }
}
