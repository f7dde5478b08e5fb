import { takeCopy } from '../../kit/api/firstReads.ts'
import { earlyFeedId, removeEarlyFeed } from '../../kit/earlyFeed.ts'

/** After this time whatever hinders the feed is more important than its bills. */
const longestMs = 10_000

/** What the first cards show of a bill. */
type EarlyBill = {
  bill_code: string
  government_level: string
  title: string
  summary: string
  topics: string[]
  reason: unknown
  is_local: boolean
}

type MemberAnswer = {
  user: { welcome: Record<string, unknown> | null; ocd_city_id: unknown; address: unknown }
}
type MovedAnswer = { bills: { is_new: boolean }[] }
type BillsAnswer = { bills: EarlyBill[] }

/**
 * Shows the first bills on a phone as soon as their answer is there, which is earlier than the code of the feed. Only for a
 * feed as most visits open it: without a filter, a welcome card, a banner or the line of moved bills.
 */
export function showEarlyFeed(user: { userId: string; emailVerified?: unknown }, feedUrl: string) {
  const isPlain = location.pathname === '/feed' && location.search === '' && user.emailVerified === true
  if (!isPlain || !matchMedia('(max-width: 48rem)').matches) {
    void parsed().then(removeEarlyFeed)
    return
  }
  setTimeout(removeEarlyFeed, longestMs)
  // The feed itself reports what failed.
  fillIn(user.userId, feedUrl).catch(removeEarlyFeed)
}

async function fillIn(userId: string, feedUrl: string) {
  const answers = Promise.all([
    takeCopy<MemberAnswer>(`/api/users/${userId}`),
    takeCopy<MovedAnswer>('/api/bills/moved'),
    takeCopy<BillsAnswer>(feedUrl),
  ])
  answers.catch(removeEarlyFeed)
  await parsed()
  const early = document.getElementById(earlyFeedId)
  if (early) early.hidden = false
  // A font of the system begins to load when it is first used, which would be too late for the first titles.
  const serif = getComputedStyle(document.documentElement).getPropertyValue('--font-serif')
  // Without the font the cards are shown in another one.
  document.fonts.load(`600 1em ${serif}`).catch(() => {})

  const [{ user: member }, moved, page] = await answers
  const hasWelcome = Object.values(member.welcome ?? {}).includes('open')
  if (hasWelcome || moved.bills.some((bill) => bill.is_new)) {
    removeEarlyFeed()
    return
  }
  show('offer', !member.ocd_city_id && !member.address)
  for (const [index, card] of document.querySelectorAll<HTMLElement>('[data-early="card"]').entries()) {
    const bill = page.bills[index]
    if (bill) fill(card, bill)
  }
}

/** The page's body is parsed after this script. DOMContentLoaded would wait for the modules too. */
function parsed(): Promise<unknown> {
  return new Promise((resolve) => document.addEventListener('readystatechange', resolve, { once: true }))
}

function show(name: string, isShown: boolean, inside: ParentNode = document) {
  const element = inside.querySelector<HTMLElement>(`[data-early="${name}"]`)
  if (element) element.hidden = !isShown
}

function fill(card: HTMLElement, bill: EarlyBill) {
  const texts = {
    level: bill.government_level.toUpperCase(),
    code: bill.bill_code,
    title: bill.title,
    summary: bill.summary,
  }
  for (const [name, text] of Object.entries(texts)) {
    const element = card.querySelector(`[data-early="${name}"]`)
    if (element) element.textContent = text
  }
  show('reason', Boolean(bill.reason) || bill.is_local, card)
  show('topics', bill.topics.length > 0, card)
  card.hidden = false
}
