import { voterSides } from '../bills/voteBreakdown.ts'
import type { Db } from '../postgres/db.ts'
import { billCounts } from './billCounts.ts'
import type { DerivedCount, Mismatch } from './derivedCount.ts'
import { discussionCounts } from './discussionCounts.ts'
import { groupCounts } from './groupCounts.ts'
import { notificationCounts } from './notificationCounts.ts'
import { versionCounts } from './versionCounts.ts'
import { voteCounts } from './voteCounts.ts'

/** A stored value that differs from the value computed from its rows. */
export type Problem = { what: string; where: string; stored: string; actual: string }

/** Every derived count, and the rules between rows that no constraint can express. */
export const derivedCounts: DerivedCount[] = [
  ...billCounts,
  {
    what: "a comment's votes, replies and changed minds",
    find: (db) => db<Mismatch[]>`
      select comment_id as "where",
             jsonb_build_array(c.upvotes, c.downvotes, c.change_count, c.reply_count)::text as stored,
             jsonb_build_array(a.upvotes, a.downvotes, a.change_count, a.reply_count)::text as actual
        from bill_comments c join actual_comment_counts a using (comment_id)
       where (c.upvotes, c.downvotes, c.change_count, c.reply_count)
          <> (a.upvotes, a.downvotes, a.change_count, a.reply_count)`,
    repair: (db) => db`
      update bill_comments c set upvotes = a.upvotes, downvotes = a.downvotes, change_count = a.change_count,
             reply_count = a.reply_count
        from actual_comment_counts a
       where a.comment_id = c.comment_id
         and (c.upvotes, c.downvotes, c.change_count, c.reply_count)
          <> (a.upvotes, a.downvotes, a.change_count, a.reply_count)`,
  },
  {
    what: 'the bill of a vote',
    find: (db) => db<Mismatch[]>`
      select v.comment_id || ' ' || v.user_id as "where", v.bill_id as stored, c.bill_id as actual
        from comment_votes v join bill_comments c using (comment_id) where v.bill_id <> c.bill_id`,
    repair: (db) => db`
      update comment_votes v set bill_id = c.bill_id
        from bill_comments c where c.comment_id = v.comment_id and c.bill_id <> v.bill_id`,
  },
  {
    what: "a comment's votes by side",
    find: (db) => db<Mismatch[]>`
      select comment_id as "where", jsonb_build_array(${sidesOf(db, 'c')})::text as stored,
             jsonb_build_array(${sidesOf(db, 'a')})::text as actual
        from bill_comments c join actual_comment_vote_breakdown a using (comment_id)
       where (${sidesOf(db, 'c')}) <> (${sidesOf(db, 'a')})`,
    repair: (db) => db`
      update bill_comments c set (${db.unsafe(sideColumns.join(', '))}) = (${sidesOf(db, 'a')})
        from actual_comment_vote_breakdown a
       where a.comment_id = c.comment_id and (${sidesOf(db, 'c')}) <> (${sidesOf(db, 'a')})`,
  },
  {
    what: "a bill's stored echo score",
    find: (db) => db<Mismatch[]>`
      select e.bill_id as "where", jsonb_build_array(e.echo_votes, e.analyzed_votes, e.total_votes)::text as stored,
             ${actualEcho(db)}::text as actual
        from bill_echo e join all_current_bill_counts n using (bill_id, echo_version)
        left join actual_bill_echo a using (bill_id)
       where jsonb_build_array(e.echo_votes, e.analyzed_votes, e.total_votes) <> ${actualEcho(db)}`,
    repair: (db) => db`
      delete from bill_echo e using bill_echo kept left join actual_bill_echo a using (bill_id)
       where kept.bill_id = e.bill_id
         and jsonb_build_array(e.echo_votes, e.analyzed_votes, e.total_votes) <> ${actualEcho(db)}`,
  },
  {
    what: "a member's totals",
    find: (db) => db<Mismatch[]>`
      select u.user_id as "where",
             jsonb_build_array(u.total_stances, u.total_comments, u.follower_count, u.following_count,
                               u.minds_changed)::text as stored,
             jsonb_build_array(a.total_stances, a.total_comments, a.follower_count, a.following_count,
                               a.minds_changed)::text as actual
        from users u join actual_member_counts a using (user_id)
       where (u.total_stances, u.total_comments, u.follower_count, u.following_count, u.minds_changed)
          <> (a.total_stances, a.total_comments, a.follower_count, a.following_count, a.minds_changed)`,
    repair: (db) => db`
      update users u set total_stances = a.total_stances, total_comments = a.total_comments,
             follower_count = a.follower_count, following_count = a.following_count,
             minds_changed = a.minds_changed
        from actual_member_counts a
       where a.user_id = u.user_id
         and (u.total_stances, u.total_comments, u.follower_count, u.following_count, u.minds_changed)
          <> (a.total_stances, a.total_comments, a.follower_count, a.following_count, a.minds_changed)`,
  },
  {
    what: 'the number of bills behind a filter',
    find: (db) => db<Mismatch[]>`
      select concat_ws(' ', coalesce(k.government_level, a.government_level), coalesce(k.status, a.status),
                       case when coalesce(k.is_past, a.is_past) then 'past' end, coalesce(k.topic, a.topic)) as "where",
             coalesce(k.bill_count, 0)::text as stored, coalesce(a.bill_count, 0)::text as actual
        from bill_totals k full join actual_bill_totals a
          on (a.government_level, a.status, a.is_past, a.topic) = (k.government_level, k.status, k.is_past, k.topic)
       where coalesce(k.bill_count, 0) <> coalesce(a.bill_count, 0)`,
    repair: async (db) => {
      await db`lock table bills in share mode`
      await db`delete from bill_totals`
      await db`
        insert into bill_totals (government_level, status, is_past, topic, bill_count)
        select government_level, status, is_past, topic, bill_count from actual_bill_totals`
    },
  },
  {
    what: "the copies of a bill's fields beside its counts and topics",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) as "where", k.facts::text as stored, a.facts::text as actual
        from (select c.bill_id, jsonb_build_array(c.created_at, c.government_level, c.jurisdiction, c.status, c.is_past, t.facts) as facts
                from bill_counters c left join (
                  select bill_id, jsonb_agg(jsonb_build_array(topic, created_at, latest_action_at, government_level, status, is_past)
                                           order by topic) as facts from bill_topics group by bill_id) t using (bill_id)) k
        full join (
          select bill_id, jsonb_build_array(created_at, government_level, jurisdiction, status, is_past, (
                   select jsonb_agg(jsonb_build_array(topic, created_at, latest_action_at, government_level, status, is_past)
                                    order by topic)
                     from unnest(topics) topic)) as facts from bills) a using (bill_id)
       where k.facts is distinct from a.facts`,
    repair: async (db) => {
      await db`lock table bills in share mode`
      await db`
        update bill_counters c
           set created_at = b.created_at, government_level = b.government_level, jurisdiction = b.jurisdiction,
               status = b.status, is_past = b.is_past
          from bills b
         where b.bill_id = c.bill_id
           and (b.created_at, b.government_level, b.jurisdiction, b.status, b.is_past)
            <> (c.created_at, c.government_level, c.jurisdiction, c.status, c.is_past)`
      await db`
        delete from bill_topics t using bills b
         where b.bill_id = t.bill_id
           and (t.topic <> all (b.topics)
                or (b.created_at, b.latest_action_at, b.government_level, b.status, b.is_past)
                <> (t.created_at, t.latest_action_at, t.government_level, t.status, t.is_past))`
      await db`
        insert into bill_topics (bill_id, topic, created_at, latest_action_at, government_level, status, is_past)
        select bill_id, unnest(topics), created_at, latest_action_at, government_level, status, is_past from bills
        on conflict do nothing`
    },
  },
  {
    what: 'the search words of a bill',
    find: (db) => db<Mismatch[]>`
      select coalesce(k.bill_id, a.bill_id) as "where", k.facts::text as stored, a.facts::text as actual
        from (select bill_id, jsonb_build_array(created_at, code_key, keys, md5(words)) as facts
                from bill_search) k
        full join (select bill_id, jsonb_build_array(created_at, code_key, keys, md5(words)) as facts
                     from actual_bill_search) a using (bill_id)
       where k.facts is distinct from a.facts`,
    repair: async (db) => {
      await db`lock table bills in share mode`
      await db`
        insert into bill_search as existing (bill_id, created_at, code_key, keys, words)
        select bill_id, created_at, code_key, keys, words from actual_bill_search order by created_at
        on conflict (bill_id) do update
           set created_at = excluded.created_at, code_key = excluded.code_key, keys = excluded.keys,
               words = excluded.words
         where (existing.created_at, existing.code_key, existing.keys, existing.words)
            <> (excluded.created_at, excluded.code_key, excluded.keys, excluded.words)`
    },
  },
  {
    what: 'the list of all search words',
    find: (db) => db<Mismatch[]>`
      select term as "where", 'missing' as stored, 'used by a bill' as actual
        from (select distinct term from bill_search, unnest(search_terms(words)) term) used
       where not exists (select from bill_terms t where t.term = used.term)`,
    repair: (db) => db`
      insert into bill_terms (term)
      select distinct term from bill_search, unnest(search_terms(words)) term order by term
      on conflict do nothing`,
  },
  {
    what: 'the uses of an access code',
    find: (db) => db<Mismatch[]>`
      select c.code as "where", c.uses::text as stored, count(u.access_code)::text as actual
        from access_codes c left join ${codeUsers(db)} u on u.access_code = c.code
       group by c.code having c.uses <> count(u.access_code)`,
    repair: (db) => db`
      update access_codes c set uses = a.uses
        from (select access_code as code, count(*)::int as uses from ${codeUsers(db)} u
               where access_code is not null group by access_code) a
       where a.code = c.code and c.uses <> a.uses`,
  },
  ...notificationCounts,
  ...voteCounts,
  {
    what: 'a stance and the last entry of its history',
    find: (db) => db<Mismatch[]>`
      select s.bill_id || ' ' || s.user_id as "where", s.stance as stored,
             coalesce(h.to_stance, 'no history') as actual
        from stances s left join (
          select distinct on (bill_id, user_id) bill_id, user_id, to_stance
            from stance_changes order by bill_id, user_id, change_id desc) h using (bill_id, user_id)
       where s.stance is distinct from h.to_stance`,
    repair: null,
  },
  {
    what: 'the position of a reply',
    find: (db) => db<Mismatch[]>`
      select c.comment_id as "where", 'level ' || c.depth || ' of bill ' || c.bill_id as stored,
             'under level ' || p.depth || ' of bill ' || p.bill_id as actual
        from bill_comments c join bill_comments p on p.comment_id = c.parent_comment_id
       where c.depth <> p.depth + 1 or c.bill_id <> p.bill_id or c.category_id <> p.category_id`,
    repair: null,
  },
  {
    what: 'an email change link and the pending address',
    find: (db) => db<Mismatch[]>`
      select l.user_id as "where", 'a link to one address' as stored,
             case when u.pending_email is null then 'no change' else 'a change to another' end as actual
        from email_links l join users u using (user_id)
       where l.purpose = 'change' and l.used_at is null and l.email is distinct from u.pending_email`,
    repair: (db) => db`
      delete from email_links l using users u
       where u.user_id = l.user_id and l.purpose = 'change' and l.used_at is null
         and l.email is distinct from u.pending_email`,
  },
  {
    what: 'a used link and the address it verified',
    find: (db) => db<Mismatch[]>`
      select l.user_id as "where", 'not verified' as stored, 'verified ' || iso_time(l.used_at) as actual
        from email_links l join users u using (user_id)
       where l.purpose <> 'undo' and l.used_at is not null and l.email = u.email
         and u.email_verified_at is null`,
    repair: null,
  },
  ...discussionCounts,
  ...versionCounts,
  ...groupCounts,
]

/** Selects one row for each use of an access code, by a current or a former member. */
function codeUsers(db: Db) {
  return db`(select access_code from users union all select access_code from former_members)`
}

const sideColumns = voterSides.flatMap((side) => [`${side}_upvotes`, `${side}_downvotes`])

function sidesOf(db: Db, table: 'a' | 'c') {
  return db.unsafe(sideColumns.map((column) => `${table}.${column}`).join(', '))
}

function actualEcho(db: Db) {
  return db`jsonb_build_array(coalesce(a.echo_votes, 0), coalesce(a.analyzed_votes, 0), coalesce(a.total_votes, 0))`
}

/** Compares every stored value with its rows. Call it in one snapshot. */
export async function findProblems(db: Db): Promise<Problem[]> {
  const problems: Problem[] = []
  for (const { what, find } of derivedCounts) {
    for (const { where, stored, actual } of await find(db)) {
      problems.push({ what, where, stored: asText(stored), actual: asText(actual) })
    }
  }
  return problems
}

/** Recomputes every value that can be computed from its rows. */
export async function repairDerivedCounts(db: Db): Promise<void> {
  for (const { repair } of derivedCounts) await repair?.(db)
  // This step makes all servers read every discussion again instead of using the pages in their memory.
  await db`insert into bill_counter_steps (bill_id, echo_changes) select distinct bill_id, 0 from bill_comments`
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
