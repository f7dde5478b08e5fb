import { normalizeUser, type SessionUser } from './sessionUser.ts'

/** What the browser keeps between visits: `token`, `user` and the flag `emailJustVerified` (R18). */
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

/** The address stays in memory (R29): whoever opens this browser later must not find it. */
export function saveSession(token: string, user: SessionUser) {
  localStorage.setItem(userKey, JSON.stringify({ ...user, address: null }))
  // Last, because other tabs act when the token changes and then read the user.
  if (localStorage.getItem(tokenKey) !== token) localStorage.setItem(tokenKey, token)
}

export function clearSession() {
  localStorage.removeItem(userKey)
  localStorage.removeItem(tokenKey)
}

/** The next one to sign in here is taken to be whose email was verified, until the server says (R20). */
export function setEmailJustVerified() {
  localStorage.setItem(verifiedKey, 'true')
}

/** True once after an email was verified elsewhere; reading it takes the flag away. */
export function takeEmailJustVerified(): boolean {
  const isSet = localStorage.getItem(verifiedKey) === 'true'
  localStorage.removeItem(verifiedKey)
  return isSet
}

let endSession: () => void = clearSession

/** Says what else happens when an answer was 401; the session registers itself here so that `api` need not know it. */
export function whenSessionEnds(end: () => void) {
  endSession = end
}

export function sessionEnded() {
  endSession()
}
