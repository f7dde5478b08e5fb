import type { Caller } from '#server/platform/http/route/route.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { hashMailbox } from './accountDeletion.ts'
import { insertAutomaticReport } from './queries.ts'

/**
 * The maximum number of open reports with the same text. Without it, an access code or a browser that many people share would
 * fill the queue.
 */
const maxOpenReports = 5

type Match = { username: string; same_code: boolean; same_mailbox: boolean; same_device: boolean }

/**
 * Reports a new member who may be a suspended member, or a member who deleted the account after being reported. No sign
 * is proof, so nothing else happens to the new account.
 */
export async function flagReturningMember(db: Db, user_id: string, caller: Caller): Promise<void> {
  const match = await selectSuspended(db, user_id, caller)
  if (match) {
    const signs = [
      match.same_mailbox && 'the same mailbox',
      match.same_device && 'the same browser',
      match.same_code && 'the same access code',
    ].filter(Boolean)
    const details = `May be the suspended @${match.username}: ${signs.join(', ')}.`
    if (match.same_mailbox || (await countOpenReports(db, details)) < maxOpenReports) {
      await insertAutomaticReport(db, user_id, details)
    }
  }
  const [account] = await db<{ email: string }[]>`select email from users where user_id = ${user_id}`
  const [report] = await db<{ report_id: string }[]>`
    select report_id from reports where reported_hash = ${await hashMailbox(db, account?.email ?? '')}
     order by created_at desc limit 1`
  if (report) {
    const details = `The same mailbox as a deleted account that was reported (report ${report.report_id}).`
    await insertAutomaticReport(db, user_id, details)
  }
}

/** Selects the suspended member who shares the strongest signs with this one. */
async function selectSuspended(db: Db, user_id: string, caller: Caller): Promise<Match | undefined> {
  const [match] = await db<Match[]>`
    select * from (
      select u.username, coalesce(u.access_code = me.access_code, false) as same_code,
             mailbox_key(u.email) = mailbox_key(me.email) as same_mailbox,
             exists (
               select from known_devices k
                where k.user_id = u.user_id
                  and k.device_hash = sha256(convert_to(u.user_id || ' ' || ${caller.deviceKey}::text, 'utf8'))
             ) as same_device
        from users u cross join (select access_code, email from users where user_id = ${user_id}) me
       where u.account_status = 'suspended' and u.user_id <> ${user_id}) suspended
     where same_code or same_mailbox or same_device
     order by same_mailbox desc, same_device desc, same_code desc, username limit 1`
  return match
}

async function countOpenReports(db: Db, details: string): Promise<number> {
  const [row] = await db<{ open: number }[]>`
    select count(*) as open from reports where is_automatic and resolved_at is null and position(${details} in details) > 0`
  return row!.open
}
