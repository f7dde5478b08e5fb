import { maxDigestBills, type SourceRead } from '#contract/alerts.ts'
import { statusLabels } from '#contract/bills/billContent.ts'
import { sharedBillPath } from '#contract/bills/sharedBills.ts'
import { summaryInWords } from '#contract/bills/summaryWords.ts'
import type { Branding } from '#contract/branding/branding.ts'
import { formatDay } from '#contract/kit/format.ts'
import { language, locale, plural, t } from '#contract/kit/translate.ts'
import { checkpointWords, transparencyPath } from '#contract/tally.ts'
import type { FollowedUpdate } from '#server/participation/alerts/updatesList.ts'
import { contactLines } from '#server/platform/branding/branding.ts'
import { escapeHtml, html, type Html } from '#server/platform/http/pages/html.ts'
import { emailFoot, emailLogo } from '#server/platform/mail/compose.ts'
import type { EmailContent } from '#server/platform/mail/outbox.ts'
import { separateEndedSessions } from './endedSessions.ts'
import { moreNews, type NewsSection } from './otherSections.ts'

/**
 * The colors and sizes of web/tokens.css. They are written out because mail programs do not support CSS variables. A
 * program that ignores the styles shows plain headings and paragraphs.
 */
const alertStyles = [
  'body{margin:0;background:#f5f2ec;color:#201b29;font:16px/1.55 "Public Sans",system-ui,"Segoe UI",Roboto,sans-serif}',
  '.page{max-width:600px;margin:0 auto;padding:24px 16px}',
  '.logo{margin:0 0 16px;font-weight:700;font-size:21px}',
  '.logo a,h2 a{color:#5b2d87;text-decoration:none}',
  'h1{margin:0 0 16px;font:600 28px/1.2 "Source Serif 4","Iowan Old Style",Georgia,serif}',
  '.late{margin:0 0 16px;padding:12px 16px;border:1px solid #c67800;border-radius:10px;background:#fff}',
  '.bill{margin:0 0 12px;padding:16px 20px;border:1px solid #dbd7ce;border-radius:14px;background:#fff}',
  '.code{margin:0;color:#5e5969;font-size:14px}',
  'h2{margin:2px 0 10px;font:600 19px/1.35 "Source Serif 4","Iowan Old Style",Georgia,serif}',
  '.what{margin:8px 0 0;font-weight:600}',
  '.source{margin:0;color:#5e5969;font-size:13px}',
  '.why{margin:12px 0 0;padding-top:8px;border-top:1px solid #e9e6de;color:#5e5969;font-size:14px}',
  '.foot{margin:24px 0 0;overflow-wrap:anywhere;color:#5e5969;font-size:14px}',
  '.foot a{color:#5b2d87}',
  '@media(prefers-color-scheme:dark){body{background:#110e16;color:#f1eff5}.bill,.late{background:#1b1722;border-color:#3d3748}',
  '.logo a,h2 a,.foot a{color:#c8abef}.code,.source,.why,.foot{color:#b9b5c2}.why{border-color:#2e2836}}',
].join('')

/** The content of an alert email. `updates` are newest first. */
export type Alert = {
  branding: Branding
  updates: readonly FollowedUpdate[]
  /** Other news, which the email shows below the bills. */
  news: readonly NewsSection[]
  sources: readonly SourceRead[]
  /** The member's time zone. The email shows times in it. */
  time_zone: string
  origin: string
  /** The URL of the page with one button that ends these emails. */
  unsubscribeUrl: string
  /** The newest checkpoint of the public tally. Null in an immediate alert, or before the first tally. */
  checkpoint: string | null
}

/**
 * The maximum number of lines per bill. With `maxDigestBills` bills, an email stays far below the 102 kB at which mail programs
 * such as Gmail cut it off.
 */
const maxLines = 3
const maxTitle = 140
const maxLine = 200

type BillNews = { bill: FollowedUpdate['bill']; reason: string; updates: FollowedUpdate[]; priority: number }

/**
 * Writes an email about one or more bills. For each bill, the email says what happened, when, according to which
 * source, and why the bill is in the email.
 */
export function alertEmail(alert: Alert): EmailContent & { bill_count: number } {
  const bills = groupByBill(alert.updates)
  const { ended, others } = separateEndedSessions(bills)
  const shownBills = closestBills(others)
  const hidden = others.length - shownBills.length
  const news = [...ended, ...alert.news]
  const late = alert.sources.filter(({ is_late }) => is_late)
  const parts = { ...alert, news, shown: shownBills, hidden, late: late.map((source) => lateNotice(source)) }
  return {
    subject: subjectOf(shownBills, others.length, news, alert.branding.name),
    text: textOf(parts),
    html: htmlOf(parts),
    bill_count: bills.length,
  }
}

/** Groups updates by bill. The bill with the newest update comes first. */
function groupByBill(updates: readonly FollowedUpdate[]): BillNews[] {
  const bills = new Map<string, BillNews>()
  for (const update of updates) {
    const news = bills.get(update.bill.bill_id)
    if (!news) {
      bills.set(update.bill.bill_id, {
        bill: update.bill,
        reason: reasonOf(update),
        updates: [update],
        priority: update.priority,
      })
    } else {
      news.updates.push(update)
      // The closest reason decides, whichever of the updates it belongs to.
      if (update.priority < news.priority) {
        news.priority = update.priority
        news.reason = reasonOf(update)
      }
    }
  }
  return [...bills.values()]
}

/**
 * Returns the bills that the email names. If there are too many, bills that the member follows directly come before
 * those of a followed topic or place.
 */
function closestBills(bills: readonly BillNews[]): BillNews[] {
  const closest = new Set(bills.toSorted((a, b) => a.priority - b.priority).slice(0, maxDigestBills))
  return bills.filter((news) => closest.has(news))
}

/** Sorts status steps and votes before the official actions that they come from. */
function linesOf({ updates }: BillNews): FollowedUpdate[] {
  const others = updates.filter(({ update_type }) => update_type !== 'action')
  const actions = updates.filter(({ update_type }) => update_type === 'action')
  return [...others, ...actions].slice(0, maxLines)
}

function subjectOf(
  shown: readonly BillNews[],
  count: number,
  [news]: readonly NewsSection[],
  siteName: string,
): string {
  const [first] = shown
  if (!first) {
    return shorten(news?.lines[0]?.text ?? t('Your {siteName} alerts', { siteName }), 100)
  }
  const more = count === 1 ? '' : ` ${plural(count - 1, '(and {n} more)|(and {n} more)')}`
  const [update] = linesOf(first)
  const what = `${shorten(first.bill.title, 50)}: ${update ? summaryInWords(update.summary) : t('moved')}`
  return shorten(what, 100 - more.length) + more
}

function reasonOf({ reason }: FollowedUpdate): string {
  if (reason.target_type === 'bill') {
    return t('You follow this bill')
  }
  if (reason.target_type === 'stance') {
    return t('You took a stance on this bill')
  }
  if (reason.target_type === 'search') {
    return t('You saved the search {name}', { name: reason.name })
  }
  return t('You follow {name}', { name: reason.name })
}

/** Returns the line about the source, such as "Congress.gov, happened May 22, 2026, seen May 23, 4:10 a.m." */
function sourceLine({ source_name, occurred_on, first_seen_at }: FollowedUpdate, time_zone: string): string {
  const seen = seenAt(first_seen_at, time_zone)
  const isAnnounced = occurred_on !== null && occurred_on > first_seen_at.slice(0, 10)
  if (occurred_on === null) return t('{source}, seen {time}', { source: source_name, time: seen })
  const values = { source: source_name, day: formatDay(occurred_on), time: seen }
  return isAnnounced
    ? t('{source}, announced for {day}, seen {time}', values)
    : t('{source}, happened {day}, seen {time}', values)
}

/** Returns a time in the member's time zone, such as "May 23, 4:10 a.m." */
function seenAt(time: string, time_zone: string): string {
  return new Date(time)
    .toLocaleString(locale(), {
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZone: time_zone,
    })
    .replace(' at ', ', ')
    .replace(/[\s\u202f]AM$/, ' a.m.')
    .replace(/[\s\u202f]PM$/, ' p.m.')
}

function lateNotice({ source_name, read_at }: SourceRead): string {
  const days = Math.floor((Date.now() - Date.parse(read_at)) / 86_400_000)
  return plural(
    days,
    '{source} was last checked {n} day ago, so updates may be missing.|{source} was last checked {n} days ago, so updates may be missing.',
    { source: source_name },
  )
}

type Parts = Alert & { shown: BillNews[]; hidden: number; late: string[] }

const settingsPath = '/settings?section=notifications'

function textOf({
  branding,
  shown,
  hidden,
  news,
  late,
  time_zone,
  origin,
  unsubscribeUrl,
  checkpoint,
}: Parts): string {
  const bills = shown.map((news) =>
    [
      `${news.bill.bill_code} (${t(statusLabels[news.bill.status])})`,
      shorten(news.bill.title, maxTitle),
      ...linesOf(news).flatMap((update) => [
        `- ${shorten(summaryInWords(update.summary), maxLine)}`,
        `  ${sourceLine(update, time_zone)}`,
      ]),
      ...moreLines(news).map((line) => `- ${line}`),
      `${origin}${sharedBillPath(news.bill.bill_id)}`,
      `${news.reason}.`,
    ].join('\n'),
  )
  return `${[
    ...news.filter(({ isPersonal }) => isPersonal).map((section) => newsText(section, origin)),
    ...(shown.length > 0 ? [t('Bills that moved')] : []),
    ...late,
    ...bills,
    ...(hidden > 0 ? [`${plural(hidden, 'And {n} more:|And {n} more:')} ${origin}/updates`] : []),
    ...news.filter(({ isPersonal }) => !isPersonal).map((section) => newsText(section, origin)),
    `${t('Choose what you follow and how often you get this email:')}\n${origin}${settingsPath}`,
    `${t('Stop all of these emails:')}\n${unsubscribeUrl}`,
    ...(checkpoint === null ? [] : [`${checkpointWords(checkpoint)}\n${origin}${transparencyPath}`]),
    [emailFoot(branding), ...contactLines(branding), origin].join('\n'),
  ].join('\n\n')}\n`
}

function newsText(section: NewsSection, origin: string): string {
  const lines = section.lines.map(({ text, path }) => `- ${shorten(text, maxLine)}\n  ${origin}${path}`)
  const more = moreNews(section)
  return [section.heading, ...lines, ...(more ? [`- ${more}`] : [])].join('\n')
}

function moreLines(news: BillNews): string[] {
  const more = news.updates.length - linesOf(news).length
  return more > 0 ? [plural(more, 'and {n} more step|and {n} more steps')] : []
}

function htmlOf({
  branding,
  shown,
  hidden,
  news,
  late,
  time_zone,
  origin,
  unsubscribeUrl,
  checkpoint,
}: Parts): string {
  const count = shown.length + hidden
  const heading =
    count === 0
      ? t('What happened on {name}', { name: branding.name })
      : plural(count, 'A bill you follow moved|{n} bills you follow moved')
  const page = html`<div class="page">
    <p class="logo">
      <a href="${origin}"
        >${branding.logo ? emailLogo(branding.name, branding.logo, origin) : branding.name}</a
      >
    </p>
    <h1>${heading}</h1>
    ${news.filter(({ isPersonal }) => isPersonal).map((section) => newsCard(section, origin))}
    ${late.map((notice) => html`<p class="late">${notice}</p>`)}
    ${shown.map((news) => billCard(news, time_zone, origin))}
    ${hidden > 0 && html`<p><a href="${origin}/updates">${plural(hidden, 'And {n} more on {name}|And {n} more on {name}', { name: branding.name })}</a></p>`}
    ${news.filter(({ isPersonal }) => !isPersonal).map((section) => newsCard(section, origin))}
    <div class="foot">
      <p>
        <a href="${origin}${settingsPath}">${t('Choose what you follow and how often you get this email')}</a>
      </p>
      <p><a href="${unsubscribeUrl}">${t('Stop all of these emails')}</a></p>
      ${checkpoint !== null && html`<p><a href="${origin}${transparencyPath}">${checkpointWords(checkpoint)}</a></p>`}
      <p>${emailFoot(branding)}</p>
      ${contactLines(branding).map((line) => html`<p>${line}</p>`)}
    </div>
  </div>`
  return [
    '<!doctype html>',
    `<html lang="${language()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    `<meta name="color-scheme" content="light dark"><title>${escapeHtml(branding.name)}</title><style>${alertStyles}</style></head><body>`,
    page.text.replaceAll(/\s*\n\s*/g, '\n'),
    '</body></html>',
    '',
  ].join('\n')
}

function billCard(news: BillNews, time_zone: string, origin: string): Html {
  const { bill, reason } = news
  return html`<div class="bill">
    <p class="code">${bill.bill_code} · ${t(statusLabels[bill.status])}</p>
    <h2 lang="en"><a href="${origin}${sharedBillPath(bill.bill_id)}">${shorten(bill.title, maxTitle)}</a></h2>
    ${linesOf(news).map(
      (update) =>
        html`<p class="what">${shorten(summaryInWords(update.summary), maxLine)}</p>
          <p class="source">${sourceLine(update, time_zone)}</p>`,
    )}
    ${moreLines(news).map((line) => html`<p class="what">${line}</p>`)}
    <p class="why">${reason}</p>
  </div>`
}

function newsCard(section: NewsSection, origin: string): Html {
  const more = moreNews(section)
  return html`<div class="bill">
    <h2>${section.heading}</h2>
    ${section.lines.map(
      ({ text, path }) => html`<p class="what"><a href="${origin}${path}">${shorten(text, maxLine)}</a></p>`,
    )}
    ${more !== null && html`<p class="source">${more}</p>`}
  </div>`
}

function shorten(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
