import { createHmac } from 'node:crypto'
import { digest } from '../../accounts/signIn/tokens.ts'
import { instanceSecret } from '../../kit/instanceSecret.ts'
import type { Db } from '../../postgres/db.ts'

/**
 * Returns the secret part of a member's feed URL. It is derived from the instance's secret, so that the settings can
 * show it again although only its hash is stored.
 */
export async function feedToken(db: Db, user_id: string): Promise<string> {
  const [row] = await db<
    { generation: number }[]
  >`select generation from feed_tokens where user_id = ${user_id}`
  const generation = row?.generation ?? 0
  const token = await derive(db, user_id, generation)
  if (!row) {
    await db`
      insert into feed_tokens (user_id, generation, token_hash) values (${user_id}, ${generation}, ${digest(token)})`
  }
  return token
}

/** Replaces the member's token. The former URL answers 404. */
export async function resetFeedToken(db: Db, user_id: string): Promise<string> {
  await feedToken(db, user_id)
  const [row] = await db<
    { generation: number }[]
  >`select generation from feed_tokens where user_id = ${user_id}`
  const generation = (row?.generation ?? 0) + 1
  const token = await derive(db, user_id, generation)
  await db`
    update feed_tokens set generation = ${generation}, token_hash = ${digest(token)} where user_id = ${user_id}`
  return token
}

async function derive(db: Db, user_id: string, generation: number): Promise<string> {
  const secret = await instanceSecret(db, 'feed tokens')
  return createHmac('sha256', secret)
    .update(`feed ${user_id} ${generation}`)
    .digest()
    .subarray(0, 16)
    .toString('base64url')
}

/** Returns the active member whose feed has this token. */
export async function findFeedOwner(db: Db, token: string): Promise<string | null> {
  const [owner] = await db<{ user_id: string }[]>`
    select t.user_id from feed_tokens t join users u using (user_id)
     where t.token_hash = ${digest(token)} and u.account_status = 'active'`
  return owner?.user_id ?? null
}

export function ownFeedUrl(origin: string, token: string): string {
  return `${origin}/feeds/mine/${token}.atom`
}
