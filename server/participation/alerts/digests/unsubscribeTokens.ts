import { createHmac } from 'node:crypto'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'

/** A link in an email can end the emails for this many months. */
export const tokenMonths = 13

/**
 * Returns the URL that ends a member's alert emails. The token is the same for one month so that a member has few of
 * them. Nobody can guess it without the instance's secret.
 */
export async function unsubscribeUrl(db: Db, user_id: string, origin: string): Promise<string> {
  const secret = await instanceSecret(db, 'unsubscribe tokens')
  const month = new Date().toISOString().slice(0, 7)
  const token = createHmac('sha256', secret)
    .update(`alerts ${user_id} ${month}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
  await db`
    insert into unsubscribe_tokens (token_hash, user_id, list) values (${digest(token)}, ${user_id}, 'alerts')
    on conflict do nothing`
  return `${origin}/unsubscribe/${token}`
}

/** Returns true if the token is known and has not expired. */
export async function isUnsubscribeToken(db: Db, token: string): Promise<boolean> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id from unsubscribe_tokens
     where token_hash = ${digest(token)} and created_at > now() - make_interval(months => ${tokenMonths})`
  return row !== undefined
}

/** Ends the member's alert emails. A repeated call, an unknown token and an expired token change nothing. */
export async function unsubscribe(db: Db, token: string): Promise<void> {
  await db`
    update alert_settings s set frequency = 'never', next_digest_at = null, lease_id = null
      from unsubscribe_tokens t
     where t.token_hash = ${digest(token)} and t.created_at > now() - make_interval(months => ${tokenMonths})
       and s.user_id = t.user_id and s.frequency <> 'never'`
}
