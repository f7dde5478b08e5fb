import type { PushContent } from '#contract/push.ts'
import { selectUnread } from '#server/participation/notifications/unreadNotification.ts'
import { selectBranding } from '#server/platform/branding/branding.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** A browser to which a message is sent. */
export type PushTarget = { subscription_id: string; endpoint: string; p256dh: Buffer; auth: Buffer }
export type PushPayload = PushContent

type PushRecipient = PushTarget & { user_id: string; language: string }

/**
 * Selects the browser of a queued message, and composes the message in the member's language from what the notification says in the app
 * now. Null if the session has ended, or if the notification was read, is hidden, or is gone.
 */
export async function selectDelivery(
  db: Db,
  { notification_id, subscription_id }: { notification_id: string; subscription_id: string },
): Promise<{ target: PushTarget; payload: PushPayload } | null> {
  const [target] = await db<PushRecipient[]>`
    select p.subscription_id, p.endpoint, p.p256dh, p.auth, u.user_id, u.language
      from push_subscriptions p join sessions s using (session_id) join users u on u.user_id = p.user_id
     where p.subscription_id = ${subscription_id} and s.expires_at > now() and u.account_status = 'active'`
  if (!target) return null
  const { user_id, language } = target
  const item = await inLanguage(language, () => selectUnread(db, user_id, notification_id))
  if (!item) return null
  const { name } = await selectBranding(db)
  const { type, message, created_at, data } = item
  const { bill_id, comment_id, group_id, follower_username } = data
  return {
    target,
    payload: {
      subscription_id,
      language,
      title: name,
      notification: {
        id: notification_id,
        type,
        message,
        created_at,
        data: { bill_id, comment_id, group_id, follower_username },
      },
    },
  }
}
