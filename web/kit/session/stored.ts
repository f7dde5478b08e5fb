import { normalizeUser, type SessionUser } from './sessionUser.ts'

/** The keys of local storage: the token, the user, and a flag for the next sign-in. */
const tokenKey = 'token'
const userKey = 'user'
const verifiedKey = 'emailJustVerified'

export function readToken(): string | null {
  return localStorage.getItem(tokenKey)
}

/** The stored user, or null when there is none or it cannot be read. */
export function readUser(): SessionUser | null {
  try {
    return normalizeUser(JSON.parse(localStorage.getItem(userKey) ?? 'null'))
  } catch {
    return null
  }
}

/**
 * The address is not stored, so that the next person at this computer cannot find it, and neither is the state of the
 * welcome card, which another device may have changed.
 */
export function saveSession(token: string, user: SessionUser) {
  localStorage.setItem(userKey, JSON.stringify({ ...user, address: null, welcome: null }))
  // Last, because other tabs act when the token changes and then read the user.
  if (localStorage.getItem(tokenKey) !== token) localStorage.setItem(tokenKey, token)
}

export function clearSession() {
  localStorage.removeItem(userKey)
  localStorage.removeItem(tokenKey)
}

/** The next member who signs in here is shown as verified until the server has answered. */
export function setEmailJustVerified() {
  localStorage.setItem(verifiedKey, 'true')
}

/** True once after an email was verified in another session. Reading the flag deletes it. */
export function consumeEmailJustVerified(): boolean {
  const isSet = localStorage.getItem(verifiedKey) === 'true'
  localStorage.removeItem(verifiedKey)
  return isSet
}

let endSession: () => void = clearSession

/** Registers what happens after a 401. The session module calls this, so that `api.ts` does not import it. */
export function onSessionEnd(end: () => void) {
  endSession = end
}

export function sessionEnded() {
  endSession()
}
