import type { Db, Transaction } from '#server/platform/postgres/db.ts'
import type { KeyType, Scope } from './scope.ts'

/** `key` is the key by which the value is repaired. `where` names the row for the operator. */
export type Mismatch = { key: string; where: string; stored: string; actual: string }

/** The keys by which a value is compared, `size` of them at a time. They are read in order from a column of a table. */
export type Keys = { table: string; column: string; type: KeyType; size: number }

/**
 * A value that is stored beside the rows from which it is computed, or a rule between rows that no constraint can
 * express.
 */
export type DerivedCount = {
  what: string
  /** Null if one statement compares all rows, because the values are sums over all of them. */
  keys: Keys | null
  /** Compares the values of these keys in one statement, or in several that need one snapshot. */
  find: (db: Db, scope: Scope) => Promise<Mismatch[]>
  /** Null if the correct value cannot be computed, so that an operator has to decide. */
  repair: Repair | null
}

/**
 * A repair is one short transaction. It locks first and computes in the next statement, so that what members write at
 * the same time is either in the computed value or added to it afterwards.
 */
export type Repair = {
  /**
   * Locks the rows of the wrong values in the order of db/functions/02_actions.sql. Where a row is missing, it also locks what a
   * writer that subtracts from the row would change first, because that writer cannot wait for a row that it does not
   * see.
   */
  lock: (db: Transaction, keys: string[]) => Promise<unknown>
  /** Computes the values of these keys again and writes those that are still wrong. */
  write: (db: Db, scope: Scope) => Promise<unknown>
  /** Members' steps must be folded before the transaction, because a count cannot fall below zero. */
  needsFold?: true
  /** Triggers count the rows that the repair changes. */
  isCounted?: true
  /** Set if the pages of discussions show the value. Says whether its key is that of the bill or of the comment. */
  isOnPagesOf?: 'bill' | 'comment'
}

export const bills: Keys = { table: 'bills', column: 'bill_id', type: 'uuid', size: 1_000 }
export const comments: Keys = { table: 'bill_comments', column: 'comment_id', type: 'uuid', size: 5_000 }
export const members: Keys = { table: 'users', column: 'user_id', type: 'uuid', size: 2_000 }
