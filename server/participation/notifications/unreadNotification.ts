import type { Notification } from '#contract/notifications.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { asNotification, itemColumns, itemTables, type Row } from './queries.ts'

/** Selects one notification of a member, unless it was read, is hidden, or is gone. */
export async function selectUnread(
  db: Db,
  user_id: string,
  notification_id: string,
): Promise<Notification | null> {
  const [row] = await db<Row[]>`
    select ${itemColumns(db)} from ${itemTables(db)}
     where n.notification_id = ${notification_id} and n.user_id = ${user_id} and n.is_shown and n.read_at is null`
  return row ? asNotification(row) : null
}
