import type { Figure, Found } from './figure.ts'

/** What is kept of notifications beside the items themselves. */
export const notificationFigures: Figure[] = [
  {
    what: 'the number in an unread item about votes, and the votes that it counts',
    find: (db) => db<Found[]>`
      select coalesce(k.comment_id, a.comment_id) as "where", coalesce(k.votes, 0)::text as stored,
             coalesce(a.votes, 0)::text as actual
        from (select comment_id, votes from notifications
               where type = 'comment_votes_batched' and read_at is null) k
        full join (select comment_id, count(*)::int as votes
                     from unread_votes join comment_votes using (comment_id, user_id) group by comment_id) a
          using (comment_id)
       where k.votes is distinct from a.votes`,
    repair: async (db) => {
      await db`
        delete from unread_votes v where not exists (
          select from comment_votes c where c.comment_id = v.comment_id and c.user_id = v.user_id)`
      await db`
        delete from notifications n
         where type = 'comment_votes_batched' and read_at is null
           and not exists (select from unread_votes v where v.comment_id = n.comment_id)`
      await db`
        update notifications n set votes = a.votes
          from (select comment_id, count(*)::int as votes from unread_votes group by comment_id) a
         where n.comment_id = a.comment_id and n.type = 'comment_votes_batched' and n.read_at is null
           and n.votes <> a.votes`
      await db`
        delete from unread_votes v where not exists (
          select from notifications n
           where n.comment_id = v.comment_id and n.type = 'comment_votes_batched' and n.read_at is null)`
    },
  },
  {
    what: "a member's counts of notifications",
    find: (db) => db<Found[]>`
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
