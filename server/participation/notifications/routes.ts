import * as notifications from '#contract/notifications.ts'
import { action, responseOf } from '#server/platform/http/route/action.ts'
import { read } from '#server/platform/http/route/read.ts'
import { listNotifications } from './queries.ts'

export const notificationRoutes = [
  read(
    notifications.listNotifications,
    async ({ db, me, input }) => {
      const { limit, offset } = input
      const { total, has_more, ...page } = await listNotifications(db, me.user_id, input)
      return { ...page, pagination: { limit, offset, total, has_more } }
    },
    // Pages read the list when the stream announces a notification. The stream reads the primary, and a replica may not
    // have the notification yet.
    { onPrimary: true, isTranslated: true },
  ),
  action(notifications.readAllNotifications, ({ db, input, write }) =>
    responseOf(db`select response from read_all_notifications(${write}, ${input.undo ?? null}::timestamptz)`),
  ),
  action(notifications.readNotification, ({ db, input, write }) =>
    responseOf(db`select response from read_notification(${write}, ${input.id})`),
  ),
]
