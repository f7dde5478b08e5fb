import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Id } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import { followTargetTypes } from '../../../contract/rules/billUpdates.ts'
import { sharedBillPath } from '../../../contract/sharedBills.ts'
import type { ReadLimits } from '../../http/readLimits.ts'
import type { Admission } from '../../kit/admission.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import { joinTargets, nameColumns, normalizeTarget, targetName } from '../followTargets.ts'
import { selectFollowedUpdates } from '../updatesList.ts'
import { atomFeed, type Feed } from './atom.ts'
import { feedEntries, selectFeedUpdates, selectNewestUpdate, type FeedTarget } from './feedQueries.ts'
import { findFeedOwner } from './feedTokens.ts'

type FeedParts = {
  pool: Pool
  visitorReads: Admission
  readLimits: ReadLimits
  publicOrigin: string
  rateLimits: boolean
}

type FeedRoute = { Params: { target_type: string; file: string } }

/**
 * Serves /feeds/{target_type}/{id}.atom, the same for everyone and without data of members, and /feeds/mine/{secret}.atom
 * with everything that one member follows. A feed whose newest update the reader has already is answered by 304.
 */
export function serveFeeds(app: FastifyInstance, parts: FeedParts): void {
  const { pool, visitorReads, readLimits, publicOrigin: origin, rateLimits } = parts

  app.get<FeedRoute>('/feeds/:target_type/:file', async (request, reply) => {
    if (rateLimits) await readLimits.countVisit(request.ip)
    const id = /^(.+)\.atom$/.exec(request.params.file)?.[1] ?? refuse('not_found')
    const { target_type } = request.params
    const url = `${origin}/feeds/${target_type}/${encodeURIComponent(id)}.atom`
    return visitorReads(async () =>
      target_type === 'mine'
        ? answerOwn(request, reply, id, url)
        : answerPublic(request, reply, target_type, id, url),
    )
  })

  async function answerPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    id: string,
    url: string,
  ) {
    const target = (await findTarget(pool, type, id)) ?? refuse('not_found')
    const newest = await selectNewestUpdate(pool, target)
    reply.header('cache-control', 'public, max-age=300')
    if (isFresh(request, reply, newest)) return reply.code(304).send()
    const name = await selectName(pool, target)
    const page = origin + (target.target_type === 'bill' ? sharedBillPath(target.target_id) : '/')
    const updates = await selectFeedUpdates(pool, target)
    return send(reply, { title: `Updates: ${name}`, url, page, origin, updates })
  }

  async function answerOwn(request: FastifyRequest, reply: FastifyReply, token: string, url: string) {
    const user_id = (await findFeedOwner(pool, token)) ?? refuse('not_found')
    const range = { after: 0, before: null, perTarget: feedEntries, limit: feedEntries }
    const updates = await selectFollowedUpdates(pool, user_id, range)
    reply.headers({ 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' })
    if (isFresh(request, reply, updates[0]?.update_id ?? 0)) return reply.code(304).send()
    return send(reply, { title: 'Bills you follow on Hurd', url, page: `${origin}/updates`, origin, updates })
  }
}

function send(reply: FastifyReply, feed: Feed) {
  return reply.type('application/atom+xml; charset=utf-8').send(atomFeed(feed))
}

/** Whether the reader has the newest update already. */
function isFresh(request: FastifyRequest, reply: FastifyReply, newest: number): boolean {
  const etag = `W/"${newest}"`
  reply.header('etag', etag)
  return (request.headers['if-none-match'] ?? '').split(',').some((tag) => tag.trim() === etag)
}

/** Null for a target that cannot have a feed. A group has that of its place. */
async function findTarget(db: Db, type: string, id: string): Promise<FeedTarget | null> {
  if (type === 'group') {
    if (!Id.safeParse(id).success) return null
    const [group] = await db<
      { jurisdiction: string }[]
    >`select jurisdiction from groups where group_id = ${id}`
    return group ? { target_type: 'jurisdiction', target_id: group.jurisdiction } : null
  }
  const target_type = followTargetTypes.find((name) => name === type)
  if (!target_type || target_type === 'search') return null
  if (target_type === 'bill') {
    if (!Id.safeParse(id).success) return null
    const [bill] = await db<{ bill_id: string }[]>`select bill_id from bills where bill_id = ${id}`
    return bill ? { target_type, target_id: bill.bill_id } : null
  }
  return { target_type, target_id: normalizeTarget({ target_type, target_id: id }).target_id }
}

async function selectName(db: Db, target: FeedTarget): Promise<string> {
  const { target_type, target_id } = target
  const [row] = await db<{ bill_code: string | null; rep_name: string | null }[]>`
    select ${db.unsafe(nameColumns)}
      from (select ${target_type}::text as target_type, ${target_id}::text as target_id) f ${joinTargets(db)}`
  return targetName({
    target_type,
    target_id,
    bill_code: row?.bill_code ?? null,
    rep_name: row?.rep_name ?? null,
  })
}
