import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/kit/endpoint.ts'
import { LimitHit } from '#server/platform/limits/audit.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import { isMinuteLimit, noTurn } from '#server/platform/limits/writeLimit.ts'
import { isCollision, type Db, type Pool } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { explain } from './action.ts'
import { readIdempotencyKey, runOnce } from './idempotency.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import {
  makeBody,
  makeRoute,
  type Caller,
  type MemberFor,
  type RequestLog,
  type Route,
  type ServerContext,
} from './route.ts'

type Effect = () => void | Promise<void>

export type WriteCall<I extends z.ZodMiniObject, A extends Access> = {
  /** The transaction of this write. */
  db: Db
  /**
   * The pool, for rows that must stay even if the write is refused. A query with the pool while `db` is open uses a
   * second connection.
   */
  pool: Pool
  memory: Memory
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
  /** For headers of the response. */
  reply: FastifyReply
  /** Makes the status 200 instead of the endpoint's 201, because the thing existed already. */
  respondAsRepeat: () => void
  /** Runs after the commit and before the response. A failure is logged and does not fail the write. */
  afterCommit: (effect: Effect) => void
}

/** The arguments of `prepare` of a write, before the transaction. */
export type PrepareCall<I extends z.ZodMiniObject, A extends Access> = {
  request: FastifyRequest
  pool: Pool
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
}

type ServeWrite<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access> = (
  call: WriteCall<I, A>,
) => Promise<z.input<O>>

export type WriteOptions = {
  /**
   * A limit per member for this call, in addition to the limit for all writes. A limit per minute is counted in memory, as for
   * an `action`, and one for a longer time in PostgreSQL. A replayed response and a refused write are not counted.
   */
  limit?: LimitRule
  /** Refuses members who may not make the call, before their input is checked. */
  authorize?: (db: Db, user_id: string) => Promise<void>
  /** The session's token is enough, even for a session that is bound to the cookie of a browser. */
  withoutCookie?: boolean
}

/**
 * The maximum duration in milliseconds of a write from its wait in the queue to its commit, including its waits for locks. After
 * this time the write is refused as `overloaded`. What `prepare` does before and what follows the commit is not counted.
 */
const maxWriteMs = 5_000

/** Defines an endpoint that changes data. The function runs in one transaction that has the member's lock. */
export function write<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  serve: ServeWrite<I, O, A>,
  options: WriteOptions = {},
): Route {
  return writePrepared(endpoint, async () => serve, options)
}

/**
 * Defines a write with slow work before its transaction, such as reading an upload or sending a request to another
 * server. `prepare` does that work and returns the function that runs in the transaction.
 */
export function writePrepared<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  prepare: (call: PrepareCall<I, A>) => Promise<ServeWrite<I, O, A>>,
  options: WriteOptions = {},
): Route {
  return makeRoute(endpoint, async (server, request, log, reply) => {
    const { me, caller } = await identify(server, endpoint.access, request, 'free', log, options)
    if (me) server.writeLimit.count(me.user_id)
    if (me) await options.authorize?.(server.pool, me.user_id)
    const input = readInput(endpoint, request)
    const key = readIdempotencyKey(request, endpoint)
    const serve = await prepare({ request, pool: server.pool, me, input, caller })
    const { limit } = options
    let effects: Effect[] = []
    let turn = noTurn

    async function run(db: Db): Promise<object> {
      if (limit && me && isMinuteLimit(limit)) {
        turn = server.writeLimit.take(limit, me.user_id)
        if (turn.secondsToWait !== null) throw new LimitHit(limit.rule, me.user_id, turn.secondsToWait)
      } else if (limit && me && server.rateLimits) {
        await countAttempts(db, [{ rule: limit, subject: me.user_id }])
      }
      const output = await serve({
        db,
        pool: server.pool,
        memory: server.memory,
        me,
        input,
        caller,
        reply,
        respondAsRepeat: () => (log.status = 200),
        afterCommit: (effect) => effects.push(effect),
      })
      return makeBody(server, endpoint, output)
    }

    const body = await inTransaction(server, log, endpoint.status, async (db) => {
      effects = []
      turn.refund()
      turn = noTurn
      return me ? runOnce(db, me.user_id, key, endpoint.status, () => run(db)) : run(db)
    }).catch((error: unknown) => {
      turn.refund()
      return me ? explain(error, me.user_id) : Promise.reject(error)
    })
    await runEffects(effects, request)
    return body
  })
}

function inTransaction(
  server: ServerContext,
  log: RequestLog,
  status: 200 | 201,
  run: (db: Db) => Promise<object>,
): Promise<object> {
  const deadline = performance.now() + maxWriteMs
  return server.transactions(() =>
    retryOnConflict(server.pool, deadline, (db) => {
      log.status = status
      return run(db)
    }),
  )
}

async function runEffects(effects: Effect[], request: FastifyRequest): Promise<void> {
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      request.log.error({ err: error }, 'an effect after the commit failed')
    }
  }
}

/**
 * Runs the whole write again, at most twice, if it conflicted with another transaction, because the conflict has rolled
 * back everything.
 */
async function retryOnConflict(
  pool: Pool,
  deadline: number,
  run: (db: Db) => Promise<object>,
  retries = 2,
): Promise<object> {
  try {
    return await pool.begin({ deadline }, (db) => run(db))
  } catch (error) {
    if (retries > 0 && isCollision(error)) return retryOnConflict(pool, deadline, run, retries - 1)
    throw error
  }
}
