import type { FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/kit/endpoint.ts'
import { isRefusalCode, Refusal } from '#contract/kit/refusals.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import { LimitHit } from '#server/platform/limits/audit.ts'
import { type MinuteLimit, noTurn, type Turn } from '#server/platform/limits/writeLimit.ts'
import { isCollision, PostgresError, type Db, type Part } from '#server/platform/postgres/db.ts'
import type { Statement } from '#server/platform/postgres/statement.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import { makeBody, makeRoute, type Member, type Route, type ServerContext } from './route.ts'

type ActionCall<I extends z.ZodMiniObject> = {
  db: Db
  memory: Memory
  me: Member
  input: z.output<I>
  /**
   * The first parameters of the function in db/functions/: the member and, if the endpoint is idempotent, the hashes of the
   * key and of the request.
   */
  write: Part
  /** The place of this request under the limit of the call. Repeats after a collision have the same place. */
  turn: Turn
}

type ActionOptions = {
  /** A limit per member for this call, in addition to the limit for all writes. A write that is refused does not count. */
  limit?: MinuteLimit
}

/**
 * Defines the route of a write that is one function of db/functions/. Its single
 * call is the whole transaction. The function locks the member, answers a repeated request with its
 * first response, and refuses by code.
 */
export function action<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends 'user' | 'active'>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: ActionCall<I>) => Promise<JsonBytes>,
  { limit }: ActionOptions = {},
): Route {
  return makeRoute(endpoint, async (server, request, log) => {
    const { me } = await identify<'user' | 'active'>(server, endpoint.access, request, 'free', log)
    const input = readInput(endpoint, request)
    server.writeLimit.count(me.user_id)
    const write = endpoint.idempotent
      ? idempotentWrite(server, me, request, endpoint)
      : server.pool`${me.user_id}`
    const turn = limit ? server.writeLimit.take(limit, me.user_id) : noTurn
    const run = () =>
      serve({
        db: server.pool,
        memory: server.memory,
        me,
        input,
        write,
        turn,
      }).catch((error: unknown) => explain(error, me.user_id))
    try {
      return makeBody(server, endpoint, await server.transactions(() => retryOnCollision(run)))
    } catch (error) {
      turn.refund()
      throw error
    }
  })
}

function idempotentWrite(
  server: ServerContext,
  me: Member,
  request: FastifyRequest,
  endpoint: Endpoint,
): Part {
  const { key, body } = readIdempotencyKey(request, endpoint)
  return server.pool`${me.user_id}, ${key}, ${body}`
}

/** Returns the response of a function that returns only its response, as the JSON that PostgreSQL wrote. */
export async function responseOf(call: Pick<Statement, 'texts'>): Promise<JsonBytes> {
  const [[response] = []] = await call.texts()
  return new JsonBytes(response!)
}

/**
 * Repeats the call at most twice if it conflicted with another transaction, because the conflict has rolled back
 * everything.
 */
async function retryOnCollision<T>(run: () => Promise<T>, retries = 2): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (retries > 0 && isCollision(error)) return retryOnCollision(run, retries - 1)
    throw error
  }
}

/** Throws the refusal that a function of db/functions/ raised for this member (`refuse` in the schema), or else the error. */
export function explain(error: unknown, user_id: string): never {
  if (!(error instanceof PostgresError)) throw error
  if (error.code !== 'HU000' || !isRefusalCode(error.message)) throw error
  if (error.message === 'too_many_attempts') {
    const [seconds, rule = ''] = error.detail?.split(' ') ?? []
    throw new LimitHit(rule, user_id, Number(seconds))
  }
  throw new Refusal(error.message)
}
