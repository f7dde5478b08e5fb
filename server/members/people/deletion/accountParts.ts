import type { Db } from '#server/platform/postgres/db.ts'

/** What one feature does when an account is closed, opened again or removed. The parts run in the order of their locks. */
export type AccountPart = {
  /** Hides what the member wrote, or shows it again, without deleting anything. */
  setClosed?(db: Db, user_id: string, isClosed: boolean): Promise<void>
  /**
   * Removes the feature's rows of a member whose account is closed, and subtracts them from every count. Rows that are not
   * counted anywhere are deleted by their foreign keys.
   */
  remove?(db: Db, user_id: string): Promise<void>
}
