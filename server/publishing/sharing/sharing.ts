import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { appParameter, billPagePath, commentIn, visitorParameter } from '#contract/bills/sharedBills.ts'
import type { Branding, Instance } from '#contract/branding/branding.ts'
import { Id } from '#contract/kit/endpoint.ts'
import { Refusal, refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { publicBillPath } from '#contract/openData/public.ts'
import { findBill, selectPath } from '#server/legislation/paths/findBill.ts'
import { pathKey } from '#server/legislation/paths/pathKey.ts'
import { pathOf, queryOf, redirectTo } from '#server/legislation/paths/redirect.ts'
import { admission, type Admission } from '#server/platform/http/admission.ts'
import { describeFailure } from '#server/platform/http/http.ts'
import { sendFailurePage } from '#server/platform/http/pages/failurePage.ts'
import type { Html } from '#server/platform/http/pages/html.ts'
import { messageHead, messagePage } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { SendRecordPage, PageHead, PageWith, WriteEarlyBill } from '#server/platform/http/pages/pages.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import { readCookieKey, sessionCookieName } from '#server/platform/http/sessionCookie.ts'
import { countAttempts } from '#server/platform/limits/limits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { entryBytes, type Memory } from '#server/platform/records/memory.ts'
import { callerIp, networkOf } from '#server/platform/settings/networks.ts'
import { headOf, versionOf } from './sharedHead.ts'
import { earlyBill, sharedPage } from './sharedPage.ts'
import { selectShared, selectSharedPage } from './sharedQueries.ts'
import { drawSharePicture, type SharedBill } from './sharePicture.ts'

type SharingParts = {
  branding: () => Instance
  pool: Pool
  memory: Memory
  /** A page request contains no token, so every reader counts as a visitor here. */
  visitorReads: Admission
  readLimits: ReadLimits
  page: PageWith
  publicOrigin: string
  /** True if search engines may list shared bills. */
  indexSharedBills: boolean
  rateLimits: boolean
}

/**
 * The limit of pictures that are drawn per network. It exists because drawing a picture costs a hundred times as much as
 * reading it. A picture is drawn once per set of counts.
 */
const drawingLimit = { rule: 'share picture', attempts: 60, seconds: 60 }

/**
 * Serves the paths of bills such as /us/119/hr/1: a page about the bill for people without an account, which
 * redirects members to the bill in the app (web/startSharedBill.ts). Other spellings and /bills/{id} redirect to the
 * URL. /share/bills/{id}.png is the picture of link previews. The page and the picture are the same for everyone who reads the same language.
 *
 * @returns `sendRecordPage` answers a request for a path of a bill, in any spelling. Its result is null for any other
 * path. `writeEarlyBill` writes the bill that a link opens in the app.
 */
export function serveSharedBills(
  app: FastifyInstance,
  parts: SharingParts,
): { sendRecordPage: SendRecordPage; writeEarlyBill: WriteEarlyBill } {
  const { pool, visitorReads, readLimits, page, publicOrigin, branding, indexSharedBills, rateLimits } = parts
  const count = async (ip: string) => {
    if (rateLimits) {
      await readLimits.countVisit(ip)
    }
  }
  const draw = cachePictures(parts.memory, admission({ atOnce: 1, waiting: 30, waitMs: 4_000 }))

  app.get<{ Params: { bill_id: string } }>(
    '/bills/:bill_id',
    { errorHandler: (error, request, reply) => void sendFailure(error, request, reply) },
    async (request, reply) => {
      await count(callerIp(request))
      const { bill_id } = request.params
      const isId = Id.safeParse(bill_id).success
      const path = isId ? await visitorReads(() => selectPath(pool, bill_id)) : undefined
      return path === undefined
        ? sendNotFound(request, reply)
        : redirectTo(request, reply, billPagePath(path))
    },
  )

  async function sendRecordPage(
    request: FastifyRequest,
    reply: FastifyReply,
    openInApp: Parameters<SendRecordPage>[2],
  ) {
    try {
      await count(callerIp(request))
      const { path, wantsJson } = requestedPath(request)
      const match = await visitorReads(() => findBill(pool, path))
      if (wantsJson) {
        return redirectToRecord(request, reply, match?.bill_id)
      }
      if (!match) {
        return await sendNotFound(request, reply)
      }
      if (billPagePath(match.path) !== path) {
        return redirectTo(request, reply, billPagePath(match.path))
      }
      const { bill_id } = match
      const bill = await visitorReads(() => selectSharedPage(pool, bill_id))
      if (!bill) {
        return await sendNotFound(request, reply)
      }
      if (opensInApp(request, sessionCookieName(publicOrigin))) {
        const opened = openInApp({ bill_id, content: earlyBill(branding(), bill) })
        if (opened) {
          return await opened
        }
      }
      if (indexSharedBills) {
        reply.removeHeader('x-robots-tag')
      }
      reply.header('cache-control', 'public, max-age=60')
      const comment_id = commentIn(new URLSearchParams(queryOf(request)).get('comment'))
      return await sendHtml(
        request,
        reply,
        headOf(bill_id, bill, parts),
        sharedPage(branding(), bill, { bill_id, comment_id }),
      )
    } catch (error) {
      return sendFailure(error, request, reply)
    }
  }

  function sendNotFound(request: FastifyRequest, reply: FastifyReply) {
    const title = t('We can’t find this bill')
    const { name } = branding()
    const text = t(
      'The link may be incomplete, or the bill was removed. Check the link, or look for the bill on {name}.',
      { name },
    )
    const content = messagePage(branding(), {
      title,
      text,
      action: { label: t('Go to {name}', { name }), to: '/' },
    })
    reply.code(404).header('cache-control', 'no-cache')
    return sendHtml(request, reply, messageHead(publicOrigin, title, text), content)
  }

  /** Answers people with a page instead of JSON. */
  function sendFailure(thrown: unknown, request: FastifyRequest, reply: FastifyReply) {
    if (!requestedPath(request).wantsJson) {
      return sendFailurePage(thrown, request, reply, { page, branding, publicOrigin })
    }
    const error = thrown instanceof Error ? thrown : new Error('request failed', { cause: thrown })
    const { status, headers, body } = describeFailure(error, request)
    return reply
      .code(status)
      .headers({ ...headers, vary: 'accept' })
      .send(body)
  }

  function sendHtml(request: FastifyRequest, reply: FastifyReply, head: PageHead, content: Html) {
    return sendPage(request, reply, page(head, content))
  }

  app.get<{ Params: { file: string } }>('/share/bills/:file', async (request, reply) => {
    await count(callerIp(request))
    const bill_id = /^(.+)\.png$/.exec(request.params.file)?.[1] ?? refuse('not_found')
    if (!Id.safeParse(bill_id).success) {
      refuse('not_found')
    }
    const bill = (await visitorReads(() => selectShared(pool, bill_id))) ?? refuse('not_found')
    const picture = await draw(bill, branding(), async () => {
      if (!rateLimits) {
        return
      }
      await countAttempts(pool, [{ rule: drawingLimit, subject: networkOf(callerIp(request)) }])
    })
    return reply
      .headers({
        'cache-control': 'public, max-age=86400',
        vary: 'accept-language, cookie',
        // Other sites embed the picture in link previews.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/png')
      .send(picture)
  })

  /** The page opens without the bill if the bill cannot be read. The app then says why. */
  async function writeEarlyBill(request: FastifyRequest, bill_id: string): Promise<Html | null> {
    if (!Id.safeParse(bill_id).success) {
      return null
    }
    try {
      await count(callerIp(request))
      const bill = await visitorReads(() => selectSharedPage(pool, bill_id))
      return bill ? earlyBill(branding(), bill) : null
    } catch (error) {
      request.log.warn({ err: error }, 'a page opens without its bill')
      return null
    }
  }

  return {
    sendRecordPage: (request, reply, openInApp) =>
      pathKey(requestedPath(request).path) === null ? null : sendRecordPage(request, reply, openInApp),
    writeEarlyBill,
  }
}

/**
 * True if the app opens at the URL of a page for visitors. Only members have the session cookie. Browsers do not send it when a
 * link on another site is followed, so the script of the page for visitors asks for the app if it finds a session, and the script
 * of the app asks for the page if it finds none.
 */
export function opensInApp(request: FastifyRequest, cookieName: string): boolean {
  const query = new URLSearchParams(queryOf(request))
  if (query.has(appParameter)) {
    return true
  }
  return !query.has(visitorParameter) && readCookieKey(request, cookieName) !== null
}

/**
 * Returns the requested URL. Programs request the record of a bill by adding ".json" to its URL or by the
 * `Accept` header.
 */
function requestedPath(request: FastifyRequest): { path: string; wantsJson: boolean } {
  const requested = pathOf(request)
  const path = requested.replace(/\.json$/, '')
  const accepted = request.headers.accept ?? ''
  const wantsJson =
    path !== requested || (accepted.includes('application/json') && !accepted.includes('text/html'))
  return { path, wantsJson }
}

/**
 * Caches pictures by their content. Requests that arrive while a picture is drawn share the
 * result. `mayDraw` throws for a client that requests too many pictures, and does not affect other clients that wait for
 * the same picture.
 */
function cachePictures(memory: Memory, turn: Admission) {
  const pictures = new LRUCache<string, Buffer>({
    maxSize: 16e6,
    sizeCalculation: (picture, key) => picture.length + 2 * key.length + entryBytes,
  })
  memory.add({ name: 'share_pictures', bytes: () => pictures.calculatedSize })
  const drawings = new Map<string, Promise<Buffer>>()
  const find = (key: string) => pictures.get(key) ?? drawings.get(key)

  return async (bill: SharedBill, branding: Branding, mayDraw: () => Promise<void>): Promise<Buffer> => {
    const key = versionOf(bill, branding)
    const existing = find(key)
    if (existing) {
      return existing
    }
    await mayDraw()
    return find(key) ?? draw(key, bill, branding)
  }

  function draw(key: string, bill: SharedBill, branding: Branding): Promise<Buffer> {
    const drawing = turn(async () => {
      const picture = await drawSharePicture(bill, branding)
      pictures.set(key, picture)
      return picture
    }).finally(() => drawings.delete(key))
    drawings.set(key, drawing)
    return drawing
  }
}

/**
 * Redirects to the record of the bill in the public API. A program sent the request, so an unknown bill is refused with
 * JSON instead of a page.
 */
function redirectToRecord(request: FastifyRequest, reply: FastifyReply, bill_id: string | undefined) {
  reply.header('vary', 'accept')
  if (bill_id !== undefined) {
    return redirectTo(request, reply, publicBillPath(bill_id))
  }
  const { status, headers, body } = describeFailure(new Refusal('bill_not_found'), request)
  return reply.code(status).headers(headers).send(body)
}
