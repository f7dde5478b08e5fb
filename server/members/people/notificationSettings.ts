import type * as contract from '#contract/alerts.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { defaultNotificationSettings, type NotificationSettings } from '#contract/people.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** Returns the member's settings. A setting that the member never changed has its default. */
export async function selectNotificationSettings(db: Db, user_id: string): Promise<NotificationSettings> {
  const [row] = await db<{ saved: Partial<NotificationSettings> }[]>`
    select jsonb_strip_nulls(coalesce(to_jsonb(n) - 'user_id', '{}')
             || jsonb_build_object('email_digest', a.frequency)) as saved
      from users u left join notification_settings n using (user_id) left join alert_settings a using (user_id)
     where u.user_id = ${user_id}`
  return { ...defaultNotificationSettings, ...row?.saved }
}

/**
 * Saves the settings in the input and leaves the others unchanged. Choosing a frequency also ends a pause of the
 * emails.
 */
export async function updateNotificationSettings(
  db: Db,
  { user_id }: Member,
  input: ParsedOf<typeof contract.updateNotificationSettings>,
): Promise<NotificationSettings> {
  const {
    email_digest = null,
    email_new_bills = null,
    email_comments = null,
    email_representatives = null,
    stance_notifications = null,
    group_notifications = null,
    push_notifications = null,
  } = input
  if (Object.values(input).every((value) => value === undefined)) refuse('nothing_to_update')
  const defaults = defaultNotificationSettings
  await db`
    insert into notification_settings as saved
      (user_id, email_new_bills, email_comments, email_representatives, stance_notifications, group_notifications,
       push_notifications)
    values (${user_id}, ${email_new_bills ?? defaults.email_new_bills}, ${email_comments ?? defaults.email_comments},
            ${email_representatives ?? defaults.email_representatives},
            ${stance_notifications ?? defaults.stance_notifications},
            ${group_notifications ?? defaults.group_notifications},
            ${push_notifications ?? defaults.push_notifications})
    on conflict (user_id) do update
      set email_new_bills = coalesce(${email_new_bills}, saved.email_new_bills),
          email_comments = coalesce(${email_comments}, saved.email_comments),
          email_representatives = coalesce(${email_representatives}, saved.email_representatives),
          stance_notifications = coalesce(${stance_notifications}, saved.stance_notifications),
          group_notifications = coalesce(${group_notifications}, saved.group_notifications),
          push_notifications = coalesce(${push_notifications}, saved.push_notifications)`
  // Without a browser that may show notifications, there is nothing to send.
  if (push_notifications === false) await db`delete from push_subscriptions where user_id = ${user_id}`
  if (email_digest !== null) {
    await db`select start_alerts(${user_id})`
    await db`
      update alert_settings
         set frequency = ${email_digest}, bounce_count = 0, paused_at = null, attempts = 0, lease_id = null,
             next_digest_at = next_digest_time(${email_digest}, delivery_hour, delivery_weekday, time_zone, now())
       where user_id = ${user_id}`
  }
  return selectNotificationSettings(db, user_id)
}
