import type { FastifyRequest } from 'fastify'
import { positionHeader } from '#server/platform/http/replica/ownWrites.ts'
import { replicaReads } from '#server/platform/observability/counters.ts'
import { databaseErrorKind, type Pool } from '#server/platform/postgres/db.ts'
import type { Member, ServerContext } from './route.ts'

type Reader = { request: FastifyRequest; me: Member | null; token: string | null }

/**
 * Runs a read on the replica if there is one and it has the reader's own writes. A read that is refused there is
 * repeated on the primary, because the row that it did not find may just not have reached the replica.
 */
export async function serveRead<T>(
  { pool, replica }: ServerContext,
  { request, me, token }: Reader,
  serve: (db: Pool) => Promise<T>,
): Promise<T> {
  if (!replica) return serve(pool)
  const user_id = me?.user_id ?? null
  const db = replica.readPool({ user_id, token, header: request.headers[positionHeader] })
  try {
    return await serve(db)
  } catch (error) {
    // The statement has already been repeated on the primary and failed there too.
    if (db === pool || databaseErrorKind(error)) throw error
    replicaReads.add({ result: 'refused' })
    return serve(pool)
  }
}
