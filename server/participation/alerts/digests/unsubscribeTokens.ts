import { createHmac } from 'node:crypto'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

/** A link in an email can end the emails for this many months. */
export const tokenMonths = 13

/** What a link ends: the alerts of a member, or the weekly email of an administrator. */
type EmailList = 'alerts' | 'operators'

/**
 * Returns the URL that ends the emails of a list to a member. The token is the same for one month so that a member has few of
 * them. Nobody can guess it without the instance's secret.
 */
export async function unsubscribeUrl(
  db: Db,
  user_id: string,
  origin: string,
  list: EmailList = 'alerts',
): Promise<string> {
  const secret = await instanceSecret(db, 'unsubscribe tokens')
  const month = new Date().toISOString().slice(0, 7)
  const token = createHmac('sha256', secret)
    .update(`${list} ${user_id} ${month}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
  await db`
    insert into unsubscribe_tokens (token_hash, user_id, list) values (${digest(token)}, ${user_id}, ${list})
    on conflict do nothing`
  return `${origin}/unsubscribe/${token}`
}

/** Returns the list of a token, or null if the token is unknown or has expired. */
export async function selectEmailList(db: Db, token: string): Promise<EmailList | null> {
  const [row] = await db<{ list: EmailList }[]>`
    select list from unsubscribe_tokens
     where token_hash = ${digest(token)} and created_at > now() - make_interval(months => ${tokenMonths})`
  return row?.list ?? null
}

/** Ends the emails of the token's list. A repeated call, an unknown token and an expired token change nothing. */
export async function unsubscribe(db: Db, token: string): Promise<EmailList | null> {
  const list = await selectEmailList(db, token)
  const owner = db`(select user_id from unsubscribe_tokens where token_hash = ${digest(token)})`
  if (list === 'alerts') {
    await db`
      update alert_settings set frequency = 'never', next_digest_at = null, lease_id = null
       where user_id = ${owner} and frequency <> 'never'`
  }
  if (list === 'operators') {
    await db`update operator_roles set gets_weekly_email = false where user_id = ${owner} and gets_weekly_email`
  }
  return list
}
