import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/

/** Returns the key of a request and the hash of its content. Null if the request has no key. */
export function readIdempotencyKey(
  request: FastifyRequest,
  endpoint: Endpoint,
): { key: string; hash: Buffer } | { key: null; hash: null } {
  const key = request.headers['idempotency-key']
  if (key === undefined) return { key: null, hash: null }
  if (typeof key !== 'string' || !keyShape.test(key)) refuse('invalid_request')
  const hash = createHash('sha256')
    .update(`${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`)
    .digest()
  return { key, hash }
}

/**
 * Runs a write once for each Idempotency-Key, because a retry must not undo a toggle. A repeat with the same body gets the
 * first answer. A refused write stores no key, because its transaction is rolled back. Keys expire after 24 hours.
 */
export async function withIdempotencyKey(
  db: Db,
  user_id: string,
  request: FastifyRequest,
  endpoint: Endpoint,
  run: () => Promise<object>,
): Promise<object> {
  const { key, hash } = readIdempotencyKey(request, endpoint)
  if (key === null) return run()
  // The transaction already has the member's lock, so two requests with the same key cannot overlap.
  const [stored] = await db<{ same: boolean; answer: object }[]>`
    select request_hash = ${hash} as same, answer from idempotency_keys
     where user_id = ${user_id} and key = ${key} and created_at > now() - interval '24 hours'`
  if (stored) return stored.same ? stored.answer : refuse('idempotency_key_reused')

  const answer = await run()
  await db`
    insert into idempotency_keys (user_id, key, request_hash, status, answer)
    values (${user_id}, ${key}, ${hash}, ${endpoint.status}, ${db.json(JSON.parse(JSON.stringify(answer)))})
    on conflict (user_id, key) do update set
      request_hash = excluded.request_hash, status = excluded.status, answer = excluded.answer, created_at = now()`
  return answer
}
