import { bills, type DerivedCount, type Mismatch } from '#server/operations/check/derivedCount.ts'
import { lockCounters } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db, Transaction } from '#server/platform/postgres/db.ts'

/** Checks the counts of a bill's comments by place, category and section, and the counts of changed minds. */
export const discussionCounts: DerivedCount[] = [
  commentsOfBillBy("a bill's comments by place", {
    table: 'bill_local_counts',
    view: 'actual_local_counts',
    column: 'ocd_city_id',
    lock: lockLocalCounts,
  }),
  commentsOfBillBy("a bill's comments by section", {
    table: 'bill_section_counts',
    view: 'actual_section_counts',
    column: 'section_key',
    lock: lockCounters,
  }),
  {
    what: "a bill's comments and threads by category",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || category_id as "where",
             stored_comments || ' in ' || stored_threads as stored, comment_count || ' in ' || thread_count as actual
        from ${wrongCategories(db, scope)} w`,
    repair: {
      isOnPagesOf: 'bill',
      lock: lockCategories,
      write: (db, scope) => db`
        insert into bill_category_counts (bill_id, category_id, comment_count, thread_count)
        select bill_id, category_id, comment_count, thread_count from ${wrongCategories(db, scope)} w
        on conflict (bill_id, category_id) do update set
          comment_count = excluded.comment_count, thread_count = excluded.thread_count`,
    },
  },
  {
    what: "a bill's changed minds by stance",
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, concat_ws(' ', bill_id, from_stance, to_stance) as "where", stored::text,
             member_count::text as actual
        from ${wrongMindChanges(db, scope)} w`,
    repair: {
      lock: lockMindChanges,
      write: (db, scope) => db`
        insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count)
        select bill_id, from_stance, to_stance, member_count from ${wrongMindChanges(db, scope)} w
        on conflict (bill_id, from_stance, to_stance) do update set member_count = excluded.member_count`,
    },
  },
]

type CountedBy = {
  table: string
  view: string
  column: string
  lock: (db: Transaction, bill_ids: string[]) => Promise<unknown>
}

/**
 * Checks a count of a bill's comments per value of `column`. A view with the same columns computes the rows of the
 * table.
 */
function commentsOfBillBy(what: string, { table, view, column, lock }: CountedBy): DerivedCount {
  const wrong = (db: Db, scope: Scope) => db`(
    select bill_id, ${db(column)}, coalesce(k.comment_count, 0) as stored, coalesce(a.comment_count, 0) as actual
      from (select * from ${db(table)} where ${scope.has('bill_id')}) k
      full join (select * from ${db(view)} where ${scope.has('bill_id')}) a using (bill_id, ${db(column)})
     where coalesce(k.comment_count, 0) <> coalesce(a.comment_count, 0))`
  return {
    what,
    keys: bills,
    find: (db, scope) => db<Mismatch[]>`
      select bill_id as key, bill_id || ' ' || ${db(column)} as "where", stored::text, actual::text
        from ${wrong(db, scope)} w`,
    repair: {
      isOnPagesOf: 'bill',
      lock,
      write: (db, scope) => db`
        insert into ${db(table)} (bill_id, ${db(column)}, comment_count)
        select bill_id, ${db(column)}, actual from ${wrong(db, scope)} w
        on conflict (bill_id, ${db(column)}) do update set comment_count = excluded.comment_count`,
    },
  }
}

function wrongCategories(db: Db, scope: Scope) {
  return db`(
    select bill_id, category_id,
           coalesce(k.comment_count, 0) as stored_comments, coalesce(k.thread_count, 0) as stored_threads,
           coalesce(a.comment_count, 0) as comment_count, coalesce(a.thread_count, 0) as thread_count
      from (select * from bill_category_counts where ${scope.has('bill_id')}) k
      full join (select * from actual_category_counts where ${scope.has('bill_id')}) a using (bill_id, category_id)
     where (coalesce(k.comment_count, 0), coalesce(k.thread_count, 0))
        <> (coalesce(a.comment_count, 0), coalesce(a.thread_count, 0)))`
}

function wrongMindChanges(db: Db, scope: Scope) {
  return db`(
    select bill_id, from_stance, to_stance, coalesce(k.member_count, 0) as stored,
           coalesce(a.member_count, 0) as member_count
      from (select * from bill_mind_changes where ${scope.has('bill_id')}) k
      full join (select * from actual_bill_mind_changes where ${scope.has('bill_id')}) a
        using (bill_id, from_stance, to_stance)
     where coalesce(k.member_count, 0) <> coalesce(a.member_count, 0))`
}

/**
 * A comment is deleted or hidden by one statement, which waits for the bill and then does not see a row that was
 * inserted while it waited. Where a count is missing, the comments themselves are locked.
 */
async function lockCategories(db: Transaction, bill_ids: string[]): Promise<void> {
  await db`
    select from bill_comments c
     where c.bill_id = any(${bill_ids}::uuid[])
       and not exists (select from bill_category_counts k where (k.bill_id, k.category_id) = (c.bill_id, c.category_id))
     order by c.depth desc, c.comment_id for no key update`
  await lockCounters(db, bill_ids)
}

/**
 * Members who move change these counts without the lock on the bill. Where the count of a city is missing, the
 * members themselves are locked.
 */
async function lockLocalCounts(db: Transaction, bill_ids: string[]): Promise<void> {
  await lockCounters(db, bill_ids)
  await db`
    select from users u
     where u.user_id in (
       select c.user_id from bill_comments c join users author using (user_id)
        where c.bill_id = any(${bill_ids}::uuid[]) and c.is_live and author.ocd_city_id is not null
          and not exists (select from bill_local_counts k
                           where (k.bill_id, k.ocd_city_id) = (c.bill_id, author.ocd_city_id)))
     order by u.user_id for no key update`
  await db`
    insert into bill_local_counts (bill_id, ocd_city_id, comment_count)
    select bill_id, ocd_city_id, 0 from actual_local_counts where bill_id = any(${bill_ids}::uuid[]) order by 1, 2
    on conflict do nothing`
  await db`
    select from bill_local_counts where bill_id = any(${bill_ids}::uuid[])
     order by bill_id, ocd_city_id for no key update`
}

/** Stances do not lock their bill. Where a count is missing, the stances themselves are locked. */
async function lockMindChanges(db: Transaction, bill_ids: string[]): Promise<void> {
  await lockCounters(db, bill_ids)
  await db`
    select from stances s
     where s.bill_id = any(${bill_ids}::uuid[]) and s.mind_changed_from is not null
       and not exists (
         select from bill_mind_changes k
          where (k.bill_id, k.from_stance, k.to_stance) = (s.bill_id, s.mind_changed_from, s.mind_changed_to))
     order by s.bill_id, s.user_id for no key update`
  await db`
    insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count)
    select bill_id, from_stance, to_stance, 0
      from actual_bill_mind_changes where bill_id = any(${bill_ids}::uuid[]) order by 1, 2, 3
    on conflict do nothing`
  await db`
    select from bill_mind_changes where bill_id = any(${bill_ids}::uuid[])
     order by bill_id, from_stance, to_stance for no key update`
}
