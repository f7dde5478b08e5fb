import { actionsAreShown } from '../notifications/notify.ts'
import type { Db } from '../postgres/db.ts'
import type { DerivedCount, Mismatch } from './derivedCount.ts'

/** Checks the values stored beside notifications. */
export const notificationCounts: DerivedCount[] = [
  {
    what: 'the number of votes in an unread notification',
    find: (db) => db<Mismatch[]>`
      select n.comment_id as "where", n.votes::text as stored, coalesce(a.votes, 0)::text as actual
        from notifications n left join ${notifiedVotes(db)} a using (notification_id)
       where n.type = 'comment_votes_batched' and n.read_at is null and n.votes is distinct from a.votes`,
    repair: async (db) => {
      await db`
        delete from notifications n
         where type = 'comment_votes_batched' and read_at is null
           and not exists (select from comment_votes v where v.notification_id = n.notification_id)`
      await db`
        update notifications n set votes = a.votes
          from ${notifiedVotes(db)} a
         where a.notification_id = n.notification_id and n.read_at is null and n.votes <> a.votes`
    },
  },
  {
    what: 'whether a notification is shown',
    find: (db) => db<Mismatch[]>`
      select n.notification_id as "where", n.is_shown::text as stored, (${actionsAreShown(db, 'a')})::text as actual
        from notifications n join users a on a.user_id = n.actor_id
       where n.is_shown <> (${actionsAreShown(db, 'a')})`,
    repair: (db) => db`
      update notifications n set is_shown = ${actionsAreShown(db, 'a')}
        from users a where a.user_id = n.actor_id and n.is_shown <> (${actionsAreShown(db, 'a')})`,
  },
  {
    what: "a member's counts of notifications",
    find: (db) => db<Mismatch[]>`
      select coalesce(k.user_id, a.user_id) as "where",
             jsonb_build_array(coalesce(k.total, 0), coalesce(k.unread, 0))::text as stored,
             jsonb_build_array(coalesce(a.total, 0), coalesce(a.unread, 0))::text as actual
        from notification_counts k full join actual_notification_counts a using (user_id)
       where (coalesce(k.total, 0), coalesce(k.unread, 0)) <> (coalesce(a.total, 0), coalesce(a.unread, 0))`,
    repair: (db) => db`
      insert into notification_counts as k (user_id, total, unread)
      select user_id, coalesce(a.total, 0), coalesce(a.unread, 0)
        from notification_counts c full join actual_notification_counts a using (user_id)
      on conflict (user_id) do update set total = excluded.total, unread = excluded.unread, version = k.version + 1
       where (k.total, k.unread) <> (excluded.total, excluded.unread)`,
  },
]

function notifiedVotes(db: Db) {
  return db`(
    select notification_id, count(*)::int as votes
      from comment_votes where notification_id is not null group by notification_id)`
}
