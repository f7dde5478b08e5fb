import { stateNames } from '#contract/places.ts'
import { policyAreas } from '#contract/topics.ts'
import { repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { foldBillCounters } from '#server/participation/stances/counterFolding.ts'
import type { Db, Part, Pool } from '#server/platform/postgres/db.ts'
import { insertDiscussion, type DiscussionSize } from './discussionSeed.ts'
import { placeBeginnings, placeEndings, words } from './seedWords.ts'

type Amounts = {
  bills: number
  members: number
  stances: number
  comments: number
  votes: number
  bookmarks: number
}

/** Increase this whenever the rows change: stored databases with another number are seeded again. */
export const seedVersion = 7

/** Amounts in proportion to the bills so that members and bills look the same at every size. */
function amountsFor(bills: number): Amounts {
  const five = bills * 5
  return {
    bills,
    members: Math.ceil(bills / 4),
    stances: five,
    comments: five,
    votes: five,
    bookmarks: bills,
  }
}

/**
 * Fills an empty, migrated database with set-based SQL. The same number produces the same rows, except for their dates. A
 * few bills and members get most of the activity. Requires a superuser.
 * @returns seconds
 */
export async function seedAtScale(
  pool: Pool,
  bills: number,
  discussions: DiscussionSize[],
  say: (line: string) => void = () => {},
): Promise<number> {
  const began = performance.now()
  const amounts = amountsFor(bills)
  await pool.begin(async (db) => {
    await db`set local maintenance_work_mem = '512MB'`
    await db`set local work_mem = '128MB'`
    // The rows are valid by construction, so triggers are disabled and the counters are computed once at the end.
    await db`set local session_replication_role = replica`
    await makeDice(db)
    const indexes = await dropIndexes(db)
    const steps: [string, () => Promise<unknown>][] = [
      ['members', () => insertMembers(db, amounts)],
      ['homes and followed topics', () => insertHomes(db)],
      ['bills', () => insertBills(db, amounts)],
      ['comments', () => insertComments(db, amounts)],
      ['votes', () => insertVotes(db, amounts)],
      ['stances', () => insertStances(db, amounts)],
      ['bookmarks', () => insertBookmarks(db, amounts)],
      ['discussions', () => insertDiscussions(db, discussions)],
      ['notifications', () => insertNotifications(db, amounts)],
      ['statistics', () => db`analyze`],
      ['parts', () => insertParts(db)],
      ['indexes', () => makeIndexes(db, indexes)],
    ]
    for (const [name, step] of steps) await timed(name, step, say)
  })
  // The counters find replies by an index. It is not used in the transaction that created it, because rows were updated there.
  await pool.begin(async (db) => {
    await db`set local session_replication_role = replica`
    await timed('counters', () => repairDerivedCounts(db), say)
  })
  await foldBillCounters(pool)
  // As after a tally. The first tally of all bills would take minutes of the time that is measured.
  await pool`update bill_counters set tallied_revision = stances_revision where tallied_revision <> stances_revision`
  await pool`vacuum (analyze)`
  return (performance.now() - began) / 1000
}

async function timed(name: string, step: () => Promise<unknown>, say: (line: string) => void): Promise<void> {
  const start = performance.now()
  await step()
  say(`  ${name}: ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

/** Creates functions: `dice(n, salt)` is a number from 0 to 1 that is the same in every run, and `named(kind, n)` is the id of
 * the n-th row of a kind. */
async function makeDice(db: Db): Promise<void> {
  await db`
    create function pg_temp.dice(n bigint, salt bigint) returns float8 language sql immutable parallel safe
      return (hashint8extended(n, salt) & 2147483647) / 2147483648.0`
  await db`
    create function pg_temp.named(kind text, n bigint) returns uuid language sql immutable parallel safe
      return overlay(overlay(md5(kind || n) placing '4' from 13) placing '8' from 17)::uuid`
  // `one_of` returns an element of a list, and `skewed` a number from 1 to `most`, more often a low one.
  await db`
    create function pg_temp.one_of(list text[], n bigint, salt bigint) returns text language sql immutable
      return list[1 + floor(pg_temp.dice(n, salt) * cardinality(list))::int]`
  await db`
    create function pg_temp.skewed(most int, n bigint, salt bigint) returns int language sql immutable
      return 1 + floor(pg_temp.dice(n, salt) ^ 2 * most)::int`
}

type Index = { name: string; definition: string }

/** Fills tables without the indexes that no constraint needs, and creates them afterwards. */
export async function withoutIndexes(db: Db, tables: string[], fill: () => Promise<void>): Promise<void> {
  const indexes = await dropIndexes(db, tables)
  await fill()
  await makeIndexes(db, indexes)
}

/** Drops the indexes, because building an index once costs a fraction of updating it row by row. */
async function dropIndexes(db: Db, tables?: string[]): Promise<Index[]> {
  const indexes = await db<Index[]>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where c.relnamespace = 'public'::regnamespace and t.relname = any(coalesce(${tables ?? null}::text[], array[t.relname]))
       and not exists (select from pg_constraint where conindid = c.oid) order by c.relname`
  for (const { name } of indexes) await db`drop index ${db(name)}`
  return indexes
}

async function makeIndexes(db: Db, indexes: Index[]): Promise<void> {
  for (const { definition } of indexes) await db.unsafe(definition)
}

async function insertMembers(db: Db, { members }: Amounts): Promise<void> {
  await db`
    insert into users (user_id, username, email, full_name, password_hash, email_verified_at, ocd_city_id, created_at)
    select pg_temp.named('member', n), 'member-' || n, 'member' || n || '@example.org', 'Member number ' || n, 'none',
           case when n % 3 > 0 then now() - interval '400 days' end,
           case when n % 4 > 0 then 'ocd-division/country:us/state:ny/place:place_' || n % 1000 end,
           now() - pg_temp.dice(n, 1) * interval '400 days'
      from generate_series(1, ${members}::int) n`
}

/** Members with a city live in it, in its state and in the country; two in three members follow three topics. */
async function insertHomes(db: Db): Promise<void> {
  await db`
    insert into member_divisions (user_id, division)
    select user_id, unnest(array['ocd-division/country:us', 'ocd-division/country:us/state:ny', ocd_city_id])
      from users where ocd_city_id is not null`
  await db`
    insert into topic_follows (user_id, topic)
    select user_id, (${Object.keys(policyAreas)}::text[])[1 + (member_number + turn * 11) % 32]
      from users cross join generate_series(0, 2) turn where member_number % 3 > 0`
}

/** Bills of the last six years, more of them recent, all at midnight like the dates of public records. */
async function insertBills(db: Db, { bills }: Amounts): Promise<void> {
  await db`create temp table phrases (number int primary key, words text) on commit drop`
  await db`
    insert into phrases
    select p, (select string_agg(pg_temp.one_of(${words}, p * 8 + w, 2), ' ' order by w) from generate_series(1, 6) w)
      from generate_series(1, 4000) p`
  await db`
    insert into bills (bill_id, source_id, source_family, source_name, content_hash, bill_code, title, summary, topics,
                       government_level, jurisdiction, status, created_at, latest_action_on, source_url, path)
    select pg_temp.named('bill', n), 'bench/' || n, 'Benchmark', 'Benchmark', sha256(n::text::bytea),
           (array['H.R. ', 'S. ', 'HB ', 'SB ', 'Int. '])[1 + n % 5] || n,
           initcap(place) || ' ' || ${phrasesOf(db, 3, db`2 + floor(pg_temp.dice(n, 4) ^ 8 * 10)::int`)} || ' Act',
           case when pg_temp.dice(n, 5) < 0.1 then '' else
             ${phrasesOf(db, 6, db`4 + floor(pg_temp.dice(n, 7) ^ 3 * 30)::int`)} || '.' end,
           topics, level,
           case level when 'federal' then 'ocd-division/country:us' when 'state' then
             'ocd-division/country:us/state:' || pg_temp.one_of(${Object.keys(stateNames)}, n, 15)
             else 'ocd-division/country:us/state:ny/place:place_' || n % 1000 end,
           status, introduced_at,
           -- The newest action is at most a year after the first one, and never in the future.
           least(introduced_at + floor(pg_temp.dice(n, 14) ^ 2 * 365) * interval '1 day',
                 (now() at time zone 'utc')::date::timestamp at time zone 'utc')::date,
           'https://bills.example.org/' || n, 'bench/' || n
      from generate_series(1, ${bills}::int) n
     cross join lateral (select
       case when pg_temp.dice(n, 9) < 0.15 then 'federal' when pg_temp.dice(n, 9) < 0.85 then 'state' else 'local' end
         as level,
       (array['introduced', 'introduced', 'introduced', 'introduced', 'introduced', 'introduced', 'introduced',
              'introduced', 'introduced', 'pending', 'pending', 'pending', 'pending', 'engrossed', 'engrossed',
              'passed', 'passed', 'active', 'rejected', 'rejected'])[1 + floor(pg_temp.dice(n, 10) * 20)::int] as status,
       (now() at time zone 'utc')::date::timestamp at time zone 'utc'
         - floor(pg_temp.dice(n, 8) ^ 2 * 2190) * interval '1 day' as introduced_at,
       pg_temp.one_of(${placeBeginnings}, n, 11) || pg_temp.one_of(${placeEndings}, n, 12) as place,
       (select array_agg(distinct (${Object.keys(policyAreas)}::text[])[pg_temp.skewed(32, n, 13 + t)])
          from generate_series(1, 1 + (n % 3)::int) t) as topics) drawn`
  await db`
    insert into bill_counters (bill_id, created_at, government_level, jurisdiction, status, is_past)
    select bill_id, created_at, government_level, jurisdiction, status, is_past from bills`
  await db`
    insert into bill_topics (bill_id, topic, created_at, latest_action_at, government_level, status, is_past)
    select bill_id, unnest(topics), created_at, latest_action_at, government_level, status, is_past from bills`
}

/** What an import stores for the page of a bill without sponsors and actions. */
async function insertParts(db: Db): Promise<void> {
  await db`
    insert into bill_parts (bill_id, content_hash, page, detail)
    select b.bill_id, sha256('bench'), page, d.detail
      from bills b cross join (select '{"progress": null}'::jsonb as page) p
     cross join lateral bill_parts_detail(b.bill_id, page) d
    on conflict do nothing`
}

function phrasesOf(db: Db, salt: number, count: Part) {
  return db`(select string_agg(words, ' ') from generate_series(1, ${count}) p
              join phrases on number = 1 + floor(pg_temp.dice(n * 64 + p, ${salt}) * 4000)::int)`
}

/** Of ten comments six begin a thread, three reply to these, and one replies to a reply. One in 100 is deleted. */
async function insertComments(db: Db, { bills, members, comments }: Amounts): Promise<void> {
  await db`
    insert into bill_comments (comment_id, bill_id, category_id, parent_comment_id, depth, user_id, content,
                               deleted_at, created_at)
    select pg_temp.named('comment', n), pg_temp.named('bill', pg_temp.skewed(${bills}, root, 21)),
           (array['general-discussion', 'economic-impact', 'personal-stories', 'questions-clarifications'])[1 + root % 4],
           pg_temp.named('comment', parent), case when d < 6 then 1 when d < 9 then 2 else 3 end,
           pg_temp.named('member', pg_temp.skewed(${members}, n, 22)),
           case when n % 100 <> 0
             then p.words || ' ' || repeat(q.words || ' ', 1 + (pg_temp.dice(n, 23) ^ 2 * 8)::int) end,
           case when n % 100 = 0 then at end, at
      from generate_series(1, ${comments}::int) n
     cross join lateral (select n % 10 as d) digit
     cross join lateral (select
       case when d < 6 then n when d < 9 then n - 6 else n - 7 end as root,
       case when d < 6 then null when d < 9 then n - 6 else n - 1 end as parent) thread
     cross join lateral (
       select now() - pg_temp.dice(root, 24) ^ 2 * interval '300 days' * (1 - d / 20.0) as at) timed
      join phrases p on p.number = 1 + n % 4000
      join phrases q on q.number = 1 + n * 7 % 4000`
}

async function insertVotes(db: Db, { members, comments, votes }: Amounts): Promise<void> {
  await db`
    insert into comment_votes (comment_id, bill_id, user_id, vote, created_at)
    select comment_id, c.bill_id, pg_temp.named('member', pg_temp.skewed(${members}, n, 32)),
           case when pg_temp.dice(n, 33) < 0.7 then 'upvote' else 'downvote' end,
           now() - pg_temp.dice(n, 34) * interval '60 days'
      from generate_series(1, ${votes}::int) n
     cross join lateral (
       select pg_temp.named('comment', 1 + floor(pg_temp.dice(n, 31) * ${comments}::int)::int) as comment_id) drawn
      join bill_comments c using (comment_id) on conflict do nothing`
}

/** One stance in ten was changed. */
async function insertStances(db: Db, { bills, members, stances }: Amounts): Promise<void> {
  await db`
    insert into stances (bill_id, user_id, stance, first_taken_at, changed_at)
    select pg_temp.named('bill', pg_temp.skewed(${bills}, n, 41)),
           pg_temp.named('member', pg_temp.skewed(${members}, n, 42)),
           (array['support', 'support', 'oppose', 'neutral', 'learning'])[1 + floor(pg_temp.dice(n, 43) * 5)::int],
           at - interval '30 days', at
      from generate_series(1, ${stances}::int) n
     cross join lateral (select now() - pg_temp.dice(n, 44) ^ 2 * interval '300 days' as at) timed
        on conflict do nothing`
  await db`
    insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, changed_at)
    select bill_id, user_id, from_stance, to_stance, 'direct', at
      from (select *, hashint8extended(('x' || left(user_id::text, 8))::bit(32)::int, 45) % 10 = 0 as changed,
                   case stance when 'learning' then 'neutral' else 'learning' end as before from stances) s
     cross join lateral (
       select null as from_stance, case when changed then before else stance end as to_stance, first_taken_at as at
        union all
       select before, stance, changed_at where changed) steps
     order by at`
}

async function insertBookmarks(db: Db, { bills, members, bookmarks }: Amounts): Promise<void> {
  await db`
    insert into bookmarks (user_id, bill_id, created_at)
    select pg_temp.named('member', pg_temp.skewed(${members}, n, 51)),
           pg_temp.named('bill', 1 + floor(pg_temp.dice(n, 52) * ${bills}::int)::int),
           now() - pg_temp.dice(n, 53) * interval '300 days'
      from generate_series(1, ${bookmarks}::int) n on conflict do nothing`
}

async function insertDiscussions(db: Db, sizes: DiscussionSize[]): Promise<void> {
  for (const size of sizes) await insertDiscussion(db, size)
}

/** A notification for every other stance: ten per member, concentrated on a few members who have read half of them. */
async function insertNotifications(db: Db, { members }: Amounts): Promise<void> {
  await db`
    insert into notifications (user_id, type, actor_id, bill_id, stance, read_at, created_at)
    select recipient, 'followee_stance', s.user_id, s.bill_id, s.stance,
           case when pg_temp.dice(n, 61) < 0.5 then s.changed_at + interval '1 day' end, s.changed_at
      from stances s
     cross join lateral (select ('x' || right(s.user_id::text, 8))::bit(32)::int # hashtext(s.bill_id::text) as n) drawn
     cross join lateral (select pg_temp.named('member', pg_temp.skewed(${members}, n, 62)) as recipient) person
     where n % 2 = 0 and recipient <> s.user_id`
}
