import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '../../contract/kit/endpoint.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import type { Db } from '../postgres/db.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/

/**
 * A retry must not undo a toggle (R90): under one key the act happens once, and a repeat with the same body gets the
 * first answer. A refused act keeps no key: its transaction rolls back. Keys are swept after 24 hours.
 */
export async function withIdempotencyKey(
  db: Db,
  user_id: string,
  request: FastifyRequest,
  endpoint: Endpoint,
  act: () => Promise<object>,
): Promise<object> {
  const key = request.headers['idempotency-key']
  if (key === undefined) return act()
  if (typeof key !== 'string' || !keyShape.test(key)) refuse('invalid_request')

  const hash = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  // The member's lock is held already, so two requests of one key come one after the other.
  const [kept] = await db<{ same: boolean; answer: object }[]>`
    select request_hash = ${hash} as same, answer from idempotency_keys
     where user_id = ${user_id} and key = ${key} and created_at > now() - interval '24 hours'`
  if (kept) return kept.same ? kept.answer : refuse('idempotency_key_reused')

  const answer = await act()
  await db`
    insert into idempotency_keys (user_id, key, request_hash, status, answer)
    values (${user_id}, ${key}, ${hash}, ${endpoint.status}, ${db.json(JSON.parse(JSON.stringify(answer)))})
    on conflict (user_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer, created_at = now()`
  return answer
}
