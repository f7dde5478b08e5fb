import type { Db, Part } from './db.ts'

/**
 * The member whose rows are set aside, and the reason. The rows are restored if the member restores the account or the
 * suspension is lifted. The rows of a deletion and of a suspension of the same member are stored separately.
 */
export type SetAside = { user_id: string; reason: 'deletion' | 'suspension' }

/** Copies rows before they are deleted or changed. `rows` selects them with the columns of the table. */
export type Keep = (table: string, rows: Part) => Promise<void>

export function rowKeeper(db: Db, { user_id, reason }: SetAside): Keep {
  return async (table, rows) => {
    await db`
      insert into set_aside_rows (user_id, reason, table_name, row)
      select ${user_id}, ${reason}, ${table}, to_jsonb(kept) from (${rows}) kept`
  }
}

/** Keeps no rows, for a deletion that cannot be undone. */
export const keepNothing: Keep = async () => {}

/** Returns the rows of a table that were set aside, as a subquery with that table's columns. */
export function setAsideRows(db: Db, { user_id, reason }: SetAside, table: string) {
  return db`(
    select r.* from set_aside_rows s cross join lateral jsonb_populate_record(null::${db(table)}, s.row) r
     where s.user_id = ${user_id} and s.reason = ${reason} and s.table_name = ${table})`
}

/**
 * Reinserts the rows of a table that were set aside, except rows whose references no longer exist (restore_rows).
 *
 * @param condition SQL that the rows must also satisfy
 */
export async function restoreRows(
  db: Db,
  { user_id, reason }: SetAside,
  table: string,
  condition = 'true',
): Promise<void> {
  await db`select restore_rows(${user_id}, ${reason}, ${table}::regclass, ${condition})`
}

export async function dropSetAside(db: Db, { user_id, reason }: SetAside): Promise<void> {
  await db`delete from set_aside_rows where user_id = ${user_id} and reason = ${reason}`
}
