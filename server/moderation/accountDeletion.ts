import { createHmac } from 'node:crypto'
import { instanceSecret } from '../kit/instanceSecret.ts'
import type { Db, Pool } from '../postgres/db.ts'
import { setAsideRows, type Keep, type SetAside } from '../postgres/setAside.ts'

/** How long a report is kept after its author's account was deleted, and a copy of what was reported in any case. */
export const reportDays = 180

/**
 * What a deleted member reported stays for the operators, without their name and their words. What others reported of them
 * stays for `reportDays`, with a keyed hash of the mailbox by which a return is noticed.
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

/** Removes what was kept long enough, in small transactions. */
export async function expireReports(pool: Pool): Promise<void> {
  for (let count = batch; count === batch;) {
    ;({ count } = await pool`
      delete from reports where report_id in (
        select report_id from reports
         where author_deleted_at < now() - make_interval(days => ${reportDays}) limit ${batch})`)
  }
  for (let count = batch; count === batch;) {
    ;({ count } = await pool`
      update reports set reported_text = null where report_id in (
        select report_id from reports
         where reported_text is not null and created_at < now() - make_interval(days => ${reportDays})
         limit ${batch})`)
  }
}
