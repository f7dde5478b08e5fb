import type { Db } from '#server/platform/postgres/db.ts'
import type { Keep, SetAside } from '#server/platform/postgres/setAside.ts'

/** What one feature does when an account is deleted and when the deletion is undone. */
export type AccountPart = {
  /**
   * Removes the feature's rows of a member and subtracts them from every count. `keep` copies them first. Rows that are
   * not counted anywhere are deleted by their foreign keys.
   */
  remove(db: Db, user_id: string, keep: Keep): Promise<void>
  /**
   * Locks what `restore` is going to change. The `lock` functions of all features run before any `restore`, in the
   * order of removal.
   */
  lock?(db: Db, owner: SetAside): Promise<void>
  /** Restores the rows that were set aside and counts them. The member's own row has already been restored. */
  restore(db: Db, owner: SetAside): Promise<void>
}
