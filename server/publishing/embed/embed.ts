import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { embedPath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { language, t } from '#contract/kit/translate.ts'
import { findBill } from '#server/legislation/paths/findBill.ts'
import { pathOf, queryOf, redirectTo } from '#server/legislation/paths/redirect.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { embedPolicy } from '#server/platform/http/headers.ts'
import { describeFailure } from '#server/platform/http/http.ts'
import { html, styleElement, type Html } from '#server/platform/http/pages/html.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { embedCard, embedMessage } from './embedCard.ts'
import { selectEmbedded } from './embedQueries.ts'
import { embedStyles } from './embedStyles.ts'

export type EmbedParts = {
  branding: () => Branding
  pool: Pool
  visitorReads: Admission
  readLimits: ReadLimits
  publicOrigin: string
  rateLimits: boolean
}

/**
 * Serves /embed/bills/{path}, the card of a bill that other sites show in a frame. The card is HTML with its own
 * styles, without scripts, fonts or cookies, and without pictures except the logo of the instance. `?theme=light` and `?theme=dark` override the theme of the
 * reader's device. Other sites may frame only these paths.
 */
export function serveEmbeds(app: FastifyInstance, parts: EmbedParts): void {
  const { pool, visitorReads, readLimits, publicOrigin, branding, rateLimits } = parts

  app.get('/embed/bills/*', async (request, reply) => {
    try {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      const path = pathOf(request).slice(embedPath('').length - 1)
      const match = await visitorReads(() => findBill(pool, path))
      if (match && `/${match.path}` !== path) {
        return redirectTo(request, frame(reply), embedPath(match.path))
      }
      const bill = match && (await visitorReads(() => selectEmbedded(pool, match.bill_id)))
      if (!bill) {
        const text = t('The address may be incomplete, or the bill was removed.')
        return await send(
          request,
          reply.code(404),
          t('Bill not found'),
          embedMessage(t('We can’t find this bill'), text, {
            origin: publicOrigin,
            branding: branding(),
          }),
        )
      }
      reply.header('cache-control', 'public, max-age=3600')
      return await send(
        request,
        reply,
        `${bill.bill_code}: ${bill.title}`,
        embedCard(bill, { origin: publicOrigin, branding: branding() }),
      )
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown : new Error('request failed', { cause: thrown })
      const { status, headers, body } = describeFailure(error, request)
      const title = t('This bill can’t be shown right now')
      return send(
        request,
        reply.code(status).headers(headers),
        title,
        embedMessage(title, body.error, { origin: publicOrigin, branding: branding() }),
      )
    }
  })
}

/** Allows other sites to frame the response. Links in the response send no Referer header. */
function frame(reply: FastifyReply): FastifyReply {
  reply.removeHeader('x-frame-options')
  return reply.headers({ 'cross-origin-resource-policy': 'cross-origin', 'referrer-policy': 'no-referrer' })
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  title: string,
  card: Html,
): Promise<FastifyReply> {
  const requested = new URLSearchParams(queryOf(request)).get('theme')
  const theme = requested === 'light' || requested === 'dark' ? requested : null
  const page = html`<!doctype html>
    <html lang="${language()}" ${theme && html` data-theme="${theme}"`}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title}</title>
        ${styles}
      </head>
      <body>
        ${card}
      </body>
    </html>`.text.replaceAll(/\s*\n\s*/g, '\n')
  return sendPage(request, frame(reply), { page, policy: embedPolicy(embedStyles) })
}

const styles = styleElement(embedStyles)
