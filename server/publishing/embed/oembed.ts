import type { FastifyInstance } from 'fastify'
import { embedCode, embedHeight, embedWidth } from '#contract/bills/sharedBills.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { queryOf } from '#server/legislation/paths/redirect.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import type { EmbedParts } from './embed.ts'
import { selectEmbedded } from './embedQueries.ts'
import { findBillOn, pathOnThisSite } from './pastedUrl.ts'

/**
 * Serves /oembed?url=…, with which the editors of other sites turn the URL of a bill, in any of its spellings, into
 * the bill's card. `maxwidth` and `maxheight` in pixels make the frame smaller.
 *
 * Source: https://oembed.com, version 1.0, type "rich".
 */
export function serveOembed(app: FastifyInstance, parts: EmbedParts): void {
  const { pool, visitorReads, readLimits, publicOrigin, branding, rateLimits } = parts

  app.get('/oembed', async (request, reply) => {
    if (rateLimits) {
      await readLimits.countVisit(callerIp(request))
    }
    reply.header('access-control-allow-origin', '*')
    const query = new URLSearchParams(queryOf(request))
    // The oEmbed specification requires this status for an unknown format.
    if ((query.get('format') ?? 'json') !== 'json') {
      const error = t('The card is only described as JSON. Leave out "format" or send format=json.')
      return reply.code(501).send({ success: false, error, code: 'invalid_request' })
    }
    const pathname = pathOnThisSite(query.get('url') ?? '', publicOrigin) ?? refuse('not_found')
    const bill_id = await visitorReads(() => findBillOn(pool, pathname))
    const bill = bill_id && (await visitorReads(() => selectEmbedded(pool, bill_id)))
    if (!bill) {
      refuse('bill_not_found')
    }
    return reply.header('cache-control', 'public, max-age=3600').send({
      version: '1.0',
      type: 'rich',
      title: `${bill.bill_code}: ${bill.title}`,
      provider_name: branding().name,
      provider_url: publicOrigin,
      cache_age: 3600,
      width: atMost(embedWidth, query.get('maxwidth')),
      height: atMost(embedHeight, query.get('maxheight')),
      html: embedCode(bill, { origin: publicOrigin, theme: 'auto', siteName: branding().name }),
    })
  })
}

function atMost(pixels: number, limit: string | null): number {
  return limit !== null && /^[1-9]\d{0,4}$/.test(limit) ? Math.min(pixels, Number(limit)) : pixels
}
