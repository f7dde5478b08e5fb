import { refuse } from '../../contract/kit/refusals.ts'
import * as notifications from '../../contract/notifications.ts'
import { read } from '../http/route/read.ts'
import { write } from '../http/route/write.ts'
import { markRead, selectNotifications, selectUnreadCount } from './queries.ts'

export const notificationRoutes = [
  read(notifications.listNotifications, async ({ db, me, input }) => {
    const { limit, offset } = input
    const { total, has_more, ...page } = await selectNotifications(db, me.user_id, input)
    return { ...page, pagination: { limit, offset, total, has_more } }
  }),
  write(notifications.readNotification, async ({ db, me, input }) => {
    if (!(await markRead(db, me.user_id, input.id))) refuse('notification_not_found')
    return { unread_count: await selectUnreadCount(db, me.user_id) }
  }),
]
