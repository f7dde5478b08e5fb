import { commentCategories } from '#contract/discussions.ts'
import type * as contract from '#contract/discussions.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export async function billExists(db: Db, bill_id: string): Promise<boolean> {
  const rows = await db`select from bills where bill_id = ${bill_id}`
  return rows.length > 0
}

/** Selects the four categories in their order, with the counts of the bill, or undefined if the bill does not exist. */
export async function listCategories(
  db: Db,
  bill_id: string,
): Promise<OutputOf<typeof contract.listCategories>['categories'] | undefined> {
  const [row] = await db<{ counts: Record<string, number> }[]>`
    select coalesce(json_object_agg(n.category_id, n.comment_count) filter (where n.bill_id is not null), '{}')
             as counts
      from bills b left join bill_category_counts n using (bill_id)
     where b.bill_id = ${bill_id} group by b.bill_id`
  return (
    row &&
    commentCategories.map(({ category_id, category_name }) => {
      return { category_id, category_name, comment_count: row.counts[category_id] ?? 0 }
    })
  )
}

/** Selects the category of a comment, or undefined if the bill has no such comment. */
export async function selectCategory(
  db: Db,
  bill_id: string,
  comment_id: string,
): Promise<string | undefined> {
  const [row] = await db<{ category_id: string }[]>`
    select category_id from bill_comments where comment_id = ${comment_id} and bill_id = ${bill_id}`
  return row?.category_id
}

/** Selects how many minds a live comment has changed, or undefined if the comment does not exist. */
export async function countStanceChanges(
  db: Db,
  bill_id: string,
  comment_id: string,
): Promise<number | undefined> {
  const [row] = await db<{ change_count: number }[]>`
    select change_count from bill_comments
     where comment_id = ${comment_id} and bill_id = ${bill_id} and is_live`
  return row?.change_count
}

/** Selects the bill of a comment, or undefined if there is no such comment. */
export async function selectBillOf(db: Db, comment_id: string): Promise<string | undefined> {
  const [row] = await db<
    { bill_id: string }[]
  >`select bill_id from bill_comments where comment_id = ${comment_id}`
  return row?.bill_id
}
