import type { Db } from '#server/platform/postgres/db.ts'

/**
 * Returns the condition that a notification `n` about an action of `actor`, the alias of that member's row in `users`, is shown.
 * Replies and mentions are in comments that everybody can read. The notification about a changed mind says which stances the
 * member had, so it is hidden while these are private.
 */
function isActionShown(db: Db, n: string, actor: string) {
  return db`${db(actor)}.account_status = 'active'
    and (${db(actor)}.public_profile or ${db(n)}.type in ('comment_reply', 'comment_mention', 'post_comment'))
    and (${db(actor)}.public_stances or ${db(n)}.type <> 'comment_influenced_mind')`
}

/**
 * Hides the notifications that name this member as the actor, or shows them again, and updates the counts. It is used
 * when an account is deactivated, suspended or restored, and when its profile becomes private or public. The
 * notifications of a member whose account is not active stay hidden regardless of `wanted`, and so do most of a member with a
 * private profile and those about a changed mind if the member's stances are private.
 */
export async function showActionsOf(db: Db, user_id: string, wanted: boolean): Promise<void> {
  await db`
    with theirs as materialized (
      select n.notification_id, shown.is_shown
        from notifications n
        join users actor on actor.user_id = n.actor_id
       cross join lateral (select ${wanted}::boolean and ${isActionShown(db, 'n', 'actor')} as is_shown) shown
       where n.actor_id = ${user_id} and n.is_shown <> shown.is_shown order by n.notification_id for update of n)
    update notifications n set is_shown = theirs.is_shown
      from theirs where n.notification_id = theirs.notification_id`
}

/** Deletes sent and pending notifications about a member's stances when the member makes them private. */
export async function retractStances(db: Db, user_id: string): Promise<void> {
  await db`delete from stance_fanouts where user_id = ${user_id}`
  await db`delete from notifications where actor_id = ${user_id} and type = 'followee_stance'`
}
