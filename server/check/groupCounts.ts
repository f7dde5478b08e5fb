import type { Db } from '../postgres/db.ts'
import type { DerivedCount, Mismatch } from './derivedCount.ts'

/** Checks the derived rows of groups. Membership comes first, because the counts are repaired from it. */
export const groupCounts: DerivedCount[] = [
  {
    what: 'the members of a group',
    find: (db) => db<Mismatch[]>`
      select coalesce(k.group_id, a.group_id) || ' ' || coalesce(k.user_id, a.user_id) as "where",
             coalesce(to_jsonb(k)::text, 'no member') as stored, coalesce(to_jsonb(a)::text, 'no member') as actual
        from group_members k
        full join actual_group_members a on (a.group_id, a.user_id) = (k.group_id, k.user_id)
       where to_jsonb(k) is distinct from to_jsonb(a)`,
    repair: async (db) => {
      await db`
        delete from group_members k where not exists (
          select from actual_group_members a where (a.group_id, a.user_id) = (k.group_id, k.user_id))`
      await db`
        insert into group_members as existing (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
        select group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown from actual_group_members
        on conflict (group_id, user_id) do update set
          is_resident = excluded.is_resident, is_follower = excluded.is_follower, rank = excluded.rank,
          sort_name = excluded.sort_name, is_shown = excluded.is_shown
        where (existing.is_resident, existing.is_follower, existing.rank, existing.sort_name,
               existing.is_shown)
           <> (excluded.is_resident, excluded.is_follower, excluded.rank, excluded.sort_name, excluded.is_shown)`
    },
  },
  {
    what: "a group's members by kind",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.group_id, a.group_id) || ' ' || coalesce(k.shard, a.shard) as "where",
             ${kindsOf(db, 'k')}::text as stored, ${kindsOf(db, 'a')}::text as actual
        from group_member_counts k
        full join actual_group_member_counts a on (a.group_id, a.shard) = (k.group_id, k.shard)
       where ${kindsOf(db, 'k')} <> ${kindsOf(db, 'a')}`,
    repair: async (db) => {
      await db`
        update group_member_counts k set elected_officials = 0, community_leaders = 0, regular = 0
         where not exists (
           select from actual_group_member_counts a where (a.group_id, a.shard) = (k.group_id, k.shard))`
      await db`
        insert into group_member_counts (group_id, shard, elected_officials, community_leaders, regular)
        select group_id, shard, elected_officials, community_leaders, regular from actual_group_member_counts
        on conflict (group_id, shard) do update set elected_officials = excluded.elected_officials,
          community_leaders = excluded.community_leaders, regular = excluded.regular`
    },
  },
  {
    what: "a group's followers, posts and last activity",
    find: (db) => db<Mismatch[]>`
      select group_id as "where", ${countsOf(db, 'g')}::text as stored, ${countsOf(db, 'a')}::text as actual
        from groups g join actual_group_counts a using (group_id)
       where ${countsOf(db, 'g')} <> ${countsOf(db, 'a')}`,
    repair: (db) => db`
      update groups g set follower_count = a.follower_count, post_count = a.post_count,
             live_post_count = a.live_post_count, last_activity_at = a.last_activity_at
        from actual_group_counts a
       where a.group_id = g.group_id and ${countsOf(db, 'g')} <> ${countsOf(db, 'a')}`,
  },
  {
    what: "a group post's likes and comments",
    find: (db) => db<Mismatch[]>`
      select post_id as "where", jsonb_build_array(p.like_count, p.comment_count, p.thread_count)::text as stored,
             jsonb_build_array(a.like_count, a.comment_count, a.thread_count)::text as actual
        from group_posts p join actual_group_post_counts a using (post_id)
       where (p.like_count, p.comment_count, p.thread_count) <> (a.like_count, a.comment_count, a.thread_count)`,
    repair: (db) => db`
      update group_posts p
         set like_count = a.like_count, comment_count = a.comment_count, thread_count = a.thread_count
        from actual_group_post_counts a
       where a.post_id = p.post_id
         and (p.like_count, p.comment_count, p.thread_count) <> (a.like_count, a.comment_count, a.thread_count)`,
  },
  {
    what: 'the replies to a comment on a post',
    find: (db) => db<Mismatch[]>`
      select comment_id as "where", c.reply_count::text as stored, a.reply_count::text as actual
        from group_comments c join actual_group_reply_counts a using (comment_id)
       where c.reply_count <> a.reply_count`,
    repair: (db) => db`
      update group_comments c set reply_count = a.reply_count
        from actual_group_reply_counts a
       where a.comment_id = c.comment_id and c.reply_count <> a.reply_count`,
  },
  {
    what: 'the number of groups behind a filter',
    find: (db) => db<Mismatch[]>`
      select coalesce(k.government_level, a.government_level) || ' ' || coalesce(k.group_type, a.group_type) as "where",
             coalesce(k.group_count, 0)::text as stored, coalesce(a.group_count, 0)::text as actual
        from group_totals k
        full join actual_group_totals a
          on (a.government_level, a.group_type) = (k.government_level, k.group_type)
       where coalesce(k.group_count, 0) <> coalesce(a.group_count, 0)`,
    repair: async (db) => {
      await db`lock table groups in share mode`
      await db`delete from group_totals`
      await db`
        insert into group_totals (government_level, group_type, group_count)
        select government_level, group_type, group_count from actual_group_totals`
    },
  },
  {
    what: 'the number of messages with nearly the same text',
    find: (db) => db<Mismatch[]>`
      select g.group_id as "where", g.message_count::text as stored, coalesce(a.messages, 0)::text as actual
        from message_groups g left join ${emailedMessages(db)} a using (group_id)
       where g.message_count <> coalesce(a.messages, 0)`,
    repair: (db) => db`
      update message_groups g
         set message_count = a.messages, emptied_at = case when a.messages = 0 then coalesce(g.emptied_at, now()) end
        from (select k.group_id, coalesce(m.messages, 0) as messages
                from message_groups k left join ${emailedMessages(db)} m using (group_id)) a
       where a.group_id = g.group_id and g.message_count <> a.messages`,
  },
  {
    what: 'the position of a comment on a post',
    find: (db) => db<Mismatch[]>`
      select c.comment_id as "where",
             concat_ws(' ', 'level', c.depth, 'of post', c.post_id, 'in group', c.group_id) as stored,
             concat_ws(' ', 'under level', coalesce(above.depth, 0), 'of post', coalesce(above.post_id, c.post_id),
                       'in group', p.group_id) as actual
        from group_comments c join group_posts p using (post_id)
        left join group_comments above on above.comment_id = c.parent_comment_id
       where c.group_id <> p.group_id or c.depth <> coalesce(above.depth, 0) + 1
          or c.post_id <> coalesce(above.post_id, c.post_id)`,
    repair: null,
  },
]

function emailedMessages(db: Db) {
  return db`(select group_id, count(*)::int as messages from messages where delivery = 'email' group by group_id)`
}

/** Returns the counts by kind of member. A missing row counts as zeros. */
function kindsOf(db: Db, table: 'k' | 'a') {
  const kind = (name: string) => db`coalesce(${db(`${table}.${name}`)}, 0)`
  return db`jsonb_build_array(${kind('elected_officials')}, ${kind('community_leaders')}, ${kind('regular')})`
}

function countsOf(db: Db, table: 'g' | 'a') {
  const count = (name: string) => db(`${table}.${name}`)
  return db`jsonb_build_array(${count('follower_count')}, ${count('post_count')}, ${count('live_post_count')},
                              ${count('last_activity_at')})`
}
