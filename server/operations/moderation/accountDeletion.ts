import { createHmac } from 'node:crypto'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { setAsideRows, type Keep, type SetAside } from '#server/platform/postgres/setAside.ts'

/**
 * The number of days after which a report about a deleted member is removed, and after which the copy of the reported text
 * of any report is removed.
 */
export const reportDays = 180

/**
 * Defines what an account deletion does to reports. Reports by the deleted member stay, without the reporter and the
 * details. Reports about the deleted member stay for `reportDays`, with a keyed hash of the mailbox, so that operators
 * notice if the same mailbox registers again.
 */
export const reportPart = {
  async remove(db: Db, user_id: string, keep: Keep) {
    await keep('reports', db`select * from reports where reporter_id = ${user_id}`)
    const [account] = await db<{ email: string }[]>`select email from users where user_id = ${user_id}`
    if (account) {
      await db`
        update reports set author_deleted_at = now(), reported_hash = ${await hashMailbox(db, account.email)}
         where reported_user_id = ${user_id}`
    }
    await db`update reports set reporter_id = null, details = null where reporter_id = ${user_id}`
  },
  async restore(db: Db, owner: SetAside) {
    await db`
      update reports set author_deleted_at = null, reported_hash = null where reported_user_id = ${owner.user_id}`
    await db`
      update reports r set reporter_id = k.reporter_id, details = k.details
        from ${setAsideRows(db, owner, 'reports')} k
       where r.report_id = k.report_id and k.reporter_id = ${owner.user_id}`
  },
}

export async function hashMailbox(db: Db, email: string): Promise<Buffer> {
  const [row] = await db<{ mailbox: string }[]>`select mailbox_key(${email}) as mailbox`
  return createHmac('sha256', await instanceSecret(db, 'reported_mailbox'))
    .update(row!.mailbox)
    .digest()
}

const batch = 1_000

/** Removes a batch of old copies of reported text. Returns true if more are left. */
export async function eraseReportedTexts(pool: Pool): Promise<boolean> {
  const { count } = await pool`
    update reports set reported_text = null where report_id in (
      select report_id from reports
       where reported_text is not null and created_at < now() - make_interval(days => ${reportDays})
       limit ${batch})`
  return count === batch
}
