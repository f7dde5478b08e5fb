import type { FastifyInstance, FastifyRequest } from 'fastify'
import { embedThemes, embedBuilderPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { queryOf } from '#server/legislation/paths/redirect.ts'
import { findBills } from '#server/participation/search/bills.ts'
import { sendFailurePage } from '#server/platform/http/pages/failurePage.ts'
import type { Html } from '#server/platform/http/pages/html.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageHead, PageWith } from '#server/platform/http/pages/pages.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { builderPage, type ChosenBill, type Search } from './builderPage.ts'
import type { EmbedParts } from './embed.ts'
import { selectEmbedded } from './embedQueries.ts'
import { findBillOn, pathOnThisSite } from './pastedUrl.ts'

const maxResults = 10
const maxQuery = 300

/**
 * Serves /embed, where anybody can generate the code that shows a bill on another site. `?q=` searches bills by title,
 * number or URL, `?bill=` is the id of the chosen bill, and `?theme=` is the color theme. The page consists of
 * plain links and a form, so it needs no script.
 */
export function serveEmbedBuilder(app: FastifyInstance, parts: EmbedParts & { page: PageWith }): void {
  const { pool, visitorReads, readLimits, publicOrigin, branding, rateLimits, page } = parts
  const pageHead = (): PageHead => ({
    title: t('Show a bill on your site'),
    description: t('Make the code for a card that shows a bill on your own website and updates by itself.'),
    canonical: publicOrigin + embedBuilderPath,
    tags: [],
  })

  app.get(embedBuilderPath, async (request, reply) => {
    reply.header('cache-control', 'no-cache')
    try {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      const { content, isFound } = await visitorReads(() => buildContent(request))
      return await sendPage(request, reply.code(isFound ? 200 : 404), page(pageHead(), content))
    } catch (thrown) {
      return sendFailurePage(thrown, request, reply, { page, branding, publicOrigin })
    }
  })

  async function buildContent(request: FastifyRequest): Promise<{ content: Html; isFound: boolean }> {
    const query = new URLSearchParams(queryOf(request))
    const theme = embedThemes.find((name) => name === query.get('theme')) ?? 'auto'
    const q = (query.get('q') ?? '').replaceAll('\0', ' ').trim().slice(0, maxQuery)
    const bill_id = await findChosen(pool, query.get('bill'), q, publicOrigin)
    const bill = bill_id === undefined ? undefined : await selectEmbedded(pool, bill_id)
    const chosen: ChosenBill | null = bill && bill_id !== undefined ? { bill, bill_id, theme } : null
    const isLost = query.has('bill') && !chosen
    const search: Search | null =
      q === '' || chosen
        ? null
        : { results: (await findBills(pool, null, { input: q, limit: maxResults })).bills }
    return {
      content: builderPage(branding(), { q, chosen, search, isLost, publicOrigin }),
      isFound: !isLost,
    }
  }
}

/** Finds the bill whose id is in the URL. If the URL has no id, finds the bill whose URL or path was typed. */
async function findChosen(pool: Pool, bill: string | null, q: string, publicOrigin: string) {
  if (bill !== null) {
    return findBillOn(pool, `/bills/${bill}`)
  }
  if (!q.includes('/')) {
    return undefined
  }
  return findBillOn(pool, pathOnThisSite(q, publicOrigin) ?? (q.startsWith('/') ? q : `/${q}`))
}
