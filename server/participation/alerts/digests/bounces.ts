import type { OnDelivered } from '#server/platform/mail/deliver.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** The member's alerts are paused after a mail server has permanently refused this many alerts in a row. */
const maxBounces = 3

/** Counts refused alert emails and pauses the alerts of an address that does not accept them. */
export function countBounces(db: Db): OnDelivered {
  return async ({ user_id, purpose }, outcome) => {
    if (user_id === null || !purpose.startsWith('alert_')) return
    if (outcome === 'sent') {
      await db`update alert_settings set bounce_count = 0 where user_id = ${user_id} and bounce_count > 0`
      return
    }
    await db`
      update alert_settings
         set bounce_count = bounce_count + 1,
             paused_at = case when bounce_count + 1 >= ${maxBounces} then now() else paused_at end
       where user_id = ${user_id}`
  }
}
