import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access, Endpoint } from '../../contract/kit/endpoint.ts'
import { Refusal, type RefusalCode, refuse } from '../../contract/kit/refusals.ts'
import { type Admission } from '../kit/admission.ts'
import { recordRefusal } from '../kit/audit.ts'
import { countAttempts, countWrite, type LimitRule } from '../kit/limits.ts'
import { isCollision, type Db, type Pool } from '../postgres/db.ts'
import { replayOrKeep } from './idempotency.ts'
import { readInput } from './input.ts'
import { checkWritten, WrittenAnswer } from './jsonAnswer.ts'
import type { ReadKind, ReadLimits } from './readLimits.ts'

/** Who calls, as far as every feature may know. */
export type Member = {
  user_id: string
  username: string
  account_status: 'active' | 'inactive'
  ocd_city_id: string | null
}

export type Caller = {
  /** The network address, behind trusted proxies only. */
  address: string
  token: string | null
  /** What the browser says of itself; anything at all, or nothing. */
  userAgent: string
}

export type Call<I extends z.ZodMiniObject, A extends Access, P = undefined, L = undefined> = {
  /** Inside a transaction for writes, the pool for reads. */
  db: Db
  /** For what must stay although the call is refused; never use it while holding `db` in a transaction. */
  pool: Pool
  me: A extends 'user' | 'active' ? Member : Member | null
  input: z.output<I>
  /** What `prepare` has made of the request. */
  prepared: P
  /** What `look` has found. */
  looked: L
  caller: Caller
  /** Says that nothing was made, because it is there already: 200 in place of the endpoint's 201. */
  answerAsRepeat: () => void
  /** Runs after the commit and before the answer; a failure is logged and changes nothing. */
  afterCommit: (effect: () => void | Promise<void>) => void
}

/** What a statement needs to know of a call. */
export type Asked<I, M = Member> = { db: Db; me: M; input: I }

export type RouteKit = {
  pool: Pool
  /** Null for a token that is unknown, expired or revoked. */
  whoIs: (db: Pool, token: string) => Promise<Member | null>
  /** Whether the last look-up on this instance found the token live. */
  wasLive: (token: string) => boolean
  /** For tokens that were not seen live before: guesses must not take the connections that members need. */
  tokenLookUps: Admission
  transactions: Admission
  reads: Admission
  /** For callers who are not signed in: behind the reads of members, and few at once. */
  visitorReads: Admission
  rateLimits: boolean
  readLimits: ReadLimits
  /** A refusal that the contract does not list becomes an error: on while developing and testing. */
  strict: boolean
  /** Answers that the database wrote are held against the contract: on while testing. */
  checkWritten: boolean
}

/** What is learnt of a call on its way. */
type Course = { user_id: string | null; status: 200 | 201 }

export type Route = { endpoint: Endpoint; mount: (app: FastifyInstance, kit: RouteKit) => void }

/** Milliseconds that a write may wait in all, for its turn and for locks; then it is refused as `overloaded`. */
const longestWrite = 5_000

const jsonHeaders = { 'content-type': 'application/json; charset=utf-8' }

const everyEndpointRefuses = new Set<RefusalCode>([
  'invalid_request',
  'authentication_required',
  'session_expired',
  'account_deactivated',
  'too_many_attempts',
  'overloaded',
  'database_unavailable',
  'idempotency_key_reused',
])

/** Binds a contract endpoint to the function that serves it: identify, parse, transact, answer. */
export function route<
  I extends z.ZodMiniObject,
  O extends z.ZodMiniObject,
  A extends Access,
  P = undefined,
  L = undefined,
>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: Call<I, A, P, L>) => Promise<z.input<O> | WrittenAnswer>,
  options: {
    /** False where a refused call must leave a trace, or where work inside would hold a connection too long. */
    transaction?: boolean
    /** A member's own limit for this call, besides that for all writes; an answer that is only replayed counts no more. */
    limit?: LimitRule
    /** How this read is counted; see readLimits.ts. */
    reads?: ReadKind
    /** Slow work, such as a body that is not JSON or a question to another server: before any transaction. */
    prepare?: (asked: {
      request: FastifyRequest
      me: Call<I, A>['me']
      input: z.output<I>
      pool: Pool
    }) => Promise<P>
    /**
     * The first statement of a write, sent right behind the one that takes the member's lock instead of after its answer:
     * the database takes them one after the other, and a way to it and back is saved. Must change nothing.
     */
    look?: (asked: Asked<z.output<I>, Call<I, A>['me']>) => Promise<L>
  } = {},
): Route {
  const readKind = endpoint.method === 'GET' ? (options.reads ?? 'usual') : 'free'
  const inTransaction = options.transaction ?? endpoint.method !== 'GET'

  async function answer(kit: RouteKit, request: FastifyRequest, course: Course): Promise<object> {
    const token = bearerToken(request)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- identify() has refused where a member is asked for
    const me = (await identifyAndCount(kit, endpoint.access, token, request, readKind)) as Call<I, A>['me']
    course.user_id = me?.user_id ?? null
    const input = readInput(endpoint, request)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `prepare`, P is undefined
    const prepared = (await options.prepare?.({ request, me, input, pool: kit.pool })) as P
    let effects: (() => void | Promise<void>)[] = []

    const call = async (db: Db, looked: L) => {
      if (options.limit && me && kit.rateLimits) {
        await countAttempts(db, [{ rule: options.limit, subject: me.user_id }])
      }
      const output = await serve({
        db,
        pool: kit.pool,
        me,
        input,
        prepared,
        looked,
        caller: { address: request.ip, token, userAgent: request.headers['user-agent'] ?? '' },
        answerAsRepeat: () => (course.status = 200),
        afterCommit: (effect) => effects.push(effect),
      })
      if (output instanceof WrittenAnswer) {
        if (kit.checkWritten) checkWritten(endpoint, output)
        return output
      }
      // The contract is also the list of what may leave.
      return { success: true, ...endpoint.output.parse(output) }
    }

    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- without `look`, L is undefined
    const look = async (db: Db) => (await options.look?.({ db, me, input })) as L
    const reads = me || readKind === 'free' ? kit.reads : kit.visitorReads
    if (!inTransaction) return reads(async () => call(kit.pool, await look(kit.pool)))
    const deadline = performance.now() + longestWrite
    const act = async (db: Db) => {
      effects = []
      course.status = endpoint.status
      const looked = me
        ? await bothInOrder(
            countWrite(db, me.user_id, kit.rateLimits, deadline - performance.now()),
            look(db),
          )
        : await look(db)
      if (!me || !endpoint.idempotent) return call(db, looked)
      return replayOrKeep(db, me.user_id, request, endpoint, () => call(db, looked))
    }
    const body = await kit.transactions(() => beginAgain(kit.pool, act))
    for (const effect of effects) {
      try {
        await effect()
      } catch (error) {
        request.log.error({ err: error }, 'an effect after the commit failed')
      }
    }
    return body
  }

  function mount(app: FastifyInstance, kit: RouteKit) {
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      async handler(request, reply) {
        const course: Course = { user_id: null, status: endpoint.status }
        try {
          const body = await answer(kit, request, course)
          if (body instanceof WrittenAnswer) return await reply.headers(jsonHeaders).send(body.bytes)
          return await reply.code(course.status).send(body)
        } catch (error) {
          const asked = { endpoint: `${endpoint.method} ${endpoint.path}`, user_id: course.user_id }
          await recordRefusal(kit.pool, error, asked).catch((trouble: unknown) =>
            request.log.error({ err: trouble }, 'a refusal could not be recorded'),
          )
          if (kit.strict && error instanceof Refusal) checkDeclared(endpoint, error.code)
          await kit.readLimits.slowDown(error)
          throw error
        }
      },
    })
  }

  return { endpoint, mount }
}

/** Answers the second; both have ended before one of them fails, so that nothing outlives the transaction. */
async function bothInOrder<T>(first: Promise<void>, second: Promise<T>): Promise<T> {
  await Promise.allSettled([first, second])
  await first
  return second
}

/** A collision with another transaction rolled everything back, so the act is simply done again, twice at most. */
async function beginAgain(pool: Pool, act: (db: Db) => Promise<object>, left = 2): Promise<object> {
  try {
    return await pool.begin((db) => act(db))
  } catch (error) {
    if (left > 0 && isCollision(error)) return beginAgain(pool, act, left - 1)
    throw error
  }
}

function bearerToken(request: FastifyRequest): string | null {
  const given = request.headers.authorization
  if (given === undefined) return null
  const [, token] = /^Bearer +(\S+)$/i.exec(given) ?? []
  return token ?? ''
}

/**
 * Who asks, with this read counted: before any look-up for a caller without a token, so that one who has read too much
 * costs nothing. A token that is not live is counted as no token, and its look-up is bounded by `findMember`.
 */
async function identifyAndCount(
  kit: RouteKit,
  access: Access,
  token: string | null,
  request: FastifyRequest,
  kind: ReadKind,
): Promise<Member | null> {
  const count = (user_id: string | null) => {
    if (kit.rateLimits) kit.readLimits.count({ user_id, address: request.ip }, kind)
  }
  if (token === null || access === 'open') {
    count(null)
    return identify(kit, access, token, request.ip)
  }
  const me = await identify(kit, access, token, request.ip).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'session_expired') count(null)
    throw error
  })
  count(me?.user_id ?? null)
  return me
}

/** Who asks, for the routes that do not answer in JSON; refuses and counts as every other read does. */
export async function identifyCaller(
  kit: RouteKit,
  access: 'user' | 'active',
  request: FastifyRequest,
): Promise<{ me: Member; token: string }> {
  const token = bearerToken(request)
  const me = await identifyAndCount(kit, access, token, request, 'usual')
  return me && token !== null ? { me, token } : refuse('authentication_required')
}

async function identify(
  kit: RouteKit,
  access: Access,
  token: string | null,
  address: string,
): Promise<Member | null> {
  if (access === 'open') return null
  if (token === null) {
    if (access === 'optional') return null
    refuse('authentication_required')
  }
  const me = (await findMember(kit, token, address)) ?? refuse('session_expired')
  if (access === 'active' && me.account_status !== 'active') refuse('account_deactivated')
  return me
}

/**
 * Looks a token up. One that this instance has not seen live may be a guess, so few of those are looked up at once, and
 * none for a network that has sent too many, whatever the method of the call.
 */
async function findMember(kit: RouteKit, token: string, address: string): Promise<Member | null> {
  if (kit.wasLive(token)) return kit.whoIs(kit.pool, token)
  const check = () => {
    if (kit.rateLimits) kit.readLimits.checkTokens(address)
  }
  check()
  return kit.tokenLookUps(async () => {
    // Others of the network may have been counted while this one waited.
    check()
    const member = await kit.whoIs(kit.pool, token)
    if (!member && kit.rateLimits) kit.readLimits.countUnknownToken(address)
    return member
  })
}

function checkDeclared(endpoint: Endpoint, code: RefusalCode) {
  if (everyEndpointRefuses.has(code) || endpoint.refuses.includes(code)) return
  throw new Error(
    `${endpoint.method} ${endpoint.path} refused with ${code}, which its contract does not list`,
  )
}
