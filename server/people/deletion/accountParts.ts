import type { Db } from '../../postgres/db.ts'
import type { Keep, SetAside } from '../../postgres/setAside.ts'

/** What one feature does when an account is deleted, and when the deletion is undone. */
export type AccountPart = {
  /**
   * Removes the feature's rows of a member and takes them out of every count (R25). `keep` copies them first. Rows that
   * need no counting go by their foreign keys.
   */
  remove(db: Db, user_id: string, keep: Keep): Promise<void>
  /** Locks what `restore` is going to change. Runs for all features before any of them restores, in the order of removal. */
  lock?(db: Db, owner: SetAside): Promise<void>
  /** Puts the kept rows back and counts them. The member's own row exists again. */
  restore(db: Db, owner: SetAside): Promise<void>
}
