import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { publicLimits, publicPrefix, noticeHeaders } from '#contract/openData/public.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { readInput } from '#server/platform/http/route/input.ts'
import { makeBody, makeRoute, type Route, type ServerContext } from '#server/platform/http/route/route.ts'
import { serveRead } from '#server/platform/http/route/serveRead.ts'
import { LimitHit } from '#server/platform/limits/audit.ts'
import type { AttemptWindows } from '#server/platform/limits/windows.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp, networkOf } from '#server/platform/settings/networks.ts'
import { rangeHeaders, selectBytes } from './byteRange.ts'
import { findKeyOwner, isKeyShaped } from './keys.ts'

type PublicCall<I extends z.ZodMiniObject> = { db: Pool; input: z.output<I> }

/**
 * Serves one endpoint of the public API: counts the request, then answers with an ETag so that a client does not
 * download unchanged records again and can resume a long text.
 */
export type PublicRead = <I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  endpoint: Endpoint<I, O, 'open'>,
  serve: (call: PublicCall<I>) => Promise<z.input<O>>,
  options?: { onPrimary?: boolean },
) => Route

/**
 * Returns a function that defines reads of the public API.
 *
 * @param cacheSeconds how long caches may keep a response
 */
export function publicReads(requests: AttemptWindows, cacheSeconds = 60): PublicRead {
  return (endpoint, serve, { onPrimary = false } = {}) =>
    makeRoute(endpoint, async (server, request, log, reply) => {
      log.user_id = await countCaller(server, requests, request, reply)
      const input = readInput(endpoint, request)
      const serveFrom = async (db: Pool) => makeBody(server, endpoint, await serve({ db, input }))
      const body = await server.visitorReads(() =>
        onPrimary ? serveFrom(server.pool) : serveRead(server, { request, me: null, token: null }, serveFrom),
      )
      const bytes = Buffer.from(JSON.stringify(body))
      const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
      const selected = selectBytes(request.method, request.headers, {
        etag,
        bytes: bytes.length,
        lastModified: null,
      })
      reply.headers({
        etag,
        'cache-control': `public, max-age=${cacheSeconds}`,
        ...rangeHeaders(selected, bytes.length),
      })
      if (selected.status === 200) return new JsonBytes(bytes)
      reply.code(selected.status).type('application/json; charset=utf-8')
      await reply.send(
        selected.range ? bytes.subarray(selected.range.first, selected.range.last + 1) : undefined,
      )
      return null
    })
}

/** Counts the request for the owner of its key or else for its network. Returns the owner. */
async function countCaller(
  server: ServerContext,
  requests: AttemptWindows,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const secret = keyIn(request)
  const network = networkOf(callerIp(request))
  const owner =
    secret !== null && isKeyShaped(secret) ? await findOwner(server, requests, secret, network) : null
  if (server.rateLimits) {
    const caller = owner ?? network
    const limit = owner === null ? publicLimits.withoutKey : publicLimits.withKey
    const { remaining, secondsLeft, isExceeded } = requests.take(caller, limit)
    reply.headers({
      'ratelimit-limit': String(limit),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': String(secondsLeft),
    })
    if (isExceeded) throw new LimitHit('public_api', caller, secondsLeft, 'too_many_records')
  }
  // The request is counted before it is refused so that keys cannot be guessed faster than records can be read.
  if (secret !== null && owner === null) refuse('invalid_api_key')
  return owner
}

/**
 * Keys that a lookup of this process has found, as hashes. A network that guesses keys is refused before the lookup, but
 * not the members there whose keys were used before.
 */
const knownKeys = new LRUCache<string, true>({ max: 10_000 })

/** Finds the owner of a key. A key that is not known yet is counted for its network before it is looked up. */
async function findOwner(
  server: ServerContext,
  requests: AttemptWindows,
  secret: string,
  network: string,
): Promise<string | null> {
  const hash = createHash('sha256').update(secret).digest('base64')
  const guesses = `keys of ${network}`
  const isCounted = server.rateLimits && !knownKeys.has(hash)
  if (isCounted) {
    const { isExceeded, secondsLeft } = requests.take(guesses, publicLimits.withoutKey)
    if (isExceeded) throw new LimitHit('public_api', network, secondsLeft, 'too_many_records')
  }
  const owner = await server.keyLookups(() => findKeyOwner(server.pool, secret))
  if (owner === null) {
    knownKeys.delete(hash)
    return null
  }
  if (isCounted) requests.refund(guesses)
  knownKeys.set(hash, true)
  return owner
}

function keyIn({ headers }: FastifyRequest): string | null {
  const keyHeader = headers['x-api-key']
  if (keyHeader !== undefined) return String(keyHeader)
  if (headers.authorization === undefined) return null
  return /^Bearer +(\S+)$/i.exec(headers.authorization)?.[1] ?? ''
}

const allowedHeaders =
  'Authorization, X-API-Key, If-Match, If-None-Match, If-Unmodified-Since, Range, If-Range'
const shownHeaders =
  'ETag, Accept-Ranges, Content-Range, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Deprecation, Sunset, Link'

/**
 * Allows pages of other sites to read the public API, but no other path, and sends the notices of paths that will end.
 * Answers preflights, which browsers send before a request with a key.
 */
export function openToOtherSites(app: FastifyInstance, now: () => Date = () => new Date()): void {
  app.addHook('onRequest', (request, reply, done) => {
    const [path = ''] = request.url.split('?')
    if (path !== publicPrefix && !path.startsWith(`${publicPrefix}/`)) return done()
    reply.headers({
      'access-control-allow-origin': '*',
      'access-control-expose-headers': shownHeaders,
      'cross-origin-resource-policy': 'cross-origin',
      ...noticeHeaders(path, now()),
    })
    if (request.method !== 'OPTIONS') return done()
    reply.headers({
      'access-control-allow-methods': 'GET',
      'access-control-allow-headers': allowedHeaders,
      'access-control-max-age': '86400',
    })
    void reply.code(204).send()
  })
}

/** Refuses every path of the public API if the operator has turned it off. */
export function refusePublicApi(app: FastifyInstance): void {
  app.all(`${publicPrefix}/*`, () => {
    throw new Refusal('not_found')
  })
}
