import { randomBytes } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { refuse } from '#contract/kit/refusals.ts'
import { lockAddresses } from '#server/members/accounts/email/emailLinks.ts'
import { isOutdated, recordActivity } from '#server/members/accounts/visits.ts'
import type { Caller, Credentials, Member } from '#server/platform/http/route/route.ts'
import { digestBrowserKey, isSameBrowser } from '#server/platform/http/sessionCookie.ts'
import { sessionLookups } from '#server/platform/observability/counters.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { deviceName } from './device.ts'
import { digest } from './tokens.ts'

/** A session expires this long after it was last used. */
const sessionDays = 30
/** A session ends this long after its sign-in, even if it is used every day. */
const longestDays = 180
// A revoked session must stop working on every instance within a second, so no lookup is cached for longer.
const cachedForMs = 1_000
// About 10 MB: an entry has a token, a member and a hash.
const maxCached = 20_000
// A token is 256 bits as base64url. A text of any other form cannot be one of our tokens, so it needs no query.
const tokenShape = /^[A-Za-z0-9_-]{43}$/

type FoundSession = {
  member: Member
  /** The hash of the key in the session's cookie, or null if the session has no cookie. */
  browser_hash: Buffer | null
}
type CachedSession = FoundSession & { until: number }

/** The caller of a sign-in. The session is bound to the browser with this key, or to no browser if the key is null. */
export type SigningIn = Caller & { browserKey: string | null }

/** Finds the member of a session token with at most one query per token per second, whatever the load. */
export function openSessions() {
  const cache = new LRUCache<string, CachedSession>({ max: maxCached })
  // The number of invalidations so far. A lookup that started before an invalidation may be outdated, so its result is
  // not cached.
  let invalidations = 0

  async function whoIs(
    db: Pool,
    { token, browserKey, withoutCookie = false }: Credentials,
  ): Promise<Member | null> {
    const session = await findSession(db, token)
    if (!session) return null
    return withoutCookie || isSameBrowser(session.browser_hash, browserKey) ? session.member : null
  }

  async function findSession(db: Pool, token: string): Promise<FoundSession | null> {
    const cached = cache.get(token)
    const isHit = cached !== undefined && cached.until > performance.now()
    sessionLookups.add({ result: isHit ? 'hit' : 'miss' })
    if (isHit) return cached
    if (!tokenShape.test(token)) return null
    const before = invalidations
    const session = await selectSession(db, digest(token))
    if (!session) {
      cache.delete(token)
      return null
    }
    if (before !== invalidations) return session
    cache.set(token, { ...session, until: performance.now() + cachedForMs })
    return session
  }

  /** Returns true if the last lookup found the token valid, however long ago that was. Such a token is not a guess. */
  function wasLive(token: string): boolean {
    return cache.has(token)
  }

  /** Drops all sessions of a member from the cache. Other instances follow within `cachedForMs`. */
  function forgetMember(user_id: string) {
    invalidations += 1
    const sessions = [...cache].filter(([, { member }]) => member.user_id === user_id)
    for (const [token] of sessions) cache.delete(token)
  }

  function forget(token: string) {
    invalidations += 1
    cache.delete(token)
  }

  return { whoIs, wasLive, forget, forgetMember }
}

/**
 * Returns which of these tokens are valid now, with one query. Event streams use it, because they outlive their
 * request.
 */
export async function liveTokens(db: Db, tokens: string[]): Promise<Set<string>> {
  const byDigest = new Map(tokens.map((token) => [digest(token).toString('hex'), token]))
  const rows = await db<{ hash: string }[]>`
    select encode(s.token_hash, 'hex') as hash
      from unnest(${[...byDigest.keys()]}::text[]) candidate (hash)
      join sessions s on s.token_hash = decode(candidate.hash, 'hex') join users u using (user_id)
     where s.expires_at > now() and u.account_status in ('active', 'inactive')`
  return new Set(rows.flatMap(({ hash }) => byDigest.get(hash) ?? []))
}

/**
 * Selects the member of a session. The last use of the session is updated only once per hour, which is precise enough
 * for 30 days, and the last activity of the member only every ten minutes. This saves a write per request.
 */
async function selectSession(db: Pool, token_hash: Buffer): Promise<FoundSession | null> {
  const [row] = await db<(Member & { browser_hash: Buffer | null; is_stale: boolean; is_back: boolean })[]>`
    select u.user_id, u.username, u.account_status, u.ocd_city_id, s.browser_hash,
           s.last_seen_at < now() - interval '1 hour' as is_stale, ${isOutdated(db)} as is_back
      from sessions s join users u using (user_id)
     where s.token_hash = ${token_hash} and s.expires_at > now() and u.account_status in ('active', 'inactive')`
  if (!row) return null
  const { is_stale, is_back, browser_hash, ...member } = row
  if (is_back) await recordActivity(db, member.user_id)
  if (is_stale) {
    await db`
      update sessions set last_seen_at = now(),
             expires_at = least(now() + make_interval(days => ${sessionDays}),
                                created_at + make_interval(days => ${longestDays}))
       where token_hash = ${token_hash}`
  }
  return { member, browser_hash }
}

/**
 * Starts a session and stores only the hash of its token. Returns null if the password was changed or the account was
 * suspended since the password was checked. The lock waits for such a change to finish so that no session survives it.
 */
export async function startSession(
  db: Db,
  user_id: string,
  password_hash: string,
  { userAgent, browserKey }: SigningIn,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { count } = await db`
    with account as (
      select user_id from users where user_id = ${user_id} and password_hash = ${password_hash}
         and account_status in ('active', 'inactive') for share)
    insert into sessions (token_hash, browser_hash, user_id, device, expires_at)
    select ${digest(token)}, ${browserKey === null ? null : digestBrowserKey(browserKey)}::bytea, user_id,
           ${deviceName(userAgent)}, now() + make_interval(days => ${sessionDays}) from account`
  return count === 1 ? token : null
}

export async function endSessionsOf(db: Db, user_id: string): Promise<void> {
  await db`delete from sessions where user_id = ${user_id}`
}

/** Ends one session and returns the hash of its cookie, or null if it has none. */
export async function endSession(db: Db, token: string): Promise<Buffer | null> {
  const [ended] = await db<{ browser_hash: Buffer | null }[]>`
    delete from sessions where token_hash = ${digest(token)} returning browser_hash`
  return ended?.browser_hash ?? null
}

/**
 * Ends all sessions of the member except the one with this token. The token may be invalid. Returns how many sessions
 * were ended.
 */
export async function endOtherSessionsOf(db: Db, user_id: string, token: string | null): Promise<number> {
  const { count } = await db`
    delete from sessions where user_id = ${user_id} and token_hash <> ${digest(token ?? '')}`
  return count
}

/**
 * Refuses if the session has ended, because an ended session must not change anything, and other instances accept it for
 * up to a second. The account is locked first, as in a recovery: what this write adds is either committed before the
 * recovery and ends with it, or not added at all. Call this function before other writes of the transaction so that the
 * locks are always taken in the same order.
 */
export async function refuseEndedSession(
  db: Db,
  { user_id }: Pick<Member, 'user_id'>,
  caller: Pick<Caller, 'token'>,
): Promise<void> {
  await lockAddresses(db, user_id)
  if (!(await isSessionOf(db, user_id, caller.token))) refuse('session_expired')
}

async function isSessionOf(db: Db, user_id: string, token: string | null): Promise<boolean> {
  const rows = await db`
    select from sessions
     where user_id = ${user_id} and token_hash = ${digest(token ?? '')} and expires_at > now()`
  return rows.length > 0
}
