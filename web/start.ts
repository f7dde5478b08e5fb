import {
  appParameter,
  entryItem,
  looksLikeBillAddress,
  visitorParameter,
} from '#contract/bills/sharedBills.ts'
import { startApp, waitUntilParsed } from './app/early/appScripts.ts'
import { showEarlyFeed } from './app/early/earlyCards.ts'
import { firstBills, screenReads } from './app/routes/screenReads.ts'
import { sendFirstReads } from './kit/api/firstReads.ts'
import { attachEarlyScreen, earlyBillId, removeEarlyScreen } from './kit/earlyScreen.ts'
import { recordEarlySubmit } from './kit/forms/earlyForm.ts'
import { stashLinkToken } from './kit/linkToken.ts'
import { applyChosenTheme } from './kit/theme/chosenTheme.ts'

/** The scripts wait no longer than this for the first bills, in milliseconds. */
const maxWaitMs = 2_000

// Runs in the page's <head>, before anything is painted and before the other scripts are requested.
recordEarlySubmit()
stashLinkToken()
const { scripts = '', bill = '', welcome = '' } = document.currentScript?.dataset ?? {}
const isBillAddress = looksLikeBillAddress(location.pathname)
const opensBill = isBillAddress || new URLSearchParams(location.search).has('highlight')
let isMember = false
let firstBillsShown: Promise<boolean> | null = null
try {
  applyChosenTheme()
  // The page of /login contains the sign-in form, which a member must not see. web/main.tsx makes the page visible again.
  if (location.pathname === '/login' && localStorage.getItem('token')) document.documentElement.hidden = true
  isMember = localStorage.getItem('token') !== null && localStorage.getItem('user') !== null
  if (isBillAddress) cleanAddress()
  firstBillsShown = sendReads()
} catch {
  // The browser blocks the storage, so there is neither a chosen theme nor a session.
}
if (opensBill) void (isMember ? showBill() : leaveOutBill())
void start()

/** The code of the app is large, so it does not compete with the first bills for a slow network and processor. */
async function start() {
  const isLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), maxWaitMs))
  const hasWelcome = firstBillsShown && (await Promise.race([firstBillsShown, isLate]))
  await startApp(
    `${scripts} ${opensBill ? bill : ''} ${hasWelcome ? welcome : ''}`.split(' ').filter(Boolean),
  )
}

/** Removes the parameters that chose between the two pages of the address, and restores the entry of the history. */
function cleanAddress() {
  const query = new URLSearchParams(location.search)
  if (!query.has(appParameter)) return
  for (const name of [appParameter, visitorParameter]) query.delete(name)
  const entry: unknown = JSON.parse(sessionStorage.getItem(entryItem) ?? 'null')
  sessionStorage.removeItem(entryItem)
  history.replaceState(entry, '', `${location.pathname}${query.size > 0 ? `?${query}` : ''}${location.hash}`)
}

/** Firefox before 123 knows no declarative shadow roots and leaves the linked bill in an inert template. */
async function showBill() {
  await waitUntilParsed()
  attachEarlyScreen()
}

/** The server writes the linked bill into the page without knowing who opens the link. A visitor gets the sign-in instead, or the page for visitors. */
async function leaveOutBill() {
  if (isBillAddress) {
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

/** Returns null if the page can show no bills before the app. */
function sendReads(): Promise<boolean> | null {
  const token = localStorage.getItem('token')
  const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
  if (!token || typeof user !== 'object' || user === null || !('userId' in user)) return null
  // The session of a deactivated account is restored without reading the user again.
  if ('accountStatus' in user && user.accountStatus === 'inactive') return null
  if (typeof user.userId !== 'string') return null
  sendFirstReads(screenReads(location, user.userId, earlyBillId()), token)
  // The page contains the linked bill already.
  if (opensBill) return null
  const { userId } = user
  return showEarlyFeed({ ...user, userId }, firstBills())
}
