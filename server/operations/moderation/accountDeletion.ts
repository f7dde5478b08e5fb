import { createHmac } from 'node:crypto'
import type { AccountPart } from '#server/members/people/deletion/accountParts.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

/**
 * Defines what an account deletion does to reports. Reports by the deleted member stay, without the reporter and the
 * details once the rows are removed. Reports about the deleted member stay for a while (reportRetention.ts), with a keyed hash of the
 * mailbox so that operators notice if the same mailbox registers again.
 */
export const reportPart: AccountPart = {
  async setClosed(db, user_id, isClosed) {
    const [account] = await db<{ email: string }[]>`select email from users where user_id = ${user_id}`
    if (!account) return
    if (isClosed) {
      // The next comparison of accounts stores what they share again if this account is open.
      await db`delete from account_signals where user_id = ${user_id}`
      // An account that is opened again has no role, because an intruder may have deleted it.
      await db`delete from operator_roles where user_id = ${user_id}`
    }
    const hash = isClosed ? await hashMailbox(db, account.email) : null
    await db`
      update reports set author_deleted_at = ${isClosed ? db`now()` : null}, reported_hash = ${hash}
       where reported_user_id = ${user_id}`
  },
  async remove(db, user_id) {
    await db`update reports set reporter_id = null, details = null where reporter_id = ${user_id}`
  },
}

export async function hashMailbox(db: Db, email: string): Promise<Buffer> {
  const [row] = await db<{ mailbox: string }[]>`select mailbox_key(${email}) as mailbox`
  return createHmac('sha256', await instanceSecret(db, 'reported_mailbox'))
    .update(row!.mailbox)
    .digest()
}
