import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Endpoint } from '#contract/kit/endpoint.ts'
import { Refusal, type RefusalCode } from '#contract/kit/refusals.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { checkJsonBytes, JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Replica } from '#server/platform/http/replica/replica.ts'
import { recordRefusal } from '#server/platform/limits/audit.ts'
import type { WriteLimit } from '#server/platform/limits/writeLimit.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'

/** The signed-in member who makes the request, with the fields that every module may use. */
export type Member = {
  user_id: string
  username: string
  account_status: 'active' | 'inactive'
  ocd_city_id: string | null
}

export type Caller = {
  /** The IP address. Forwarding headers count only when a trusted proxy sent them. */
  ip: string
  token: string | null
  /** The User-Agent header. Empty if there is none. Clients can put any text here. */
  userAgent: string
  /** The key in the device cookie, or null. A client can send any key, but only a browser has the key it was given. */
  deviceKey: string | null
}

export type Credentials = {
  token: string
  /** The key from the session cookie, or null. */
  browserKey: string | null
  /** The token is enough, even for a session that is bound to a cookie. */
  withoutCookie?: boolean
}

/** Endpoints that require a session always have a member. For other endpoints, the member can be null. */
export type MemberFor<A extends Access> = A extends 'user' | 'active' ? Member : Member | null

/** Everything that the routes of one server share. */
export type ServerContext = {
  /** The pool of the primary database. */
  pool: Pool
  memory: Memory
  /** Null if the server has no replica (DATABASE_REPLICA_URL). */
  replica: Replica | null
  /** Returns null for a token that is unknown, expired, revoked, or bound to the cookie of another browser. */
  findMember: (db: Pool, credentials: Credentials) => Promise<Member | null>
  /** Returns true if the last lookup on this instance found the token valid. */
  wasLive: (token: string) => boolean
  /**
   * Limits concurrent lookups of tokens that this instance has not yet found valid so that guessing cannot exhaust the
   * connections that members need.
   */
  tokenLookups: Admission
  /** Limits concurrent lookups of API keys, apart from those of sessions so that guessing keys delays no member. */
  keyLookups: Admission
  transactions: Admission
  reads: Admission
  /**
   * The admission of reads by signed-out visitors. They wait behind the reads of members, and only a few run at the
   * same time.
   */
  visitorReads: Admission
  rateLimits: boolean
  readLimits: ReadLimits
  writeLimit: WriteLimit
  /** The name of the session cookie, see sessionCookie.ts. */
  cookieName: string
  deviceCookieName: string
  /** If true, a refusal that the contract does not list is an error. This is the case in development and in tests. */
  strict: boolean
  /** If true, responses that the database built as JSON are validated against the contract. This is the case in tests. */
  checkJsonBytes: boolean
}

/** What is recorded about a request while it is served. */
export type RequestLog = { user_id: string | null; status: 200 | 201 }

export type Route = { endpoint: Endpoint; mount: (app: FastifyInstance, server: ServerContext) => void }

/** Serves one request and returns the body, or null if the reply has already been sent. */
export type Serve = (
  server: ServerContext,
  request: FastifyRequest,
  log: RequestLog,
  reply: FastifyReply,
) => Promise<object | null>

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

const everyEndpointRefuses = new Set<RefusalCode>([
  'invalid_request',
  'cross_site_request',
  'authentication_required',
  'session_expired',
  'account_deactivated',
  'too_many_attempts',
  'invalid_api_key',
  'too_many_records',
  'overloaded',
  'database_unavailable',
  'idempotency_key_reused',
])

/** Registers an endpoint with Fastify. `read`, `write` and `raw` differ only in the function that they pass here. */
export function makeRoute(endpoint: Endpoint, serve: Serve, { head = true } = {}): Route {
  function mount(app: FastifyInstance, server: ServerContext) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      exposeHeadRoute: head && endpoint.method === 'GET',
      async handler(request, reply) {
        const log: RequestLog = { user_id: null, status: endpoint.status }
        const tracked = endpoint.method === 'GET' ? null : (server.replica?.trackWrite() ?? null)
        try {
          const body = await serve(tracked ? { ...server, pool: tracked.pool } : server, request, log, reply)
          // What a member writes can change what the member sees everywhere, such as the places of the feed.
          if (endpoint.method !== 'GET') server.memory.forget(log.user_id)
          tracked?.finish(log.user_id, body, reply)
          if (body === null) return await reply
          if (body instanceof JsonBytes) {
            return await reply.code(log.status).headers(jsonHeaders).send(body.bytes)
          }
          return await reply.code(log.status).send(body)
        } catch (error) {
          const call = { endpoint: `${endpoint.method} ${endpoint.path}`, user_id: log.user_id }
          await recordRefusal(server.pool, error, call).catch((recordError: unknown) =>
            request.log.error({ err: recordError }, 'failed to record a refusal'),
          )
          if (server.strict && error instanceof Refusal) checkDeclared(endpoint, error.code)
          await server.readLimits.slowDown(error)
          throw error
        }
      },
    })
  }

  return { endpoint, mount }
}

/** Removes every field that the contract does not list so that no column leaves the server by accident. */
export function makeBody(server: ServerContext, endpoint: Endpoint, output: object): object {
  if (output instanceof JsonBytes) {
    if (server.checkJsonBytes) checkJsonBytes(endpoint, output)
    return output
  }
  return { success: true, ...endpoint.output.parse(output) }
}

function checkDeclared(endpoint: Endpoint, code: RefusalCode) {
  if (everyEndpointRefuses.has(code) || endpoint.refuses.includes(code)) return
  throw new Error(
    `${endpoint.method} ${endpoint.path} refused with ${code}, which its contract does not list`,
  )
}
