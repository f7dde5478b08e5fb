import type { Db } from '../postgres/db.ts'

export type Found = { where: string; stored: string; actual: string }

export type Figure = {
  what: string
  find: (db: Db) => Promise<Found[]>
  /** Null for a rule between rows, which only a person can mend. */
  repair: ((db: Db) => Promise<unknown>) | null
}
