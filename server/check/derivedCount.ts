import type { Db } from '../postgres/db.ts'

export type Mismatch = { where: string; stored: string; actual: string }

/**
 * A value that is stored beside the rows from which it is computed, or a rule between rows that no constraint can
 * express.
 */
export type DerivedCount = {
  what: string
  find: (db: Db) => Promise<Mismatch[]>
  /** Null if the correct value cannot be computed, so that an operator has to decide. */
  repair: ((db: Db) => Promise<unknown>) | null
}

/**
 * Checks a count of a bill's comments per value of `column`. A view with the same columns recomputes the rows of the
 * table.
 */
export function commentsOfBillBy(
  what: string,
  { table, view, column }: { table: string; view: string; column: string },
): DerivedCount {
  return {
    what,
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) || ' ' || coalesce(k.${db(column)}, a.${db(column)}) as "where",
             coalesce(k.comment_count, 0)::text as stored, coalesce(a.comment_count, 0)::text as actual
        from ${db(table)} k
        full join ${db(view)} a on (a.bill_id, a.${db(column)}) = (k.bill_id, k.${db(column)})
       where coalesce(k.comment_count, 0) <> coalesce(a.comment_count, 0)`,
    repair: async (db) => {
      await db`
        delete from ${db(table)} k where not exists (
          select from ${db(view)} a where (a.bill_id, a.${db(column)}) = (k.bill_id, k.${db(column)}))`
      await db`
        insert into ${db(table)} (bill_id, ${db(column)}, comment_count)
        select bill_id, ${db(column)}, comment_count from ${db(view)}
        on conflict (bill_id, ${db(column)}) do update set comment_count = excluded.comment_count`
    },
  }
}
