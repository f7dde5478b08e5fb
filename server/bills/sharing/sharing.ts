import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sharedSummary } from '../../../contract/bills.ts'
import { Id } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import { stances, stanceProse } from '../../../contract/rules/stances.ts'
import { pagesNotBuilt, type PageHead, type PageWith } from '../../http/pages.ts'
import type { ReadLimits } from '../../http/readLimits.ts'
import { admission, type Admission } from '../../kit/admission.ts'
import { countAttempts } from '../../kit/limits.ts'
import { networkOf } from '../../kit/networks.ts'
import type { Db, Pool } from '../../postgres/db.ts'
import { selectShared } from '../queries.ts'
import { drawSharePicture, pictureSize, type SharedBill } from './sharePicture.ts'

type SharingParts = {
  pool: Pool
  /** A page request carries no token, so everyone counts as a visitor here. */
  visitorReads: Admission
  readLimits: ReadLimits
  page: PageWith
  publicOrigin: string
  /** Whether search engines may list shared bills. */
  indexSharedBills: boolean
  rateLimits: boolean
}

/** Limited because drawing costs a hundred times as much as reading. A picture is drawn once per set of counts. */
const drawings = { rule: 'share picture', attempts: 60, seconds: 60 }
const maxCachedPictures = 200

/**
 * Serves /bills/{id}, the link that people share: the app's page with meta tags about the bill, for services that show
 * link previews and run no scripts. /share/bills/{id}.png is the picture of that preview. Both are the same for everyone.
 */
export function serveSharedBills(app: FastifyInstance, parts: SharingParts): void {
  const { pool, visitorReads, readLimits, page, publicOrigin, indexSharedBills, rateLimits } = parts
  const count = async (address: string) => {
    if (rateLimits) await readLimits.countVisit(address)
  }
  const draw = cachePictures(admission({ atOnce: 1, waiting: 30, waitMs: 4_000 }))

  app.get<{ Params: { bill_id: string } }>('/bills/:bill_id', async (request, reply) => {
    await count(request.ip)
    const { bill_id } = request.params
    const bill = await visitorReads(() => find(pool, bill_id))
    const html = page(bill ? headOf(bill_id, bill, parts) : unknownHead(publicOrigin))
    if (bill && indexSharedBills) reply.removeHeader('x-robots-tag')
    reply.header('cache-control', 'no-cache')
    if (html === null) return reply.code(503).type('text/plain; charset=utf-8').send(pagesNotBuilt)
    return reply
      .code(bill ? 200 : 404)
      .type('text/html; charset=utf-8')
      .send(html)
  })

  app.get<{ Params: { file: string } }>('/share/bills/:file', async (request, reply) => {
    await count(request.ip)
    const bill_id = /^(.+)\.png$/.exec(request.params.file)?.[1] ?? refuse('not_found')
    const bill = (await visitorReads(() => find(pool, bill_id))) ?? refuse('not_found')
    const picture = await draw(bill, async () => {
      if (!rateLimits) return
      await countAttempts(pool, [{ rule: drawings, subject: networkOf(request.ip) }])
    })
    return reply
      .headers({
        'cache-control': 'public, max-age=86400',
        // Other sites embed the picture in link previews.
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('image/png')
      .send(picture)
  })
}

async function find(db: Db, bill_id: string): Promise<SharedBill | undefined> {
  return Id.safeParse(bill_id).success ? selectShared(db, bill_id) : undefined
}

/**
 * Caches pictures by their content; the oldest are evicted first. Requests during a drawing share its result. `mayDraw`
 * throws for a client that requests too many pictures, and does not affect other clients that wait for the same one.
 */
function cachePictures(turn: Admission) {
  const cache = new Map<string, Promise<Buffer>>()
  return async (bill: SharedBill, mayDraw: () => Promise<void>): Promise<Buffer> => {
    const key = versionOf(bill)
    const existing = cache.get(key)
    if (existing) return existing
    await mayDraw()
    return cache.get(key) ?? draw(key, bill)
  }

  function draw(key: string, bill: SharedBill): Promise<Buffer> {
    const drawing = turn(() => drawSharePicture(bill))
    cache.set(key, drawing)
    drawing.catch(() => cache.delete(key))
    const [oldest] = cache.keys()
    if (cache.size > maxCachedPictures && oldest !== undefined) cache.delete(oldest)
    return drawing
  }
}

/** Part of the picture's URL, so that caches do not show a picture with old counts. */
function versionOf(bill: SharedBill): string {
  return createHash('sha256').update(JSON.stringify(bill)).digest('base64url').slice(0, 16)
}

function headOf(bill_id: string, bill: SharedBill, parts: SharingParts): PageHead {
  const { publicOrigin: origin, indexSharedBills } = parts
  const url = `${origin}/bills/${bill_id}`
  const picture = `${origin}/share/bills/${bill_id}.png?v=${versionOf(bill)}`
  const description = sharedSummary(bill.summary)
  const counts = stances.map(
    (stance) => `${bill[`${stance}_count`].toLocaleString('en-US')} ${stanceProse[stance]}`,
  )
  const alt = `${bill.title}: ${counts.join(', ')}`
  const properties = {
    'og:type': 'article',
    'og:site_name': 'Hurd',
    'og:title': bill.title,
    'og:description': description,
    'og:url': url,
    'og:image': picture,
    'og:image:type': 'image/png',
    'og:image:width': String(pictureSize.width),
    'og:image:height': String(pictureSize.height),
    'og:image:alt': alt,
  }
  const named = {
    'twitter:card': 'summary_large_image',
    'twitter:title': bill.title,
    'twitter:description': description,
    'twitter:image': picture,
    'twitter:image:alt': alt,
  }
  return {
    title: `${bill.bill_code}: ${bill.title} · Hurd`,
    description,
    canonical: url,
    tags: [
      ...Object.entries(properties).map(([property, content]) => ({ property, content })),
      ...Object.entries(named).map(([name, content]) => ({ name, content })),
      ...(indexSharedBills ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
  }
}

/** A browser gets the app, which says that the bill is no longer available; the head keeps crawlers from indexing the page. */
function unknownHead(origin: string): PageHead {
  return {
    title: 'Hurd',
    description: 'This bill is no longer available.',
    canonical: `${origin}/feed`,
    tags: [{ name: 'robots', content: 'noindex' }],
  }
}
