import { createHmac } from 'node:crypto'
import type { FeedAddresses } from '#contract/alerts.ts'
import { calendarPath } from '#contract/hearings.ts'
import { endSecretUrls } from '#server/members/accounts/recovery.ts'
import { digest } from '#server/members/accounts/signIn/tokens.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { instanceSecret } from '#server/platform/postgres/instanceSecret.ts'
import { readerKind } from './readerKind.ts'

type StoredToken = {
  seed: string
  is_live: boolean
  feed_fetch: FeedAddresses['atom_fetch']
  calendar_fetch: FeedAddresses['calendar_fetch']
}

/**
 * Returns the member's secret URLs, and who last fetched them. The token is derived from the instance's secret so
 * that the settings can show it again although only its hash is stored.
 */
export async function getFeedAddress(db: Db, user_id: string, origin: string): Promise<FeedAddresses> {
  const [row] = await db<StoredToken[]>`
    insert into feed_tokens (user_id) values (${user_id}) on conflict (user_id) do update set user_id = excluded.user_id
    returning seed, token_hash is not null as is_live,
           case when feed_fetched_at is not null then
             json_build_object('fetched_at', iso_time(feed_fetched_at), 'reader', feed_reader) end as feed_fetch,
           case when calendar_fetched_at is not null then
             json_build_object('fetched_at', iso_time(calendar_fetched_at), 'reader', calendar_reader)
           end as calendar_fetch`
  const { seed, is_live, feed_fetch, calendar_fetch } = row!
  const token = await derive(db, user_id, seed)
  if (!is_live) await db`update feed_tokens set token_hash = ${digest(token)} where user_id = ${user_id}`
  return {
    atom_url: `${origin}/feeds/mine/${token}.atom`,
    atom_fetch: feed_fetch,
    calendar_url: origin + calendarPath('mine', token),
    calendar_fetch: calendar_fetch,
  }
}

/** Replaces the member's URLs. The former ones answer 404. */
export async function resetFeedAddress(db: Db, user_id: string, origin: string): Promise<FeedAddresses> {
  await endSecretUrls(db, user_id)
  return getFeedAddress(db, user_id, origin)
}

async function derive(db: Db, user_id: string, seed: string): Promise<string> {
  const secret = await instanceSecret(db, 'feed tokens')
  return createHmac('sha256', secret)
    .update(`feed ${user_id} ${seed}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

/**
 * Returns the active member whose feed or calendar has this token, and stores that it was fetched, with one write per
 * URL and hour.
 */
export async function findFeedOwner(
  pool: Pool,
  token: string,
  { kind, userAgent }: { kind: 'feed' | 'calendar'; userAgent: string },
): Promise<{ user_id: string; language: string } | null> {
  const fetchedAt = pool.unsafe(`${kind}_fetched_at`)
  const reader = pool.unsafe(`${kind}_reader`)
  const isDue = pool`${fetchedAt} is null or ${fetchedAt} < now() - interval '1 hour'`
  const [owner] = await pool<{ user_id: string; language: string; is_due: boolean }[]>`
    select t.user_id, u.language, ${isDue} as is_due from feed_tokens t join users u using (user_id)
     where t.token_hash = ${digest(token)} and u.account_status = 'active'`
  if (owner?.is_due) {
    // The condition is repeated, because another instance may have stored the fetch in the meantime.
    await pool`
      update feed_tokens set ${fetchedAt} = now(), ${reader} = ${readerKind(userAgent)}
       where user_id = ${owner.user_id} and token_hash = ${digest(token)} and (${isDue})`
  }
  return owner ?? null
}
