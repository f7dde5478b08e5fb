import { showEarlyFeed } from './app/early/earlyCards.ts'
import { firstBills, screenReads } from './app/routes/screenReads.ts'
import { sendFirstReads } from './kit/api/firstReads.ts'
import { applyChosenTheme } from './kit/chosenTheme.ts'
import { recordEarlySubmit } from './kit/forms/earlyForm.ts'

// Runs in the page's <head>, before anything is painted and while the other scripts are still loading.
recordEarlySubmit()
const { modules = '', bill = '' } = document.currentScript?.dataset ?? {}
const opensBill = new URLSearchParams(location.search).has('highlight')
try {
  applyChosenTheme()
  // The page of /login contains the sign-in form, which a member must not see. web/main.tsx makes the page visible again.
  if (location.pathname === '/login' && localStorage.getItem('token')) document.documentElement.hidden = true
  sendReads()
} catch {
  // The browser blocks the storage, so there is neither a chosen theme nor a session.
}
// The scripts are requested after the reads, because they are large and HTTP/1.1 allows only six connections.
for (const href of `${modules} ${opensBill ? bill : ''}`.split(' ').filter(Boolean)) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}

function sendReads() {
  const token = localStorage.getItem('token')
  const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
  if (!token || typeof user !== 'object' || user === null || !('userId' in user)) return
  // The session of a deactivated account is restored without reading the user again.
  if ('accountStatus' in user && user.accountStatus === 'inactive') return
  if (typeof user.userId !== 'string') return
  sendFirstReads(screenReads(location, user.userId), token)
  const { userId } = user
  showEarlyFeed({ ...user, userId }, firstBills())
}
