import {
  type DerivedCount,
  type Keys,
  members,
  type Mismatch,
} from '#server/operations/check/derivedCount.ts'
import { lockMembers } from '#server/operations/check/locks.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db, Transaction } from '#server/platform/postgres/db.ts'

/** Slices are small, because the national group has all members. */
const groups: Keys = { table: 'groups', column: 'group_id', type: 'uuid', size: 500 }
const posts: Keys = { table: 'group_posts', column: 'post_id', type: 'uuid', size: 2_000 }
const messageGroups: Keys = { table: 'message_groups', column: 'group_id', type: 'uuid', size: 2_000 }
const groupComments: Keys = { table: 'group_comments', column: 'comment_id', type: 'uuid', size: 5_000 }

/** Checks the derived rows of groups. The counts come before the members, because triggers change them with the members. */
export const groupCounts: DerivedCount[] = [
  {
    what: "a group's members by kind",
    keys: groups,
    find: (db, scope) => db<Mismatch[]>`
      select group_id as key, group_id || ' ' || shard as "where", stored::text, actual::text
        from ${wrongKinds(db, scope)} w`,
    repair: {
      lock: lockKinds,
      write: (db, scope) => db`
        insert into group_member_counts (group_id, shard, elected_officials, community_leaders, regular)
        select group_id, shard, elected_officials, community_leaders, regular from ${wrongKinds(db, scope)} w
        on conflict (group_id, shard) do update set elected_officials = excluded.elected_officials,
          community_leaders = excluded.community_leaders, regular = excluded.regular`,
    },
  },
  {
    what: "a group's followers, posts and last activity",
    keys: groups,
    find: (db, scope) => db<Mismatch[]>`
      select group_id as key, group_id as "where", ${countsOf(db, 'g')}::text as stored,
             ${countsOf(db, 'a')}::text as actual
        from groups g join ${scope.rows('actual_group_counts')} a using (group_id)
       where ${scope.has('g.group_id')} and ${countsOf(db, 'g')} <> ${countsOf(db, 'a')}`,
    repair: {
      lock: (db, group_ids) => db`
        select from groups where group_id = any(${group_ids}::uuid[]) order by group_id for no key update`,
      write: (db, scope) => db`
        update groups g set follower_count = a.follower_count, post_count = a.post_count,
               live_post_count = a.live_post_count, last_activity_at = a.last_activity_at
          from ${scope.rows('actual_group_counts')} a
         where a.group_id = g.group_id and ${countsOf(db, 'g')} <> ${countsOf(db, 'a')}`,
    },
  },
  {
    what: 'the members of a group',
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, group_id || ' ' || user_id as "where",
             coalesce(to_jsonb(k)::text, 'no member') as stored, coalesce(to_jsonb(a)::text, 'no member') as actual
        from (select * from group_members where ${scope.has('user_id')}) k
        full join (select * from actual_group_members where ${scope.has('user_id')}) a using (group_id, user_id)
       where to_jsonb(k) is distinct from to_jsonb(a)`,
    repair: {
      isCounted: true,
      lock: lockMembers,
      write: async (db, scope) => {
        await db`
          delete from group_members k
           where ${scope.has('k.user_id')}
             and not exists (
               select from (select * from actual_group_members where ${scope.has('user_id')}) a
                where (a.group_id, a.user_id) = (k.group_id, k.user_id))`
        await db`
          insert into group_members as existing (group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown)
          select group_id, user_id, is_resident, is_follower, rank, sort_name, is_shown
            from actual_group_members where ${scope.has('user_id')} order by group_id, user_id
          on conflict (group_id, user_id) do update set
            is_resident = excluded.is_resident, is_follower = excluded.is_follower, rank = excluded.rank,
            sort_name = excluded.sort_name, is_shown = excluded.is_shown
          where (existing.is_resident, existing.is_follower, existing.rank, existing.sort_name,
                 existing.is_shown)
             <> (excluded.is_resident, excluded.is_follower, excluded.rank, excluded.sort_name, excluded.is_shown)`
      },
    },
  },
  {
    what: "a group post's likes and comments",
    keys: posts,
    find: (db, scope) => db<Mismatch[]>`
      select post_id as key, post_id as "where",
             jsonb_build_array(p.like_count, p.comment_count, p.thread_count)::text as stored,
             jsonb_build_array(a.like_count, a.comment_count, a.thread_count)::text as actual
        from group_posts p join ${scope.rows('actual_group_post_counts')} a using (post_id)
       where ${scope.has('p.post_id')}
         and (p.like_count, p.comment_count, p.thread_count) <> (a.like_count, a.comment_count, a.thread_count)`,
    repair: {
      lock: (db, post_ids) => db`
        select from group_posts where post_id = any(${post_ids}::uuid[]) order by post_id for no key update`,
      write: (db, scope) => db`
        update group_posts p
           set like_count = a.like_count, comment_count = a.comment_count, thread_count = a.thread_count
          from ${scope.rows('actual_group_post_counts')} a
         where a.post_id = p.post_id
           and (p.like_count, p.comment_count, p.thread_count) <> (a.like_count, a.comment_count, a.thread_count)`,
    },
  },
  {
    what: 'the replies to a comment on a post',
    keys: groupComments,
    find: (db, scope) => db<Mismatch[]>`
      select comment_id as key, comment_id as "where", c.reply_count::text as stored, a.reply_count::text as actual
        from group_comments c join ${scope.rows('actual_group_reply_counts')} a using (comment_id)
       where ${scope.has('c.comment_id')} and c.reply_count <> a.reply_count`,
    repair: {
      lock: (db, comment_ids) => db`
        select from group_comments where comment_id = any(${comment_ids}::uuid[])
         order by depth desc, comment_id for no key update`,
      write: (db, scope) => db`
        update group_comments c set reply_count = a.reply_count
          from ${scope.rows('actual_group_reply_counts')} a
         where a.comment_id = c.comment_id and c.reply_count <> a.reply_count`,
    },
  },
  {
    what: 'the number of groups behind a filter',
    keys: null,
    find: (db) => db<Mismatch[]>`
      select '' as key, government_level || ' ' || group_type as "where",
             coalesce(k.group_count, 0)::text as stored, coalesce(a.group_count, 0)::text as actual
        from group_totals k full join actual_group_totals a using (government_level, group_type)
       where coalesce(k.group_count, 0) <> coalesce(a.group_count, 0)`,
    repair: {
      lock: async (db) => {
        await db`
          select from groups g
           where not exists (select from group_totals k
                              where (k.government_level, k.group_type) = (g.government_level, g.group_type))
           order by group_id for no key update`
        await db`
          insert into group_totals (government_level, group_type, group_count)
          select government_level, group_type, 0 from actual_group_totals order by 1, 2 on conflict do nothing`
        await db`select from group_totals order by government_level, group_type for no key update`
      },
      write: (db) => db`
        insert into group_totals (government_level, group_type, group_count)
        select government_level, group_type, coalesce(a.group_count, 0)
          from group_totals k full join actual_group_totals a using (government_level, group_type)
         where coalesce(k.group_count, 0) <> coalesce(a.group_count, 0)
        on conflict (government_level, group_type) do update set group_count = excluded.group_count`,
    },
  },
  {
    what: 'the number of messages with nearly the same text',
    keys: messageGroups,
    find: (db, scope) => db<Mismatch[]>`
      select g.group_id as key, g.group_id as "where", g.message_count::text as stored,
             coalesce(a.messages, 0)::text as actual
        from message_groups g left join ${emailedMessages(db, scope)} a using (group_id)
       where ${scope.has('g.group_id')} and g.message_count <> coalesce(a.messages, 0)`,
    repair: {
      lock: (db, group_ids) => db`
        select from message_groups where group_id = any(${group_ids}::uuid[]) order by group_id for no key update`,
      write: (db, scope) => db`
        update message_groups g
           set message_count = a.messages, emptied_at = case when a.messages = 0 then coalesce(g.emptied_at, now()) end
          from (select k.group_id, coalesce(m.messages, 0) as messages
                  from message_groups k left join ${emailedMessages(db, scope)} m using (group_id)
                 where ${scope.has('k.group_id')}) a
         where a.group_id = g.group_id and g.message_count <> a.messages`,
    },
  },
  {
    what: 'the position of a comment on a post',
    keys: groupComments,
    find: (db, scope) => db<Mismatch[]>`
      select c.comment_id as key, c.comment_id as "where",
             concat_ws(' ', 'level', c.depth, 'of post', c.post_id, 'in group', c.group_id) as stored,
             concat_ws(' ', 'under level', coalesce(above.depth, 0), 'of post', coalesce(above.post_id, c.post_id),
                       'in group', p.group_id) as actual
        from group_comments c join group_posts p using (post_id)
        left join group_comments above on above.comment_id = c.parent_comment_id
       where ${scope.has('c.comment_id')}
         and (c.group_id <> p.group_id or c.depth <> coalesce(above.depth, 0) + 1
              or c.post_id <> coalesce(above.post_id, c.post_id))`,
    repair: null,
  },
]

function emailedMessages(db: Db, scope: Scope) {
  return db`(
    select group_id, count(*)::int as messages
      from messages where delivery = 'email' and ${scope.has('group_id')} group by group_id)`
}

function wrongKinds(db: Db, scope: Scope) {
  return db`(
    select group_id, shard, coalesce(a.elected_officials, 0) as elected_officials,
           coalesce(a.community_leaders, 0) as community_leaders, coalesce(a.regular, 0) as regular,
           ${kindsOf(db, 'k')} as stored, ${kindsOf(db, 'a')} as actual
      from (select * from group_member_counts where ${scope.has('group_id')}) k
      full join (select * from actual_group_member_counts where ${scope.has('group_id')}) a using (group_id, shard)
     where ${kindsOf(db, 'k')} <> ${kindsOf(db, 'a')})`
}

/** A change of members first inserts missing rows, so it waits for a row that this function has inserted. */
async function lockKinds(db: Transaction, group_ids: string[]): Promise<void> {
  await db`
    insert into group_member_counts (group_id, shard)
    select group_id, shard from actual_group_member_counts where group_id = any(${group_ids}::uuid[]) order by 1, 2
    on conflict do nothing`
  await db`
    select from group_member_counts where group_id = any(${group_ids}::uuid[])
     order by group_id, shard for no key update`
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
