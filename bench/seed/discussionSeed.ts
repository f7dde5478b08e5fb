import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { words } from './seedWords.ts'

/** A bill with `comments` comments. Of every ten, `begin` begin a thread. If `even` is true, all threads are equally long. */
export type DiscussionSize = { comments: number; begin: number; even?: boolean }

/** Twenty threads of five comments: the page with a goal. */
export const pageOfThreads: DiscussionSize = { comments: 100, begin: 2, even: true }
export const discussionSizes: DiscussionSize[] = [
  { comments: 10, begin: 3 },
  pageOfThreads,
  { comments: 500, begin: 3 },
  { comments: 5_000, begin: 3 },
]
const votesEach = 20

export type Discussion = { comments: number; bill_id: string; hot_comment_id: string }

/** The discussions of a seeded database, the smallest first. */
export function selectDiscussions(pool: Pool): Promise<Discussion[]> {
  return pool<Discussion[]>`
    select split_part(source_id, '-', 2)::int as comments, bill_id,
           (select comment_id from bill_comments c where c.bill_id = b.bill_id and depth = 1
             order by created_at, comment_id limit 1) as hot_comment_id
      from bills b where source_id like 'bench/discussion-%' order by 1`
}

/**
 * Adds one bill with the same rows in every run. Of ten comments two or three begin a thread, most others reply to these, and
 * two reply to a reply. Each comment has twenty votes, and three members in five take a stance. Runs in a transaction
 * without triggers, so the caller must compute the counters.
 */
export async function insertDiscussion(
  db: Db,
  { comments, begin, even = false }: DiscussionSize,
): Promise<void> {
  const source_id = `bench/discussion-${comments}`
  const [bill] = await db<{ bill_id: string }[]>`
    insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, government_level,
                       jurisdiction, status, created_at, latest_action_on, path)
    values (${source_id}, 'Benchmark', 'Benchmark', sha256(${source_id}::bytea), ${`H.R. ${comments}`},
            ${`Act of ${comments} comments`}, 'federal', 'ocd-division/country:us', 'introduced', now(), current_date, ${source_id})
    returning bill_id`
  const { bill_id } = bill!
  await db`
    insert into bill_counters (bill_id, created_at, government_level, jurisdiction, status, is_past)
    select bill_id, created_at, government_level, jurisdiction, status, is_past from bills where bill_id = ${bill_id}`
  await db`create temp table people on commit drop as
    select user_id, row_number() over (order by member_number)::int - 1 as position from users`
  await db`
    insert into stances (bill_id, user_id, stance)
    select ${bill_id}, user_id, (array['support', 'support', 'oppose', 'neutral', 'learning'])[1 + position * 7 % 5]
      from people where position % 5 < 3`
  await db`
    insert into stance_changes (bill_id, user_id, to_stance, change_source)
    select bill_id, user_id, stance, 'direct' from stances where bill_id = ${bill_id}`
  await db`
    create temp table new_comments on commit drop as
      select n, gen_random_uuid() as comment_id, case when d < ${begin}::int then 1 when d < 8 then 2 else 3 end as depth,
             case when d < ${begin} then null
                  when d < 8 then 1 + 10 * ${even ? db`own` : db`floor(luck ^ 3 * tens)::int`} + d % ${begin}
                  else 1 + 10 * ${even ? db`own` : db`floor(luck * tens)::int`} + ${begin} + d % (8 - ${begin})
             end as answers
        from generate_series(1, ${comments}::int) n
       cross join lateral (select (n - 1) % 10 as d, (n - 1) / 10 as own, greatest((n - 1) / 10, 1) as tens,
                                  (hashint8extended(n, 71) & 2147483647) / 2147483648.0 as luck) drawn`
  await db`
    with written as (
      select n, user_id from new_comments join people on position = n * 31 % (select count(*) from people))
    insert into bill_comments (comment_id, bill_id, category_id, parent_comment_id, depth, user_id, stance_when_written,
                               content, created_at)
    select s.comment_id, ${bill_id}, 'general-discussion', p.comment_id, s.depth,
           w.user_id, (select stance from stances t where t.bill_id = ${bill_id} and t.user_id = w.user_id),
           (select string_agg((${words}::text[])[1 + (hashint8extended(s.n * 100 + w, 72) & 2147483647) % ${words.length}], ' ')
              from generate_series(1, 5 + s.n * 7 % 60) w),
           now() - interval '20 days' + s.n * interval '4 minutes'
      from new_comments s join written w using (n) left join new_comments p on p.n = s.answers
     order by s.depth`
  await db`
    insert into comment_votes (comment_id, bill_id, user_id, vote, created_at)
    select s.comment_id, ${bill_id}, p.user_id, case when (s.n + v) * 13 % 10 < 7 then 'upvote' else 'downvote' end,
           now() - v * interval '12 hours'
      from new_comments s
     cross join generate_series(1, ${votesEach}::int) v
      join people p on p.position = (s.n * 17 + v * 23) % (select count(*) from people)
        on conflict do nothing`
  await db`drop table people, new_comments`
}
