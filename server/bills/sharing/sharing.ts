import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { sharedSummary } from '../../../contract/bills.ts'
import { Id } from '../../../contract/kit/endpoint.ts'
import { refuse } from '../../../contract/kit/refusals.ts'
import { stances, stanceProse } from '../../../contract/stances.ts'
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
  /** A page that is opened by its address carries no token, so everybody counts as a visitor here. */
  visitorReads: Admission
  readLimits: ReadLimits
  page: PageWith
  publicOrigin: string
  /** The operator lets search engines list shared bills. */
  indexSharedBills: boolean
  rateLimits: boolean
}

/** Drawing costs a hundred times what reading does; a picture is drawn once for all who look at the same counts. */
const drawings = { rule: 'share picture', attempts: 60, seconds: 60 }
const mostKept = 200

/**
 * /bills/{id}, the address that people pass on: the product's page, which opens the bill (R7), with a head that tells
 * of it to what shows links and runs no script. /share/bills/{id}.png is the picture that the head names. Both are the
 * same for everybody and say nothing of anyone who looks.
 */
export function serveSharedBills(app: FastifyInstance, parts: SharingParts): void {
  const { pool, visitorReads, readLimits, page, publicOrigin, indexSharedBills, rateLimits } = parts
  const count = async (address: string) => {
    if (rateLimits) await readLimits.countVisit(address)
  }
  const draw = keptPictures(admission({ atOnce: 1, waiting: 30, waitMs: 4_000 }))

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
        // Shown inside of other people's pages, which is what it is for.
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
 * Pictures by what they show. Whoever asks while one is being drawn gets that one; the one kept longest goes first.
 * `mayDraw` throws for a caller who asks for too many, and for that caller alone: others who ask for the same picture
 * at that moment are asked about themselves.
 */
function keptPictures(turn: Admission) {
  const kept = new Map<string, Promise<Buffer>>()
  return async (bill: SharedBill, mayDraw: () => Promise<void>): Promise<Buffer> => {
    const key = versionOf(bill)
    const existing = kept.get(key)
    if (existing) return existing
    await mayDraw()
    return kept.get(key) ?? draw(key, bill)
  }

  function draw(key: string, bill: SharedBill): Promise<Buffer> {
    const drawing = turn(() => drawSharePicture(bill))
    kept.set(key, drawing)
    drawing.catch(() => kept.delete(key))
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return drawing
  }
}

/** Another one as soon as the picture would look otherwise, so that nobody keeps an old one under its address. */
function versionOf(bill: SharedBill): string {
  return createHash('sha256').update(JSON.stringify(bill)).digest('base64url').slice(0, 16)
}

function headOf(bill_id: string, bill: SharedBill, parts: SharingParts): PageHead {
  const { publicOrigin: origin, indexSharedBills } = parts
  const address = `${origin}/bills/${bill_id}`
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
    'og:url': address,
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
    canonical: address,
    tags: [
      ...Object.entries(properties).map(([property, content]) => ({ property, content })),
      ...Object.entries(named).map(([name, content]) => ({ name, content })),
      ...(indexSharedBills ? [] : [{ name: 'robots', content: 'noindex' }]),
    ],
  }
}

/** People get the app, which says that the bill is no longer available; crawlers are told to forget the address. */
function unknownHead(origin: string): PageHead {
  return {
    title: 'Hurd',
    description: 'This bill is no longer available.',
    canonical: `${origin}/feed`,
    tags: [{ name: 'robots', content: 'noindex' }],
  }
}
