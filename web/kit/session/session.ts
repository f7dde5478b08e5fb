import { useSyncExternalStore } from 'react'
import { getUser, logout, type User } from '#contract/accounts/accounts.ts'
import { language } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { isStorageBlocked } from '#web/kit/browserStorage.ts'
import { deleteAllDrafts } from '#web/kit/forms/drafts.ts'
import { authReducer, initialState, loggedOut, type AuthEvent, type AuthState } from './sessionState.ts'
import { normalizeUser } from './sessionUser.ts'
import { clearSession, readToken, readUser, saveSession, onSessionEnd } from './storedSession.ts'

/** The auth state of this tab. It is not a React context, because code outside components needs it too. */
let state: AuthState = initialState
const listeners = new Set<() => void>()

/**
 * How the session of this tab ended: by signing out, by switching accounts, or because the server refused the token. In
 * the last two cases the next sign-in returns to the same page.
 */
let ending: 'none' | 'signed_out' | 'switching' | 'refused' = 'none'

/** What the sign-in screen says about the end of the session, for example that the account was deleted. */
let notice: string | null = null

// A sign-out sends the ended token to the other tabs. The change of the storage signs them out too, but looks like an expired
// session, after which drafts are kept. Node has BroadcastChannel too, but an open channel would keep the build from ending, so
// a channel is opened only in a browser.
const otherTabs = openChannel()

/** Returns null if there is no browser, or if it blocks the storage, without which tabs cannot share a session. */
function openChannel(): BroadcastChannel | null {
  if (typeof document === 'undefined' || isStorageBlocked()) {
    return null
  }
  return new BroadcastChannel('hurd-session')
}

export function dispatch(event: AuthEvent) {
  state = authReducer(state, event)
  // The session is stored before the listeners run, because their calls read the token from the storage.
  if (state.isAuthenticated && state.token && state.user) {
    saveSession(state.token, state.user)
  }
  for (const listener of listeners) {
    listener()
  }
}

export function currentSession(): AuthState {
  return state
}

export function useSession(): AuthState {
  return useSyncExternalStore(subscribe, currentSession, () => loggedOut)
}

/** Sets what the sign-in screen says when it opens next. */
export function setSignInNotice(text: string) {
  notice = text
}

export function signInNotice(): string | null {
  return notice
}

export function howSessionEnded() {
  return ending
}

/**
 * The state of the history entry that a sign-in opens. It makes the page scroll to a draft that an expired session interrupted.
 */
export const afterSignInState = { afterSignIn: true } as const

export function isAfterSignIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'afterSignIn' in state
}

/**
 * Called when the sign-in screen opens. If the visitor then opens a page that requires a session, the next sign-in returns
 * to that page, even if the previous session ended by signing out.
 */
export function forgetSessionEnd() {
  ending = 'none'
  notice = null
}

/** Called after a successful login or registration. */
export function beginSession(type: 'login_success' | 'register_success', token: string, user: User) {
  ending = 'none'
  dispatch({ type, token, user: normalizeUser(user) ?? user })
  // After the navigation of the sign-in screen, because a page in another language is loaded at the URL of that time.
  setTimeout(() => void compareLanguage(user))
}

/** Clears this browser first and then calls the server so that a failed call still signs the member out. */
export function signOut(): Promise<void> {
  return endSession('signed_out')
}

/** Signs out so that the next sign-in returns to the current page. */
export function switchAccount(): Promise<void> {
  return endSession('switching')
}

async function endSession(how: 'signed_out' | 'switching') {
  const token = readToken()
  endInThisTab(how)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  otherTabs?.postMessage(token)
  if (token) {
    await call(logout, {}, { token }).catch(() => undefined)
  }
}

/** Restores the stored session and refreshes the user. Called once, before the first screen. */
export async function initializeSession() {
  onSessionEnd(() => {
    ending = 'refused'
    clearSession()
    dispatch({ type: 'logout' })
  })
  window.addEventListener('storage', followOtherTab)
  otherTabs?.addEventListener('message', followSignOut)
  await restore()
}

async function restore() {
  const token = readToken()
  const user = readUser()
  if (!token || !user) {
    clearSession()
    dispatch({ type: 'logout' })
    return
  }
  dispatch({ type: 'login_success', token, user })
  if (user.accountStatus === 'inactive') {
    return
  }
  dispatch({ type: 'set_loading', isLoading: true })
  await refreshUser(token, user.userId)
  if (state.token === token) {
    dispatch({ type: 'set_loading', isLoading: false })
  }
}

/** Reads the signed-in user again, for example after a write that changes the user but does not return the new values. */
export async function reloadUser() {
  const { token, user } = state
  if (token && user) {
    await refreshUser(token, user.userId)
  }
}

async function refreshUser(token: string, userId: string) {
  try {
    const response = await call(getUser, { id: userId })
    const fresh = normalizeUser(response.user)
    if (state.token !== token || !fresh) {
      return
    }
    dispatch({ type: 'update_user', fields: fresh })
    await compareLanguage(fresh)
  } catch {
    // The stored user is shown until the next load. A 401 has already ended the session.
  }
}

/** The code is loaded only for the few members whose pages are in another language than their account. */
async function compareLanguage(user: User) {
  if (user.language === language() || user.accountStatus === 'inactive') return
  const { matchLanguage } = await import('./matchLanguage.ts')
  await matchLanguage(user)
}

/** Ends the session in this browser. The other tabs follow when they notice the change. */
function endInThisTab(how: 'signed_out' | 'switching') {
  ending = how
  deleteAllDrafts()
  clearSession()
  dispatch({ type: 'logout' })
}

/**
 * Follows a sign-out in another tab. A suspended tab receives the message late, when somebody may already be signed in again.
 * The storage is shared, so ending that newer session here would end it in all tabs.
 */
function followSignOut({ data: endedToken }: MessageEvent<unknown>) {
  const isNewer = (token: string | null) => token !== null && token !== endedToken
  if (isNewer(readToken()) || isNewer(state.token)) {
    deleteAllDrafts()
  } else {
    endInThisTab('signed_out')
  }
}

function followOtherTab(change: StorageEvent) {
  if (change.key === null || change.key === 'token') {
    if (readToken() !== state.token) {
      void restore()
    }
    return
  }
  const storedUser = change.key === 'user' ? readUser() : null
  // The postal address and the welcome card's state are never stored, so this tab keeps the values that it has.
  if (storedUser && storedUser.userId === state.user?.userId) {
    const { address, welcome } = state.user
    dispatch({ type: 'update_user', fields: { ...storedUser, address, welcome } })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
