import { repairFigures } from '../server/check/figures.ts'
import type { Db, Pool } from '../server/kit/db.ts'
import { words } from './seedWords.ts'

/** Comments of the discussions that are measured, with twenty votes each. */
export const discussionSizes = [10, 500, 5_000] as const
const votesEach = 20

export type Discussion = { comments: number; bill_id: string; hot_comment_id: string }

/**
 * One bill for each size beside those of the seed, the same rows each time: of ten comments three begin a thread, five
 * answer one, most of them the few that everybody answers, and two answer an answer. Three members in five hold a stance.
 */
export async function seedDiscussions(pool: Pool): Promise<Discussion[]> {
  const [found] = await pool`select from bills where source_id = 'bench/discussion-10'`
  if (!found) {
    await pool.begin(async (db) => {
      for (const size of discussionSizes) await insertDiscussion(db, size)
      await repairFigures(db)
    })
    await pool`vacuum (analyze)`
  }
  return pool<Discussion[]>`
    select split_part(source_id, '-', 2)::int as comments, bill_id,
           (select comment_id from bill_comments c where c.bill_id = b.bill_id and depth = 1
             order by created_at, comment_id limit 1) as hot_comment_id
      from bills b where source_id like 'bench/discussion-%' order by 1`
}

async function insertDiscussion(db: Db, comments: number): Promise<void> {
  const source_id = `bench/discussion-${comments}`
  const [bill] = await db<{ bill_id: string }[]>`
    insert into bills (source_id, source_family, source_name, content_hash, bill_code, title, government_level,
                       jurisdiction, status, created_at)
    values (${source_id}, 'Benchmark', 'Benchmark', sha256(${source_id}::bytea), ${`H.R. ${comments}`},
            ${`Act of ${comments} comments`}, 'federal', 'ocd-division/country:us', 'introduced', now())
    returning bill_id`
  const { bill_id } = bill!
  await db`create temp table people on commit drop as
    select user_id, row_number() over (order by member_number)::int - 1 as place from users`
  await db`
    insert into stances (bill_id, user_id, stance)
    select ${bill_id}, user_id, (array['support', 'support', 'oppose', 'neutral', 'learning'])[1 + place * 7 % 5]
      from people where place % 5 < 3`
  await db`
    insert into stance_changes (bill_id, user_id, to_stance, change_source)
    select bill_id, user_id, stance, 'direct' from stances where bill_id = ${bill_id}`
  await db`
    create temp table said on commit drop as
      select n, gen_random_uuid() as comment_id, case when d < 3 then 1 when d < 8 then 2 else 3 end as depth,
             case when d < 3 then null
                  when d < 8 then 1 + 10 * floor(luck ^ 3 * tens)::int + d % 3
                  else 1 + 10 * floor(luck * tens)::int + 3 + d % 5 end as answers
        from generate_series(1, ${comments}::int) n
       cross join lateral (select (n - 1) % 10 as d, greatest((n - 1) / 10, 1) as tens,
                                  (hashint8extended(n, 71) & 2147483647) / 2147483648.0 as luck) drawn`
  await db`
    insert into bill_comments (comment_id, bill_id, category_id, parent_comment_id, depth, user_id, content, created_at)
    select s.comment_id, ${bill_id}, 'general-discussion', p.comment_id, s.depth,
           (select user_id from people where place = s.n * 31 % (select count(*) from people)),
           (select string_agg((${words}::text[])[1 + (hashint8extended(s.n * 100 + w, 72) & 2147483647) % ${words.length}], ' ')
              from generate_series(1, 5 + s.n * 7 % 60) w),
           now() - interval '20 days' + s.n * interval '4 minutes'
      from said s left join said p on p.n = s.answers
     order by s.depth`
  await db`
    insert into comment_votes (comment_id, bill_id, user_id, vote, created_at)
    select s.comment_id, ${bill_id}, p.user_id, case when (s.n + v) * 13 % 10 < 7 then 'upvote' else 'downvote' end,
           now() - v * interval '12 hours'
      from said s
     cross join generate_series(1, ${votesEach}::int) v
      join people p on p.place = (s.n * 17 + v * 23) % (select count(*) from people)
        on conflict do nothing`
  await db`drop table people, said`
}
