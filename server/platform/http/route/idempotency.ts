import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import type { Db } from '#server/platform/postgres/db.ts'

const keyShape = /^[\x21-\x7e]{1,200}$/

/** Hashes of the key of a request and of the request, as UUIDs, or null if the request has no key. */
type RequestKey = { key: string; body: string } | { key: null; body: null }

const noKey: RequestKey = { key: null, body: null }

export function readIdempotencyKey(request: FastifyRequest, endpoint: Endpoint): RequestKey {
  const key = request.headers['idempotency-key']
  if (key === undefined || !endpoint.idempotent) return noKey
  if (typeof key !== 'string' || !keyShape.test(key)) refuse('invalid_request')
  const body = `${endpoint.method} ${request.url}\n${JSON.stringify(request.body ?? null)}`
  return { key: hash(key), body: hash(body) }
}

/** 16 bytes, which is enough because only the requests of one member are compared. */
function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32)
}

/**
 * Locks the member's writes, and runs a write once for each Idempotency-Key, because a retry must not undo a toggle. A repeat
 * with the same body gets the first response. A refused write stores no key, because its transaction is rolled back. Keys
 * expire after 24 hours.
 */
export async function runOnce(
  db: Db,
  user_id: string,
  { key, body }: RequestKey,
  status: number,
  run: () => Promise<object>,
): Promise<object> {
  // A separate statement, because a read joined to the lock would show the state before the wait.
  const [first] = await db<{ response: object | null }[]>`
    select begin_write(${user_id}, ${key}, ${body}) as response`
  if (first?.response) return first.response
  const response = await run()
  if (key === null) return response
  await db`select end_write(${user_id}, ${key}, ${body}, ${status}, ${JSON.stringify(response)}::json)`
  return response
}
