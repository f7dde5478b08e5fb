import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import type { DerivedCount, Mismatch } from './derivedCount.ts'
import { everyKey, type Scope } from './scope.ts'
import { billCopies } from './values/billCopies.ts'
import { billCounts } from './values/billCounts.ts'
import { billPartValues } from './values/billParts.ts'
import { billPaths } from './values/billPaths.ts'
import { collationVersions } from './values/collationVersions.ts'
import { commentCounts } from './values/commentCounts.ts'
import { discussionCounts } from './values/discussionCounts.ts'
import { groupCounts } from './values/groupCounts.ts'
import { memberCounts } from './values/memberCounts.ts'
import { notificationCounts } from './values/notificationCounts.ts'
import { reintroductionValues } from './values/reintroductions.ts'
import { versionCounts } from './values/versionCounts.ts'
import { voteCounts } from './values/voteCounts.ts'

/** A stored value that differs from the value computed from its rows. */
export type Problem = { what: string; where: string; stored: string; actual: string }

/**
 * Every derived count, and the rules between rows that no constraint can express. A value that others are computed from
 * comes before them.
 */
export const derivedCounts: DerivedCount[] = [
  ...billCounts,
  ...commentCounts,
  ...memberCounts,
  ...billCopies,
  ...notificationCounts,
  ...voteCounts,
  ...discussionCounts,
  ...billPaths,
  ...billPartValues,
  ...reintroductionValues,
  ...versionCounts,
  ...groupCounts,
  ...collationVersions,
]

/** Compares every stored value with its rows, each in one statement. `hurd check` does the same in slices. */
export async function findProblems(db: Db): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const count of derivedCounts) {
    const mismatches = await count.find(db, everyKey(db))
    problems.push(...mismatches.map((mismatch) => problemOf(count, mismatch)))
  }
  return problems
}

export function problemOf({ what }: DerivedCount, { where, stored, actual }: Mismatch): Problem {
  return { what, where, stored: asText(stored), actual: asText(actual) }
}

/**
 * Computes every value again in one transaction and without locks, for a database that nobody else writes to. The rows
 * that triggers count are repaired before all counts, because the triggers may be disabled.
 */
export async function repairDerivedCounts(db: Db): Promise<void> {
  await foldBillCounters(db)
  for (const { repair } of derivedCounts) if (repair?.isCounted) await repair.write(db, everyKey(db))
  for (const { repair } of derivedCounts) await repair?.write(db, everyKey(db))
  await db`insert into bill_counter_steps (bill_id, echo_changes) select distinct bill_id, 0 from bill_comments`
}

/** Makes all servers read the discussions of these keys again instead of using the pages in their memory. */
export async function renewPages(db: Db, of: 'bill' | 'comment', scope: Scope): Promise<void> {
  const column = of === 'bill' ? 'bill_id' : 'comment_id'
  await db`
    insert into bill_counter_steps (bill_id, echo_changes)
    select distinct bill_id, 0 from bill_comments where ${scope.has(column)}`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
