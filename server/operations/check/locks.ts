import type { Db } from '#server/platform/postgres/db.ts'

/** Locks the counters of bills. Every write that adds or removes a comment locks them too, and so does each fold. */
export function lockCounters(db: Db, bill_ids: string[]) {
  return db`select from bill_counters where bill_id = any(${bill_ids}::uuid[]) order by bill_id for no key update`
}

/** Locks what imports, and the jobs that end sessions, write about bills. */
export async function lockRecords(db: Db, bill_ids: string[]): Promise<void> {
  await lockImports(db)
  await db`select from bills where bill_id = any(${bill_ids}::uuid[]) order by bill_id for no key update`
}

/** Waits until an import of bills has committed its current batch, and delays the next batch. */
export function lockImports(db: Db) {
  return db`select pg_advisory_xact_lock(hashtext('import bills'))`
}

/** Locks comments, replies before their parents. */
export function lockComments(db: Db, comment_ids: string[]) {
  return db`
    select from bill_comments where comment_id = any(${comment_ids}::uuid[])
     order by depth desc, comment_id for no key update`
}

/** Locks the writes of members, and then the members. */
export async function lockMembers(db: Db, user_ids: string[]): Promise<void> {
  await db`select from member_writes where user_id = any(${user_ids}::uuid[]) order by user_id for no key update`
  await db`select from users where user_id = any(${user_ids}::uuid[]) order by user_id for no key update`
}
