import type * as z from 'zod/mini'
import type { Access, Endpoint } from '../../../contract/kit/endpoint.ts'
import type { Pool } from '../../postgres/db.ts'
import type { JsonBytes } from '../jsonBytes.ts'
import type { ReadKind } from '../readLimits.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import { makeBody, makeRoute, type Caller, type MemberFor, type Route } from './route.ts'

export type ReadCall<I extends z.ZodMiniObject, A extends Access> = {
  /** Each statement uses its own connection of the pool; there is no transaction. */
  db: Pool
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
}

/**
 * A GET endpoint. The function it is bound to must change nothing.
 * @param options.reads how the read is counted, see readLimits.ts
 */
export function read<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: ReadCall<I, A>) => Promise<z.input<O> | JsonBytes>,
  { reads = 'usual' }: { reads?: ReadKind } = {},
): Route {
  return makeRoute(endpoint, async (server, request, log) => {
    const { me, caller } = await identify(server, endpoint.access, request, reads, log)
    const input = readInput(endpoint, request)
    const admit = me ? server.reads : server.visitorReads
    return admit(async () => {
      const output = await serve({ db: server.pool, me, input, caller })
      return makeBody(server, endpoint, output)
    })
  })
}
