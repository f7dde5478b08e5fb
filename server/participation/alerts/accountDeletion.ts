import type { Db } from '#server/platform/postgres/db.ts'
import { restoreRows, type Keep, type SetAside } from '#server/platform/postgres/setAside.ts'

const tables = ['alert_follows', 'alert_settings', 'notification_settings', 'unsubscribe_tokens']

/**
 * A restored account gets back its follows, its settings and the links that end its emails. Queued alerts and secret
 * addresses are deleted with the account by their foreign keys.
 */
export const alertPart = {
  async remove(db: Db, user_id: string, keep: Keep) {
    await keep('alert_follows', db`select * from alert_follows where user_id = ${user_id}`)
    await keep('alert_settings', db`select * from alert_settings where user_id = ${user_id}`)
    await keep('notification_settings', db`select * from notification_settings where user_id = ${user_id}`)
    await keep('unsubscribe_tokens', db`select * from unsubscribe_tokens where user_id = ${user_id}`)
  },
  async restore(db: Db, owner: SetAside) {
    for (const table of tables) await restoreRows(db, owner, table)
  },
}
