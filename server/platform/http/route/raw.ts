import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/kit/endpoint.ts'
import type { ReadKind } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import { makeBody, makeRoute, type Caller, type MemberFor, type Route } from './route.ts'

export type RawCall<I extends z.ZodMiniObject, A extends Access> = {
  pool: Pool
  memory: Memory
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * Defines an endpoint that opens its own transactions, or that does not answer with JSON. Use it if a refused call must
 * be recorded (a failed sign-in), if a transaction would keep its connection too long (hashing a password), and for
 * files and streams. Return null after sending a reply that is not the contract's JSON.
 *
 * @param options.reads how the call is counted, see readLimits.ts
 * @param options.accepts the input that this instance accepts, if its settings relax that of the contract
 */
export function raw<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: RawCall<I, A>) => Promise<z.input<O> | null>,
  { reads = 'free', accepts = endpoint.input }: { reads?: ReadKind; accepts?: I } = {},
): Route {
  return makeRoute(
    endpoint,
    async (server, request, log, reply) => {
      const { me, caller } = await identify(server, endpoint.access, request, reads, log)
      const input = readInput({ ...endpoint, input: accepts }, request)
      return server.reads(async () => {
        const output = await serve({
          pool: server.pool,
          memory: server.memory,
          me,
          input,
          caller,
          request,
          reply,
        })
        return output === null ? null : makeBody(server, endpoint, output)
      })
    },
    { head: false },
  )
}
