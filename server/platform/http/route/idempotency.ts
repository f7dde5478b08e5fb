import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/

/** Returns hashes of the key of a request and of the request, as UUIDs, or null if the request has no key. */
export function readIdempotencyKey(
  request: FastifyRequest,
  endpoint: Endpoint,
): { key: string; body: string } | { key: null; body: null } {
  const key = request.headers['idempotency-key']
  if (key === undefined) return { key: null, body: null }
  if (typeof key !== 'string' || !keyShape.test(key)) refuse('invalid_request')
  const body = `${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  return { key: hash(key), body: hash(body) }
}

/** 16 bytes, which is enough because only the requests of one member are compared. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * Runs a write once for each Idempotency-Key, because a retry must not undo a toggle. A repeat with the same body gets the
 * first response. A refused write stores no key, because its transaction is rolled back. Keys expire after 24 hours.
 */
export async function withIdempotencyKey(
  db: Db,
  user_id: string,
  request: FastifyRequest,
  endpoint: Endpoint,
  run: () => Promise<object>,
): Promise<object> {
  const { key, body } = readIdempotencyKey(request, endpoint)
  if (key === null) return run()
  // The transaction already has the member's lock, so two requests with the same key cannot overlap.
  const [storedResponse] = await db<{ same: boolean; response: object }[]>`
    select request_body = ${body} as same, response from idempotency_keys
     where user_id = ${user_id} and request_key = ${key} and created_at > now() - interval '24 hours'`
  if (storedResponse) return storedResponse.same ? storedResponse.response : refuse('idempotency_key_reused')

  const response = await run()
  await db`
    insert into idempotency_keys (user_id, request_key, request_body, status, response)
    values (${user_id}, ${key}, ${body}, ${endpoint.status}, ${db.json(JSON.parse(JSON.stringify(response)))})
    on conflict (user_id, request_key) do update set
      request_body = excluded.request_body, status = excluded.status, response = excluded.response, created_at = now()`
  return response
}
