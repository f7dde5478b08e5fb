import { createHash, randomBytes } from 'node:crypto'
import { refuse } from '#contract/kit/refusals.ts'
import { keyPrefix, maxApiKeys, type ApiKey } from '#contract/openData/apiKeys.ts'
import { refuseEndedSession } from '#server/members/accounts/signIn/sessions.ts'
import type { Caller, Member } from '#server/platform/http/route/route.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** The writes of one member run one after another, so the count of keys is exact. */
export async function createApiKey(
  db: Db,
  me: Member,
  name: string,
  caller: Caller,
): Promise<{ key: ApiKey; secret: string }> {
  await refuseEndedSession(db, me, caller)
  const secret = keyPrefix + randomBytes(32).toString('base64url')
  const [key] = await db<ApiKey[]>`
    insert into api_keys (key_hash, user_id, name, hint)
    select ${hashOf(secret)}, ${me.user_id}, ${name.trim()}, ${secret.slice(-4)}
     where (select count(*) from api_keys where user_id = ${me.user_id} and revoked_at is null) < ${maxApiKeys}
    returning key_id, name, hint, created_at, last_used_on::text`
  if (!key) refuse('key_limit')
  await recordAction(db, { action: 'api_key_created', user_id: me.user_id, detail: { key_id: key.key_id } })
  return { key, secret }
}

export function listApiKeys(db: Db, me: Member): Promise<ApiKey[]> {
  return db<ApiKey[]>`
    select key_id, name, hint, created_at, last_used_on::text
      from api_keys where user_id = ${me.user_id} and revoked_at is null order by created_at desc, key_id`
}

export async function revokeApiKey(db: Db, me: Member, key_id: string): Promise<void> {
  const revoked = await db`
    update api_keys set revoked_at = now()
     where key_id = ${key_id} and user_id = ${me.user_id} and revoked_at is null returning key_id`
  if (revoked.length === 0) refuse('key_not_found')
  await recordAction(db, { action: 'api_key_revoked', user_id: me.user_id, detail: { key_id } })
}

const keyShape = new RegExp(`^${keyPrefix}[\\w-]{43}$`)

/** Returns whether a text has the form of a key. Others need no lookup. */
export function isKeyShaped(secret: string): boolean {
  return keyShape.test(secret)
}

/**
 * Returns the active member who has this key, or null if there is none. Records the day of use, with one write per key and
 * day.
 */
export async function findKeyOwner(pool: Pool, secret: string): Promise<string | null> {
  const key_hash = hashOf(secret)
  const [owner] = await pool<{ user_id: string; is_used_today: boolean }[]>`
    select k.user_id, k.last_used_on is not distinct from current_date as is_used_today
      from api_keys k join users u using (user_id)
     where k.key_hash = ${key_hash} and k.revoked_at is null and u.account_status = 'active'`
  if (!owner) return null
  if (!owner.is_used_today) {
    await pool`
      update api_keys set last_used_on = current_date
       where key_hash = ${key_hash} and last_used_on is distinct from current_date`
  }
  return owner.user_id
}
