import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import { type Db, type Pool, PostgresError } from '#server/platform/postgres/db.ts'
import { compare, type Mismatch, repairKey, writeActual } from './compare.ts'
import type { DerivedValue } from './derivedValue.ts'
import { ofKey, rangesOf, unlessBusy } from './ranges.ts'
import { derivedValues } from './values.ts'

/** A stored value that differs from the value computed from its rows. */
export type Problem = { what: string; where: string; stored: string; actual: string }

export type Options = {
  /** The index of the value in `derivedValues` with which the check begins. */
  start?: number
  repair?: boolean | undefined
  /** The maximum number of keys in a range. If omitted, each value has its own maximum. */
  keysPerRange?: number
  /** Called before a value is compared, with its index. */
  onValue?: (index: number) => void
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
  const { start = 0, repair = false, keysPerRange, onValue, onProblem } = options
  const outcome: Outcome = { found: 0, left: 0, problems: [], busy: 0, skipped: 0 }
  for (const [index, value] of derivedValues.entries()) {
    if (index < start) continue
    onValue?.(index)
    let unlisted = maxListed
    for await (const scope of rangesOf(pool, value.walk, keysPerRange)) {
      const mode = 'isolation level repeatable read, read only'
      const find = () => unlessBusy(() => pool.begin({ mode }, (db) => compare(db, value, scope)))
      const mismatches = await find()
      if (!mismatches) {
        outcome.skipped += 1
        continue
      }
      outcome.found += mismatches.length
      for (const mismatch of mismatches) onProblem?.(problemOf(value, mismatch))
      const isRepaired = repair && value.isRepairable !== false && mismatches.length > 0
      const busyKeys = isRepaired ? await repairKeys(pool, value, mismatches) : new Set<string>()
      const wrong = isRepaired ? await find() : mismatches
      // If they cannot be compared again, it is unknown which were repaired, so the operator should run the check again.
      const left = wrong?.filter(({ key }) => !busyKeys.has(key)) ?? []
      outcome.left += left.length
      outcome.busy += (wrong ?? mismatches).length - left.length
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
