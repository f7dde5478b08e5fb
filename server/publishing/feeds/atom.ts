import type { Update } from '#contract/alerts.ts'
import { sharedBillPath } from '#contract/bills/sharedBills.ts'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
import { formatDay } from '#contract/kit/format.ts'
import { language, t } from '#contract/kit/translate.ts'
import { creditsOf } from '#contract/sourceTerms.ts'
import { html } from '#server/platform/http/pages/html.ts'

export type Feed = {
  /** The UUID of the feed, which stays the same at another URL. */
  id: string
  /** The title, such as "Updates: H.R. 22". */
  title: string
  siteName: string
  url: string
  /** The URL of the page that shows the same updates to people. */
  page: string
  origin: string
  /** The updates, newest first. */
  updates: readonly Update[]
  idOf: (name: string) => string
}

/** Writes an Atom feed (RFC 4287). */
export function atomFeed({ id, title, siteName, url, page, origin, updates, idOf }: Feed): string {
  const rights = creditsOf(updates.map(({ source_name }) => source_name)).join('; ')
  const entries = updates.map((update) => entry(update, { origin, id: idOf(`update ${update.update_id}`) }))
  const feed = html`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language()}">
    <id>${urn(id)}</id>
    <title>${title}</title>
    <updated>${updates[0]?.first_seen_at ?? '2026-01-01T00:00:00.000Z'}</updated>
    <author><name>${siteName}</name></author>
    <link rel="self" type="application/atom+xml" href="${url}" />
    <link rel="alternate" type="text/html" href="${page}" />
    ${rights !== '' && html`<rights>${rights}</rights>`} ${entries}
  </feed>`
  return `<?xml version="1.0" encoding="utf-8"?>\n${feed.text.replaceAll(/\s*\n\s*/g, '\n')}\n`
}

function entry(
  { bill, summary, occurred_on, first_seen_at, source_name }: Update,
  { origin, id }: { origin: string; id: string },
) {
  const facts =
    occurred_on === null
      ? t('Source: {source}.', { source: source_name })
      : t('Source: {source}. Dated {day}.', { source: source_name, day: formatDay(occurred_on) })
  return html`<entry>
    <id>${urn(id)}</id>
    <title>${bill.bill_code}: ${summaryInWords(summary)}</title>
    <updated>${first_seen_at}</updated>
    <link rel="alternate" type="text/html" href="${origin}${sharedBillPath(bill.bill_id)}" />
    <content type="text">${bill.title}. ${facts}</content>
  </entry>`
}

function urn(id: string): string {
  return `urn:uuid:${id}`
}
