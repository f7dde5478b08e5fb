import type * as z from 'zod/mini'
import type { Access, Endpoint } from '#contract/kit/endpoint.ts'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'
import { JsonBytes } from '#server/platform/http/jsonBytes.ts'
import type { ReadKind } from '#server/platform/http/readLimits.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import type { Memory } from '#server/platform/records/memory.ts'
import { identify } from './identify.ts'
import { readInput } from './input.ts'
import { makeBody, makeRoute, type Caller, type MemberFor, type Route } from './route.ts'
import { serveRead } from './serveRead.ts'

export type ReadCall<I extends z.ZodMiniObject, A extends Access> = {
  /** Each statement uses its own connection of the pool. There is no transaction. The pool may be that of a replica. */
  db: Pool
  memory: Memory
  me: MemberFor<A>
  input: z.output<I>
  caller: Caller
}

type ReadOptions = {
  /** How the read is counted. See readLimits.ts. */
  reads?: ReadKind
  /**
   * If true, the read never uses a replica, because the response must be completely up to date or because the read stores
   * something.
   */
  onPrimary?: boolean
  /**
   * If true, the response has an ETag of its content and the client may keep it. A client that has it already gets 304. Only
   * for responses that are large and the same for every member.
   */
  isRevalidated?: boolean
  /**
   * If true, the response has texts in the language of its reader. All other reads are in English so that a response is the same
   * in every language and may be shared.
   */
  isTranslated?: boolean
  /** Refuses members who may not make the call, before their input is checked. Not called for visitors. */
  authorize?: (db: Db, user_id: string) => Promise<void>
}

/** Defines a GET endpoint. Its function may store what it has computed, but it changes nothing that a caller can see. */
export function read<I extends z.ZodMiniObject, O extends z.ZodMiniObject, A extends Access>(
  endpoint: Endpoint<I, O, A>,
  serve: (call: ReadCall<I, A>) => Promise<z.input<O> | JsonBytes>,
  {
    reads = 'usual',
    onPrimary = false,
    isRevalidated = false,
    isTranslated = false,
    authorize,
  }: ReadOptions = {},
): Route {
  return makeRoute(endpoint, async (server, request, log, reply) => {
    const { me, caller } = await identify(server, endpoint.access, request, reads, log)
    if (me) await authorize?.(server.pool, me.user_id)
    const input = readInput(endpoint, request)
    const admit = me ? server.reads : server.visitorReads
    const run = (db: Pool) => serve({ db, memory: server.memory, me, input, caller })
    const serveFrom = async (db: Pool) =>
      makeBody(server, endpoint, await (isTranslated ? run(db) : inLanguage('en', () => run(db))))
    const body = await admit(() =>
      onPrimary ? serveFrom(server.pool) : serveRead(server, { request, me, token: caller.token }, serveFrom),
    )
    if (!isRevalidated) return body
    const etag = etagOf(body instanceof JsonBytes ? body.bytes : JSON.stringify(body))
    reply.headers({ etag, 'cache-control': 'private, no-cache' })
    if (!hasTag(request.headers, etag)) return body
    await reply.code(304).send()
    return null
  })
}
