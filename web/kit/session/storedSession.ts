import { readItem, writeItem } from '#web/kit/browserStorage.ts'
import { normalizeUser, type SessionUser } from './sessionUser.ts'

// The keys of local storage.
const tokenKey = 'token'
const userKey = 'user'
const verifiedKey = 'emailJustVerified'

export function readToken(): string | null {
  return readItem('local', tokenKey)
}

/** Returns the stored user, or null if there is none or it cannot be read. */
export function readUser(): SessionUser | null {
  try {
    return normalizeUser(JSON.parse(readItem('local', userKey) ?? 'null'))
  } catch {
    return null
  }
}

/**
 * Stores the session. The postal address is not stored so that the next person at this computer cannot find it. The
 * state of the welcome card is not stored either, because another device may change it.
 */
export function saveSession(token: string, user: SessionUser) {
  writeItem('local', userKey, JSON.stringify({ ...user, address: null, welcome: null }))
  // The token is stored last, because other tabs read the stored user as soon as the token changes.
  if (readToken() !== token) writeItem('local', tokenKey, token)
}

export function clearSession() {
  forgetSavedReads()
  writeItem('local', userKey, null)
  writeItem('local', tokenKey, null)
}

/** What the service worker saved for this member is deleted so that the next person here cannot read it. */
function forgetSavedReads() {
  // A browser has no service workers on a page without https. Neither has the build.
  if (!('serviceWorker' in navigator)) return
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  navigator.serviceWorker.controller?.postMessage('session ended')
}

/** Sets a flag. The next member who signs in here is shown as verified until the server has answered. */
export function setEmailJustVerified() {
  writeItem('local', verifiedKey, 'true')
}

/** True if an email address was verified in this browser before the sign-in. Reading the flag deletes it. */
export function consumeEmailJustVerified(): boolean {
  const isSet = readItem('local', verifiedKey) === 'true'
  writeItem('local', verifiedKey, null)
  return isSet
}

let endSession: () => void = clearSession

/** Registers what happens after a 401. The session module registers it here, because `api.ts` cannot import that module. */
export function onSessionEnd(end: () => void) {
  endSession = end
}

export function sessionEnded() {
  endSession()
}
