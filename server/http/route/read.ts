import type * as z from 'zod/mini'
import type { Access, Endpoint } from '../../../contract/kit/endpoint.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import type { JsonBytes } from '../jsonBytes.ts'
import type { ReadKind } from '../readLimits.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import { makeBody, makeRoute, type Caller, type MemberFor, type Route } from './route.ts'
import { serveRead } from './serveRead.ts'

export type ReadCall<I extends z.ZodMiniObject, A extends Access> = {
  /** Each statement uses its own connection of the pool; there is no transaction. It may lead to a replica. */
  db: Pool
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
}

type ReadOptions = {
  /** How the read is counted, see readLimits.ts. */
  reads?: ReadKind
  /** Never answers from a replica, because the answer must not be a moment old or because the read stores something. */
  onPrimary?: boolean
  /** Refuses members who may not call it, before their input is checked. */
  authorize?: (db: Db, user_id: string) => Promise<void>
}

/** A GET endpoint. The function it is bound to must change nothing that a caller can see. */
export function read<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: ReadCall<I, A>) => Promise<z.input<O> | JsonBytes>,
  { reads = 'usual', onPrimary = false, authorize }: ReadOptions = {},
): Route {
  return makeRoute(endpoint, async (server, request, log) => {
    const { me, caller } = await identify(server, endpoint.access, request, reads, log)
    if (me) await authorize?.(server.pool, me.user_id)
    const input = readInput(endpoint, request)
    const admit = me ? server.reads : server.visitorReads
    const serveFrom = async (db: Pool) => makeBody(server, endpoint, await serve({ db, me, input, caller }))
    return admit(() =>
      onPrimary ? serveFrom(server.pool) : serveRead(server, { request, me, token: caller.token }, serveFrom),
    )
  })
}
