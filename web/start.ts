import type { getStance } from '#contract/bills/bills.ts'
import { appParameter, entryItem, looksLikeBillPath, visitorParameter } from '#contract/bills/sharedBills.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { startApp, waitUntilParsed } from './app/early/appScripts.ts'
import { showEarlyFeed } from './app/early/earlyCards.ts'
import { firstBills, ownStance, screenReads } from './app/routes/screenReads.ts'
import { showEarlyStance } from './bills/stance/earlyStance.ts'
import { copyFirstRead, sendFirstReads } from './kit/api/firstReads.ts'
import { attachEarlyScreen, earlyBillId, earlyStanceSection, removeEarlyScreen } from './kit/earlyScreen.ts'
import { recordEarlyInput } from './kit/forms/earlyForm.ts'
import { keepUrlInLanguageLinks, takeLanguageOfLink } from './kit/languageLinks.ts'
import { stashLinkToken } from './kit/linkToken.ts'
import { applyChosenTheme } from './kit/theme/chosenTheme.ts'

/** What the page needs later waits no longer than this for the first bills or the stance, in milliseconds. */
const maxWaitMs = 2_000

// Runs in the page's <head>, before anything is painted and before the other scripts are requested.
recordEarlyInput()
stashLinkToken()
takeLanguageOfLink()
keepUrlInLanguageLinks()
const { scripts = '', bill = '', welcome = '' } = document.currentScript?.dataset ?? {}
const isBillPath = looksLikeBillPath(location.pathname)
const opensBill = isBillPath || new URLSearchParams(location.search).has('highlight')
let isMember = false
/** Resolves when the page shows what comes first. True if that includes the welcome card. */
let firstPartShown: Promise<boolean> | null = null
let laterReads: { urls: string[]; token: string } | null = null
try {
  applyChosenTheme()
  // The page of /login contains the sign-in form, which a member must not see. web/main.tsx makes the page visible again.
  if (location.pathname === '/login' && localStorage.getItem('token')) document.documentElement.hidden = true
  isMember = localStorage.getItem('token') !== null && localStorage.getItem('user') !== null
  if (isBillPath) removePageChoice()
  firstPartShown = sendReads()
} catch {
  // The browser blocks the storage, so there is neither a chosen theme nor a session.
}
if (opensBill) void (isMember ? showBill() : leaveOutBill())
void start()

/** The code of the app is large, so it does not compete with what comes first for a slow network and processor. */
async function start() {
  const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), maxWaitMs))
  const hasWelcome = firstPartShown && (await Promise.race([firstPartShown, isLate]))
  if (laterReads) sendFirstReads(laterReads.urls, laterReads.token)
  await startApp(
    `${scripts} ${opensBill ? bill : ''} ${hasWelcome ? welcome : ''}`.split(' ').filter(Boolean),
  )
}

/** Removes the parameters that chose between the two pages of the URL, and restores the entry of the history. */
function removePageChoice() {
  const query = new URLSearchParams(location.search)
  if (!query.has(appParameter)) return
  for (const name of [appParameter, visitorParameter]) query.delete(name)
  const entry: unknown = JSON.parse(sessionStorage.getItem(entryItem) ?? 'null')
  sessionStorage.removeItem(entryItem)
  const search = String(query) && `?${query}`
  history.replaceState(entry, '', `${location.pathname}${search}${location.hash}`)
}

/** Firefox before 123 knows no declarative shadow roots and leaves the linked bill in an inert template. */
async function showBill() {
  await waitUntilParsed()
  attachEarlyScreen()
}

/** The server writes the linked bill into the page without knowing who opens the link. A visitor gets the sign-in instead, or the page for visitors. */
async function leaveOutBill() {
  if (isBillPath) {
    const query = new URLSearchParams(location.search)
    query.delete(appParameter)
    query.set(visitorParameter, '')
    location.replace(`${location.pathname}?${query}${location.hash}`)
    return
  }
  document.documentElement.hidden = true
  await waitUntilParsed()
  removeEarlyScreen()
  document.documentElement.hidden = false
}

/** Returns null if the page can show nothing before the app. */
function sendReads(): Promise<boolean> | null {
  const token = localStorage.getItem('token')
  const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
  if (!token || typeof user !== 'object' || user === null || !('userId' in user)) return null
  // The session of a deactivated account is restored without reading the user again.
  if ('accountStatus' in user && user.accountStatus === 'inactive') return null
  if (typeof user.userId !== 'string') return null
  const { userId } = user
  const bill_id = earlyBillId()
  const reads = screenReads(location, userId, bill_id)
  if (opensBill && bill_id !== null) {
    laterReads = { urls: reads, token }
    return showStance(bill_id, token)
  }
  sendFirstReads(reads, token)
  return opensBill ? null : showEarlyFeed({ ...user, userId }, firstBills())
}

/** The page contains the linked bill already, without the member's stance. */
async function showStance(bill_id: string, token: string) {
  const url = ownStance(bill_id)
  sendFirstReads([url], token)
  try {
    const { stance } = await copyFirstRead<OutputOf<typeof getStance>>(url)
    await waitUntilParsed()
    const section = earlyStanceSection()
    if (section) showEarlyStance(section, { bill_id, user_stance: stance.stance, token })
  } catch {
    // The app reads the stance as well, and reports the failure.
  }
  return false
}
