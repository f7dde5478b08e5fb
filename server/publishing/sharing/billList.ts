import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BillStatus, GovernmentLevel } from '#contract/bills/billContent.ts'
import { billListPath } from '#contract/bills/publicBills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { formatNearDay } from '#contract/kit/format.ts'
import { msg, plural, t } from '#contract/kit/translate.ts'
import { exampleSource } from '#contract/sourceTerms.ts'
import { describeStances, stanceTotal, type StanceCounts } from '#contract/stances.ts'
import { queryOf } from '#server/legislation/paths/redirect.ts'
import type { Admission } from '#server/platform/http/admission.ts'
import { sendFailurePage } from '#server/platform/http/pages/failurePage.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import { messageHead, messagePage, pageFrame } from '#server/platform/http/pages/pageFrame.ts'
import { sendPage } from '#server/platform/http/pages/pageResponse.ts'
import type { PageHead, PageWith } from '#server/platform/http/pages/pages.ts'
import type { ReadLimits } from '#server/platform/http/readLimits.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { callerIp } from '#server/platform/settings/networks.ts'
import { type BillEvent, eventText } from './eventText.ts'
import { billMeta } from './sharedParts.ts'

type ListParts = {
  branding: () => Branding
  pool: Pool
  visitorReads: Admission
  readLimits: ReadLimits
  page: PageWith
  publicOrigin: string
  indexSharedBills: boolean
  rateLimits: boolean
}

type ListedBill = StanceCounts &
  BillEvent & {
    path: string
    bill_code: string
    title: string
    government_level: GovernmentLevel
    jurisdiction: string
    status: BillStatus
    /** The last official action, by which the list is sorted, if what happened at the current stage is older. */
    later_action: { day: string; words: string } | null
  }

const [pageSize, maxPage] = [20, 500]
const title = msg('Today’s bills')
const description = msg(
  'Bills of Congress, states and cities in plain words, the latest official action first.',
)

/** Serves /bills, the list of the pages of bills. It needs no script, and `?page=` opens the further pages. */
export function serveBillList(app: FastifyInstance, parts: ListParts): void {
  const { branding, pool, visitorReads, readLimits, page, publicOrigin, indexSharedBills, rateLimits } = parts

  app.get(billListPath, async (request, reply) => {
    try {
      if (rateLimits) {
        await readLimits.countVisit(callerIp(request))
      }
      const number = pageNumber(queryOf(request))
      const bills = number === null ? [] : await visitorReads(() => selectBills(pool, number))
      if (number === null || (bills.length === 0 && number > 1)) {
        return await sendMissingPage(request, reply)
      }
      const head: PageHead = {
        title: number === 1 ? t(title) : t('{title}, page {number}', { title: t(title), number }),
        description: t(description),
        canonical: publicOrigin + pagePath(number),
        tags: indexSharedBills ? [] : [{ name: 'robots', content: 'noindex' }],
      }
      if (indexSharedBills) {
        reply.removeHeader('x-robots-tag')
      }
      reply.header('cache-control', 'public, max-age=60')
      return await sendPage(request, reply, page(head, listPage(branding(), bills, number)))
    } catch (thrown) {
      return sendFailurePage(thrown, request, reply, { page, branding, publicOrigin })
    }
  })

  function sendMissingPage(request: FastifyRequest, reply: FastifyReply) {
    const text = t('The list has fewer pages now.')
    const content = messagePage(branding(), {
      title: t('This page of the list does not exist'),
      text,
      action: { label: t('Read today’s bills'), to: billListPath },
    })
    reply.code(404).header('cache-control', 'no-cache')
    return sendPage(request, reply, page(messageHead(publicOrigin, t(title), text), content))
  }
}

/** Returns the number of the requested page, or null if the URL names none that can exist. */
function pageNumber(query: string | undefined): number | null {
  const text = new URLSearchParams(query).get('page') ?? '1'
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= maxPage ? Number(text) : null
}

function pagePath(number: number): string {
  return number === 1 ? billListPath : `${billListPath}?page=${number}`
}

/**
 * Selects the bills of a page and one more, which shows that there is another page. Bills whose session is over and bills that
 * are only examples are left out.
 */
function selectBills(db: Db, number: number): Promise<ListedBill[]> {
  return db<ListedBill[]>`
    select b.path, b.bill_code, left(b.title, 1000) as title, b.government_level, b.jurisdiction, b.status,
           bill_line(b) as progress_line, b.progress_dots, b.progress_reached_on::text as reached_on,
           reached_votes(b.bill_id, b.progress_reached_on) as reached_votes, b.progress_final as final_words,
           bill_checked_on(b)::text as checked_on,
           (select json_build_object('day', a.acted_on, 'words', left(a.description, 300)) from bill_actions a
             where a.bill_id = b.bill_id and a.acted_on = b.latest_action_on
               and b.latest_action_on is distinct from b.progress_reached_on
             order by a.position desc limit 1) as later_action,
           c.support_count, c.oppose_count, c.neutral_count, c.learning_count
      from (select * from bills where not is_past and source_name <> ${exampleSource}
             order by latest_action_at desc, bill_id desc
             limit ${pageSize + 1} offset ${(number - 1) * pageSize}) b
      join current_bill_counts c using (bill_id)
     order by b.latest_action_at desc, b.bill_id desc`
}

function listPage(branding: Branding, bills: ListedBill[], number: number): Html {
  const hasMore = bills.length > pageSize && number < maxPage
  return pageFrame(
    branding,
    '/login',
    html`<article class="billList">
      <h1 class="title">${t(title)}</h1>
      <p class="lead">${t(description)}</p>
      ${bills.length === 0 && html`<p class="muted">${t('No bills yet.')}</p>`}
      <ol class="card listed">
        ${bills.slice(0, pageSize).map(listedBill)}
      </ol>
      <nav class="pager" aria-label="${t('Pages')}">
        ${number > 1 && html`<a class="button secondary" rel="prev" href="${pagePath(number - 1)}">${t('Newer bills')}</a>`}
        ${(number > 1 || hasMore) && html`<span class="muted">${t('Page {number}', { number })}</span>`}
        ${hasMore && html`<a class="button secondary" rel="next" href="${pagePath(number + 1)}">${t('Older bills')}</a>`}
      </nav>
    </article>`,
  )
}

function listedBill(bill: ListedBill): Html {
  const later = bill.later_action
  const event = eventText(bill)
  const total = stanceTotal(bill)
  return html`<li>
    ${billMeta(bill)}
    <h2 lang="en"><a href="${billPagePath(bill.path)}">${bill.title}</a></h2>
    ${later && html`<p class="muted">${formatNearDay(later.day, new Date().toISOString().slice(0, 10))}: <span lang="en">${later.words}</span></p>`}
    ${event && html`<p class="muted">${event}</p>`}
    <p class="muted">
      ${total === 0 ? t('No stances yet') : `${plural(total, '{n} stance|{n} stances')}: ${describeStances(bill)}`}
    </p>
  </li>`
}
