import { randomBytes } from 'node:crypto'
import type { Caller, Member } from '../../http/route.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import { deviceName } from './device.ts'
import { digest } from './tokens.ts'

/** A session lives so long after it was last used (R17). */
const sessionDays = 30
// Revocation must hold everywhere within a second, so no instance believes a look-up for longer.
const believedForMs = 1_000
const mostBelieved = 20_000
// 256 bits as base64url; anything else is no token of ours and costs no look-up.
const tokenShape = /^[A-Za-z0-9_-]{43}$/

type Believed = { member: Member; until: number }

/** Answers who a token is: one look-up a second and token at most, whatever the load. */
export function openSessions() {
  const believed = new Map<string, Believed>()
  // A look-up that began before somebody was forgotten may know what no longer holds, so it is not kept.
  let forgotten = 0

  async function whoIs(db: Pool, token: string): Promise<Member | null> {
    const cached = believed.get(token)
    if (cached && cached.until > performance.now()) return cached.member
    if (!tokenShape.test(token)) return null
    const before = forgotten
    const member = await selectMember(db, digest(token))
    if (!member) {
      believed.delete(token)
      return null
    }
    if (before !== forgotten) return member
    // Deleted and set again, so that the map stays in the order of the look-ups and its first token is the oldest.
    believed.delete(token)
    const [oldest] = believed.keys()
    if (oldest !== undefined && believed.size >= mostBelieved) believed.delete(oldest)
    believed.set(token, { member, until: performance.now() + believedForMs })
    return member
  }

  /** Whether the last look-up found the token live, however long ago that was: it is no guess. */
  function wasLive(token: string): boolean {
    return believed.has(token)
  }

  /** Every session of a member; other instances find out within `believedForMs`. */
  function forgetMember(user_id: string) {
    forgotten += 1
    for (const [token, { member }] of believed) if (member.user_id === user_id) believed.delete(token)
  }

  function forget(token: string) {
    forgotten += 1
    believed.delete(token)
  }

  return { whoIs, wasLive, forget, forgetMember }
}

/** Those of many tokens that are good now, in one look-up; for streams that outlive their request. */
export async function liveTokens(db: Db, tokens: string[]): Promise<Set<string>> {
  const byDigest = new Map(tokens.map((token) => [digest(token).toString('hex'), token]))
  const rows = await db<{ hash: string }[]>`
    select encode(s.token_hash, 'hex') as hash
      from unnest(${[...byDigest.keys()]}::text[]) asked (hash)
      join sessions s on s.token_hash = decode(asked.hash, 'hex') join users u using (user_id)
     where s.expires_at > now() and u.account_status <> 'suspended'`
  return new Set(rows.flatMap(({ hash }) => byDigest.get(hash) ?? []))
}

/** An hour's grain is enough for a life of 30 days and spares a write a request. */
async function selectMember(db: Pool, token_hash: Buffer): Promise<Member | null> {
  const [row] = await db<(Member & { is_stale: boolean })[]>`
    select u.user_id, u.username, u.account_status, u.ocd_city_id,
           s.last_seen_at < now() - interval '1 hour' as is_stale
      from sessions s join users u using (user_id)
     where s.token_hash = ${token_hash} and s.expires_at > now() and u.account_status <> 'suspended'`
  if (!row) return null
  const { is_stale, ...member } = row
  if (is_stale) {
    await db`
      update sessions set last_seen_at = now(), expires_at = now() + make_interval(days => ${sessionDays})
       where token_hash = ${token_hash}`
  }
  return member
}

/**
 * A new session; only the hash of its token is kept. Null when the account's password is no longer the one that was
 * checked, or it was suspended meanwhile: the lock waits for a change of it that is under way, so that no session slips past its end of all sessions.
 */
export async function startSession(
  db: Db,
  user_id: string,
  password_hash: string,
  caller: Caller,
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const { count } = await db`
    with account as (
      select user_id from users where user_id = ${user_id} and password_hash = ${password_hash}
         and account_status <> 'suspended' for share)
    insert into sessions (token_hash, user_id, device, expires_at)
    select ${digest(token)}, user_id, ${deviceName(caller.userAgent)},
           now() + make_interval(days => ${sessionDays}) from account`
  return count === 1 ? token : null
}

export async function endSessionsOf(db: Db, user_id: string): Promise<void> {
  await db`delete from sessions where user_id = ${user_id}`
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db`delete from sessions where token_hash = ${digest(token)}`
}

/** All but the one of this token, which may also be nobody's or another member's; answers how many ended. */
export async function endOtherSessionsOf(db: Db, user_id: string, token: string | null): Promise<number> {
  const { count } = await db`
    delete from sessions where user_id = ${user_id} and token_hash <> ${digest(token ?? '')}`
  return count
}

export async function isSessionOf(db: Db, user_id: string, token: string | null): Promise<boolean> {
  const rows = await db`
    select from sessions
     where user_id = ${user_id} and token_hash = ${digest(token ?? '')} and expires_at > now()`
  return rows.length > 0
}
