import type { Db } from '#server/platform/postgres/db.ts'
import type { Scope, Walk } from './ranges.ts'

/**
 * A value that is stored beside the rows from which it is computed, or a rule between rows that no constraint can
 * express. The names are SQL: tables, columns, and `stored` and `actual` as what stands after `from`.
 */
export type DerivedValue = {
  what: string
  /** Ranges of this table's key are compared. Null if one statement compares all rows, because they are sums over all. */
  walk: Walk | null
  table: string
  /** The columns that identify a row of the table, by which stored and actual rows are joined. */
  key: string[]
  /** The columns that name a row for the operator, if not those of `key`. */
  named?: string[]
  /** Counts. A repair adds the difference, because members may change the row or append steps at the same time. */
  counts?: string[]
  /** Columns that a repair sets. */
  columns?: string[]
  /**
   * Which rows the table must have. `given`: the rows are not derived, only their columns. `counted`: a missing row means
   * zeros. `exact`: those of `actual` and no others.
   */
  rows: 'given' | 'counted' | 'exact'
  /** What is compared with `actual`, if not the table itself. */
  stored?: string
  actual: string
  /** Computes rows in TypeScript. `actual` reads them from `computed`, whose columns `computedAs` declares. */
  compute?: (db: Db, scope: Scope) => Promise<object[]>
  computedAs?: string
  /** Additional assignments to a changed row `t`. */
  also?: string
  /** What a repair assigns to a surplus row instead of deleting it. */
  retire?: string
  /** False if the right value cannot be computed so that an operator has to decide. */
  isRepairable?: false
  /** A table. A repair waits until nobody writes to it, because its writers skip rows that seem right to them. */
  waitFor?: string
  /** Members' steps are part of the stored value. They are folded before a repair, because a count cannot be negative. */
  hasSteps?: true
  /** Triggers count the rows that a repair changes. */
  isCounted?: true
}
