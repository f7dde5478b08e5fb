import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sharedBillPath } from '#contract/bills/sharedBills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { isStorable } from '#contract/kit/text.ts'
import { language, t } from '#contract/kit/translate.ts'
import type { Target } from '#server/participation/alerts/followTargets.ts'
import { selectFollowedUpdates } from '#server/participation/alerts/updatesList.ts'
import { etagOf, hasTag } from '#server/platform/http/etag.ts'
import { inLanguage } from '#server/platform/language/current.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { atomFeed, type Feed } from './atom.ts'
import { feedEntries, selectFeedUpdates, selectNewestUpdate } from './feedQueries.ts'
import { findTarget, selectName, type FeedParts } from './feedTargets.ts'
import { findFeedOwner } from './feedTokens.ts'
import { permanentIds } from './permanentIds.ts'
import { userAgentOf } from './readerKind.ts'

type FeedRoute = { Params: { target_type: string; file: string } }

/**
 * Serves /feeds/{target_type}/{id}.atom, which is the same for everyone and contains no data of members, and
 * /feeds/mine/{secret}.atom with everything that one member follows. If the client already has these updates, the
 * response is 304.
 */
export function serveFeeds(app: FastifyInstance, parts: FeedParts): void {
  const { pool, visitorReads, readLimits, publicOrigin: origin, branding, rateLimits } = parts

  app.get<FeedRoute>('/feeds/:target_type/:file', async (request, reply) => {
    if (rateLimits) {
      await readLimits.countVisit(callerIp(request))
    }
    const id = /^(.+)\.atom$/.exec(request.params.file)?.[1] ?? refuse('not_found')
    if (!isStorable(id)) {
      refuse('not_found')
    }
    const { target_type } = request.params
    const url = `${origin}/feeds/${target_type}/${encodeURIComponent(id)}.atom`
    return visitorReads(async () =>
      target_type === 'mine'
        ? sendOwn(request, reply, id, url)
        : sendPublic(request, reply, target_type, id, url),
    )
  })

  async function sendPublic(
    request: FastifyRequest,
    reply: FastifyReply,
    type: string,
    id: string,
    url: string,
  ) {
    const target = (await findTarget(pool, type, id)) ?? refuse('not_found')
    const newest = await selectNewestUpdate(pool, target)
    reply.header('cache-control', 'public, max-age=300')
    if (isFresh(request, reply, newest, origin)) {
      return reply.code(304).send()
    }
    const name = await selectName(pool, target)
    const page = origin + pageOf(target)
    const updates = await selectFeedUpdates(pool, target)
    const idOf = await permanentIds(pool)
    const feed = {
      id: idOf(`feed ${target.target_type} ${target.target_id}`),
      title: t('Updates: {name}', { name }),
      siteName: branding().name,
      url,
      page,
    }
    return send(reply, { ...feed, origin, updates, idOf })
  }

  async function sendOwn(request: FastifyRequest, reply: FastifyReply, token: string, url: string) {
    const owner =
      (await findFeedOwner(pool, token, { kind: 'feed', userAgent: userAgentOf(request) })) ??
      refuse('not_found')
    // Programs that read feeds do not say in which language.
    return inLanguage(owner.language, () => sendTo(request, reply, owner.user_id, url))
  }

  async function sendTo(request: FastifyRequest, reply: FastifyReply, user_id: string, url: string) {
    const range = { after: 0, before: null, perTarget: feedEntries, limit: feedEntries }
    const updates = await selectFollowedUpdates(pool, user_id, range)
    reply.headers({ 'cache-control': 'private, max-age=300', 'referrer-policy': 'no-referrer' })
    // What the member follows decides which updates these are.
    const version = etagOf(updates.map(({ update_id }) => update_id).join(' ')).slice(3, -1)
    if (isFresh(request, reply, version, origin)) {
      return reply.code(304).send()
    }
    const siteName = branding().name
    const title = t('Bills you follow on {siteName}', { siteName })
    const idOf = await permanentIds(pool)
    const feed = { id: idOf(`feed mine ${user_id}`), title, siteName, url, page: `${origin}/updates` }
    return send(reply, { ...feed, origin, updates, idOf })
  }
}

/** Returns the path of the page that shows what a feed is about, or of the start page. */
function pageOf({ target_type, target_id }: Target): string {
  if (target_type === 'bill') {
    return sharedBillPath(target_id)
  }
  return target_type === 'search' ? `/search?q=${encodeURIComponent(target_id)}` : '/'
}

function send(reply: FastifyReply, feed: Feed) {
  return reply.type('application/atom+xml; charset=utf-8').send(atomFeed(feed))
}

/** Returns true if the client already has this version of the feed in the reader's language, with links to this origin. */
function isFresh(
  request: FastifyRequest,
  reply: FastifyReply,
  version: number | string,
  origin: string,
): boolean {
  const etag = `W/"${version}@${language()}@${origin}"`
  reply.headers({ etag, vary: 'accept-language, cookie' })
  return hasTag(request.headers, etag)
}
