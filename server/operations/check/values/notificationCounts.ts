import { isActionShown } from '#server/members/people/shownActions.ts'
import { comments, type DerivedCount, members, type Mismatch } from '#server/operations/check/derivedCount.ts'
import type { Scope } from '#server/operations/check/scope.ts'
import type { Db, Transaction } from '#server/platform/postgres/db.ts'

/** Checks the values stored beside notifications. The counts come first, because triggers change them with the rows. */
export const notificationCounts: DerivedCount[] = [
  {
    what: "a member's counts of notifications",
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select user_id as key, user_id as "where", jsonb_build_array(stored_total, stored_unread)::text as stored,
             jsonb_build_array(total, unread)::text as actual
        from ${wrongCounts(db, scope)} w`,
    repair: {
      lock: lockCounts,
      write: (db, scope) => db`
        insert into notification_counts as k (user_id, total, unread)
        select user_id, total, unread from ${wrongCounts(db, scope)} w
        on conflict (user_id) do update set total = excluded.total, unread = excluded.unread, version = k.version + 1`,
    },
  },
  {
    what: 'the number of votes in an unread notification',
    keys: comments,
    find: (db, scope) => db<Mismatch[]>`
      select comment_id as key, comment_id as "where", stored::text, actual::text from ${wrongVotes(db, scope)} w`,
    repair: {
      isCounted: true,
      lock: (db, comment_ids) => db`
        select from notifications
         where comment_id = any(${comment_ids}::uuid[]) and type = 'comment_votes_batched' and read_at is null
         order by comment_id for update`,
      write: async (db, scope) => {
        await db`
          delete from notifications n using ${wrongVotes(db, scope)} w
           where n.notification_id = w.notification_id and w.actual = 0`
        await db`
          update notifications n set votes = w.actual
            from ${wrongVotes(db, scope)} w where n.notification_id = w.notification_id`
      },
    },
  },
  {
    what: 'whether a notification is shown',
    keys: members,
    find: (db, scope) => db<Mismatch[]>`
      select n.user_id as key, n.notification_id as "where", n.is_shown::text as stored,
             (${isActionShown(db, 'n', 'a')})::text as actual
        from notifications n join users a on a.user_id = n.actor_id
       where ${scope.has('n.user_id')} and n.is_shown <> (${isActionShown(db, 'n', 'a')})`,
    repair: {
      isCounted: true,
      lock: lockActors,
      write: (db, scope) => db`
        update notifications n set is_shown = ${isActionShown(db, 'n', 'a')}
          from users a
         where ${scope.has('n.user_id')} and a.user_id = n.actor_id and n.is_shown <> (${isActionShown(db, 'n', 'a')})`,
    },
  },
]

function wrongCounts(db: Db, scope: Scope) {
  return db`(
    select user_id, coalesce(k.total, 0) as stored_total, coalesce(k.unread, 0) as stored_unread,
           coalesce(a.total, 0) as total, coalesce(a.unread, 0) as unread
      from (select * from notification_counts where ${scope.has('user_id')}) k
      full join (select * from actual_notification_counts where ${scope.has('user_id')}) a using (user_id)
     where (coalesce(k.total, 0), coalesce(k.unread, 0)) <> (coalesce(a.total, 0), coalesce(a.unread, 0)))`
}

/**
 * Locks the notifications before their counts, as the triggers do. A trigger that hides or deletes notifications
 * ignores a missing row of counts.
 */
async function lockCounts(db: Transaction, user_ids: string[]): Promise<void> {
  await db`
    select from notifications where user_id = any(${user_ids}::uuid[]) order by notification_id for no key update`
  await db`
    insert into notification_counts (user_id, total, unread)
    select user_id, 0, 0 from users where user_id = any(${user_ids}::uuid[]) order by user_id
    on conflict do nothing`
  await db`
    select from notification_counts where user_id = any(${user_ids}::uuid[]) order by user_id for no key update`
}

/** Compares by comment, because the votes that a notification counts are those on its comment. */
function wrongVotes(db: Db, scope: Scope) {
  return db`(
    select n.comment_id, n.notification_id, n.votes as stored, coalesce(a.votes, 0) as actual
      from notifications n
      left join (select comment_id, notification_id, count(*)::int as votes
                   from comment_votes where notification_id is not null and ${scope.has('comment_id')}
                  group by comment_id, notification_id) a using (comment_id, notification_id)
     where ${scope.has('n.comment_id')} and n.type = 'comment_votes_batched' and n.read_at is null
       and n.votes is distinct from a.votes)`
}

/** Locks the members whose actions are reported, because they hide and show all notifications of their actions. */
async function lockActors(db: Transaction, user_ids: string[]): Promise<void> {
  await db`
    select from users
     where user_id in (
       select n.actor_id from notifications n join users a on a.user_id = n.actor_id
        where n.user_id = any(${user_ids}::uuid[]) and n.is_shown <> (${isActionShown(db, 'n', 'a')}))
     order by user_id for no key update`
  await db`
    select n.notification_id from notifications n join users a on a.user_id = n.actor_id
     where n.user_id = any(${user_ids}::uuid[]) and n.is_shown <> (${isActionShown(db, 'n', 'a')})
     order by n.notification_id for update of n`
}
