import { screenReads } from './app/screenReads.ts'
import { sendFirstReads } from './kit/api/firstReads.ts'

// Runs in the page's <head>, before anything is painted and while the other scripts are still loading.
try {
  applyChosenTheme()
  sendReads()
} catch {
  // Without storage there is neither a chosen theme nor a session.
}

/** So that a chosen theme does not flash. web/kit/theme.ts lets the member choose. */
function applyChosenTheme() {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}

function sendReads() {
  const token = localStorage.getItem('token')
  const user: unknown = JSON.parse(localStorage.getItem('user') ?? 'null')
  if (!token || typeof user !== 'object' || user === null || !('userId' in user)) return
  // A deactivated account is restored without reading its user again.
  if ('accountStatus' in user && user.accountStatus === 'inactive') return
  if (typeof user.userId === 'string') sendFirstReads(screenReads(location, user.userId), token)
}
