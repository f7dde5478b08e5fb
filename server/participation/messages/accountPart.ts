import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import { restoreRows, setAsideRows } from '#server/platform/postgres/setAside.ts'

/**
 * Defines what an account deletion does to the history of a member's messages and to an official's statements.
 * Statements stay without the account. The messages themselves are rows of the member (people/deletion/deletion.ts).
 */
export const messagePart: AccountPart = {
  async remove(db, user_id, keep) {
    await keep(
      'message_events',
      db`select e.* from message_events e join messages m using (message_id) where m.user_id = ${user_id}`,
    )
    for (const table of ['message_settings', 'official_accounts', 'official_statements']) {
      await keep(table, db`select * from ${db(table)} where user_id = ${user_id}`)
    }
  },
  async restore(db, owner) {
    for (const table of ['message_events', 'message_settings', 'official_accounts']) {
      await restoreRows(db, owner, table)
    }
    await db`
      update official_statements s set user_id = k.user_id
        from ${setAsideRows(db, owner, 'official_statements')} k where s.statement_id = k.statement_id`
  },
}
