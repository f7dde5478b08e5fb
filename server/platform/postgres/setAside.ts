import type { Db, Part } from './db.ts'

/* While a member is suspended with a cohort, their stances, votes and likes are set aside and not counted. */

/** Copies rows before they are deleted. `rows` selects them with the columns of the table. */
export type Keep = (table: string, rows: Part) => Promise<void>

export function rowKeeper(db: Db, user_id: string): Keep {
  return async (table, rows) => {
    await db`
      insert into set_aside_rows (user_id, table_name, row)
      select ${user_id}, ${table}, to_jsonb(kept) from (${rows}) kept`
  }
}

/** Keeps no rows, for a deletion that cannot be undone. */
export const keepNothing: Keep = async () => {}

/** Returns the rows of a table that were set aside, as a subquery with that table's columns. */
export function setAsideRows(db: Db, user_id: string, table: string) {
  return db`(
    select r.* from set_aside_rows s cross join lateral jsonb_populate_record(null::${db(table)}, s.row) r
     where s.user_id = ${user_id} and s.table_name = ${table})`
}

/** Inserts again the rows `r` of a table that were set aside and for which the condition is true. */
export async function restoreRows(db: Db, user_id: string, table: string, condition: Part): Promise<void> {
  await db`
    insert into ${db(table)} select r.* from ${setAsideRows(db, user_id, table)} r where ${condition} on conflict do nothing`
}

export async function dropSetAside(db: Db, user_id: string): Promise<void> {
  await db`delete from set_aside_rows where user_id = ${user_id}`
}
