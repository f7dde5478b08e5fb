import type { GovernmentLevel } from '#contract/bills/billContent.ts'
import type { listMovedBills } from '#contract/bills/bills.ts'
import { brandingElement } from '#contract/branding/pageBranding.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import type { listNotifications } from '#contract/notifications.ts'
import { topicName } from '#contract/topics.ts'
import { levelsInCapitals } from '#web/bills/card/levelNames.ts'
import { pickNews, shownNews } from '#web/feed/news.ts'
import { copyFirstRead } from '#web/kit/api/firstReads.ts'
import { earlyScreenId, removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { waitUntilPainted, waitUntilParsed } from './appScripts.ts'

/** After this time the early feed is removed so that the reason why the real feed does not appear becomes visible. */
const maxShownMs = 10_000

/** The number of topics that the first step of the welcome card shows at first on a phone (web/welcome/TopicsStep.tsx). */
const initialTopics = 5

/** The fields of a bill that an early card shows. */
type EarlyBill = {
  bill_code: string
  government_level: GovernmentLevel
  title: string
  summary: string
  translation?: { summary?: string }
  topics: string[]
  progress_line: string | null
  reason: { kind: string } | null
  own_sponsor?: string
  your_representatives: readonly unknown[] | null
}

type MemberResponse = {
  user: { welcome: Record<string, unknown> | null; ocd_city_id: unknown; address: unknown }
}
type TopicsResponse = { topics: { topic: string; bill_count: number }[] }
type BillsResponse = { bills: EarlyBill[] }

/**
 * Shows the first bills on a phone as soon as their response arrives, which is before the code of the feed is loaded. This is
 * done for the feed without filters, with the news since the last visit, and with the first step of the welcome card if that is
 * open. Returns null for any other page, and otherwise a promise that resolves when the bills are painted or cannot be shown. Its value
 * is true if the welcome card is shown.
 */
export function showEarlyFeed(
  user: { userId: string; emailVerified?: unknown },
  feedUrl: string,
): Promise<boolean> | null {
  const isPlain = location.pathname === '/feed' && location.search === ''
  if (!isPlain || !matchMedia('(max-width: 48rem)').matches) {
    void waitUntilParsed().then(removeEarlyScreen)
    return null
  }
  setTimeout(removeEarlyScreen, maxShownMs)
  // A failure is not reported here, because the real feed uses the same reads and reports their failures.
  return fillCards(user, feedUrl).catch(() => {
    removeEarlyScreen()
    return false
  })
}

/** The page is built with the tabs of all sections, and an instance can hide some of them. */
function removeHiddenSections(early: HTMLElement) {
  const branding: unknown = JSON.parse(document.getElementById(brandingElement)?.textContent ?? '{}')
  if (typeof branding !== 'object' || branding === null || !('sections' in branding)) return
  const shown: unknown = branding.sections
  for (const tab of early.querySelectorAll<HTMLElement>('[data-section]')) {
    if (Array.isArray(shown) && !shown.includes(tab.dataset['section'])) tab.remove()
  }
}

async function fillCards({ userId, emailVerified }: Parameters<typeof showEarlyFeed>[0], feedUrl: string) {
  const responses = Promise.all([
    copyFirstRead<MemberResponse>(`/api/users/${userId}`),
    copyFirstRead<OutputOf<typeof listMovedBills>>('/api/bills/moved'),
    copyFirstRead<OutputOf<typeof listNotifications>>('/api/notifications'),
    copyFirstRead<BillsResponse>(feedUrl),
  ])
  responses.catch(removeEarlyScreen)
  await waitUntilParsed()
  const early = document.getElementById(earlyScreenId)
  // The banner is above everything else, so it must be there from the start.
  setShown('banner', emailVerified !== true)
  if (early) {
    removeHiddenSections(early)
    early.hidden = false
  }
  const fonts = loadFonts()

  const [{ user: member }, moved, { notifications }, page] = await responses
  const hasFirstStep = member.welcome?.['topics'] === 'open'
  const hasLaterStep = !hasFirstStep && Object.values(member.welcome ?? {}).includes('open')
  if (hasLaterStep) {
    removeEarlyScreen()
    return false
  }
  if (hasFirstStep) fillTopics((await copyFirstRead<TopicsResponse>('/api/bills/topics')).topics)
  await fonts
  setShown('welcome', hasFirstStep)
  fillNews(pickNews(moved, notifications))
  setShown('offer', !member.ocd_city_id && !member.address)
  for (const [index, card] of document.querySelectorAll<HTMLElement>('[data-early="card"]').entries()) {
    const bill = page.bills[index]
    if (bill) fillCard(card, bill)
  }
  await waitUntilPainted()
  return hasFirstStep
}

/** With their final fonts, the titles are painted once and not again when the fonts arrive. */
async function loadFonts() {
  const styles = getComputedStyle(document.documentElement)
  const families = (name: string) => styles.getPropertyValue(name).split(',')
  // Browsers load a font when it is first used, even a system font. That would be too late for the first titles.
  await Promise.all([
    ...families('--font-serif').map((family) => loadFont(`650 1em ${family}`)),
    ...families('--font-sans').map((family) => loadFont(`1em ${family}`)),
  ])
}

/** Some systems lack some of the fonts. If a font fails to load, the bills are shown in another font. */
async function loadFont(font: string) {
  await document.fonts.load(font).catch(() => undefined)
}

function setShown(name: string, isShown: boolean, inside: ParentNode = document) {
  const element = inside.querySelector<HTMLElement>(`[data-early="${name}"]`)
  if (element) element.hidden = !isShown
}

function fillTopics(topics: TopicsResponse['topics']) {
  const first = document.querySelector<HTMLElement>('[data-early="topic"]')
  setShown('more', topics.length > initialTopics)
  for (const { topic, bill_count } of topics.slice(0, initialTopics)) {
    const copy = first?.cloneNode(true)
    if (!(copy instanceof HTMLElement)) return
    setText(copy, 'name', topicName(topic))
    setText(copy, 'count', String(bill_count))
    copy.hidden = false
    first?.before(copy)
  }
}

function setText(inside: ParentNode, name: string, text: string) {
  const element = inside.querySelector(`[data-early="${name}"]`)
  if (element) element.textContent = text
}

function fillNews({ notifications, bills }: ReturnType<typeof pickNews>) {
  const lines = [...notifications.map(({ message }) => message), ...bills.map(({ title }) => title)]
  setShown('news', lines.length > 0)
  const items = document.querySelectorAll<HTMLElement>('[data-early="item"]')
  for (const [index, words] of lines.slice(0, shownNews).entries()) {
    const item = items[index]
    if (!item) return
    setText(item, 'words', words)
    item.hidden = false
  }
}

function fillCard(card: HTMLElement, bill: EarlyBill) {
  const texts = {
    level: levelsInCapitals[bill.government_level],
    code: bill.bill_code,
    title: bill.title,
    summary: (recordLanguage && bill.translation?.summary) || bill.summary,
  }
  for (const [name, text] of Object.entries(texts)) setText(card, name, text)
  // web/bills/card/cardReason.ts has the words.
  const hasPlace = bill.government_level !== 'federal'
  setShown('reason', bill.reason ? bill.reason.kind !== 'example' : hasPlace || 'own_sponsor' in bill, card)
  setShown('votes', Boolean(bill.your_representatives?.length), card)
  setShown('events', Boolean(bill.progress_line), card)
  setShown('topics', bill.topics.length > 0, card)
  card.hidden = false
}
