import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import { type Db, type Pool, PostgresError } from '#server/platform/postgres/db.ts'
import { compare, type Mismatch, repairKey, writeActual } from './compare.ts'
import type { DerivedValue } from './derivedValue.ts'
import { firstKeyOf, ofKey, rangeFrom, rangesOf, type Scope, unlessBusy } from './ranges.ts'
import { derivedValues } from './values.ts'

/** A stored value that differs from the value computed from its rows. */
export type Problem = { what: string; where: string; stored: string; actual: string }

/** Where a check begins: at a value, by its index in `derivedValues`, and at a key, or at the first one. */
export type Start = { index: number; key?: string | undefined }

export type Options = {
  start?: Start
  repair?: boolean | undefined
  /** The maximum number of keys in a range. If omitted, each value has its own maximum. */
  keysPerRange?: number
  /** Called before a range of a value is compared. The first range of a value has no key. */
  onRange?: (reached: Start) => void
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
  /**
   * Ranges that were not compared because the database refused each attempt to read them. If the end of a range could not be
   * read, it counts as one with all ranges after it, because one statement about the rest of a large table could run for hours.
   */
  skipped: number
}

/** How many problems of each derived value are listed. Their total has no limit, but a list of millions would fill the memory. */
export const maxListed = 1_000

/**
 * Compares every stored value with its rows, a range of keys at a time. Each range is one short transaction that only
 * reads. With `repair`, the wrong values of a range are corrected before the next range is compared.
 */
export async function checkDerivedValues(pool: Pool, options: Options = {}): Promise<Outcome> {
  const { start = { index: 0 }, keysPerRange, onRange } = options
  const outcome: Outcome = { found: 0, left: 0, problems: [], busy: 0, skipped: 0 }
  for (const [index, value] of derivedValues.entries()) {
    if (index < start.index) continue
    const listed = { count: 0 }
    let key = index === start.index ? start.key : undefined
    for (let from: string | null = key ?? firstKeyOf(value.walk); from !== null;) {
      onRange?.({ index, key })
      const first: string = from
      const range = await unlessBusy(() => rangeFrom(pool, value.walk, first, keysPerRange))
      const isCompared = range && (await checkRange(pool, value, range.scope, options, outcome, listed))
      if (!isCompared) outcome.skipped += 1
      from = range?.next ?? null
      key = from ?? undefined
    }
  }
  return outcome
}

/** Returns false if the range could not be compared. `listed` counts the problems of this value that are listed. */
async function checkRange(
  pool: Pool,
  value: DerivedValue,
  scope: Scope,
  { repair = false, onProblem }: Options,
  outcome: Outcome,
  listed: { count: number },
): Promise<boolean> {
  const mode = 'isolation level repeatable read, read only'
  const find = () => unlessBusy(() => pool.begin({ mode }, (db) => compare(db, value, scope)))
  const mismatches = await find()
  if (!mismatches) return false
  outcome.found += mismatches.length
  for (const mismatch of mismatches) onProblem?.(problemOf(value, mismatch))
  const isRepaired = repair && value.isRepairable !== false && mismatches.length > 0
  const busyKeys = isRepaired ? await repairKeys(pool, value, mismatches) : new Set<string>()
  const wrong = isRepaired ? await find() : mismatches
  // If they cannot be compared again, it is unknown which were repaired, so the operator should run the check again.
  const left = wrong?.filter(({ key }) => !busyKeys.has(key)) ?? []
  outcome.left += left.length
  outcome.busy += (wrong ?? mismatches).length - left.length
  const more = left.slice(0, maxListed - listed.count)
  outcome.problems.push(...more.map((mismatch) => problemOf(value, mismatch)))
  listed.count += more.length
  return true
}

/** Compares everything like `hurd check`, in the snapshot of the caller if it has one. */
export async function findProblems(db: Db): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const value of derivedValues) {
    for await (const scope of rangesOf(db, value.walk)) {
      problems.push(...(await compare(db, value, scope)).map((mismatch) => problemOf(value, mismatch)))
    }
  }
  return problems
}

/**
 * Computes every value again without locks, for a database that nobody else writes to. The rows that triggers count are
 * repaired before all counts, because the triggers may be disabled.
 */
export async function repairDerivedCounts(db: Db): Promise<void> {
  await foldBillCounters(db)
  const repairable = derivedValues.filter(({ isRepairable }) => isRepairable !== false)
  for (const value of [...repairable.filter(({ isCounted }) => isCounted), ...repairable]) {
    for await (const scope of rangesOf(db, value.walk)) await writeActual(db, value, scope)
  }
}

function problemOf({ what }: DerivedValue, { where, stored, actual }: Mismatch): Problem {
  return { what, where, stored, actual }
}

/** Repairs each wrong key in its own transaction. Returns the keys that stay busy. */
async function repairKeys(pool: Pool, value: DerivedValue, mismatches: Mismatch[]): Promise<Set<string>> {
  const keys = new Set(mismatches.map(({ key }) => key))
  if (value.hasSteps && (await unlessBusy(() => foldBillCounters(pool))) === null) return keys
  for (const key of keys) {
    const repair = async () => {
      await pool.begin((db) => repairKey(db, value, ofKey(db, value.walk, key))).catch(leaveRefused)
      return true
    }
    if (await unlessBusy(repair)) keys.delete(key)
  }
  return keys
}

/** A value that a constraint refuses is left to the operator. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof PostgresError && ['23505', '23514'].includes(error.code))) throw error
}
