import type { Db } from '../postgres/db.ts'

export type Mismatch = { where: string; stored: string; actual: string }

/** A value that is stored beside the rows it is computed from, or a rule between rows that no constraint can express. */
export type DerivedCount = {
  what: string
  find: (db: Db) => Promise<Mismatch[]>
  /** Null when the right value cannot be computed, so that an operator has to decide. */
  repair: ((db: Db) => Promise<unknown>) | null
}
