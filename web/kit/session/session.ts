import { useSyncExternalStore } from 'react'
import { getUser, logout, type User } from '../../../contract/accounts.ts'
import { call } from '../api/api.ts'
import { dropDrafts } from '../forms/drafts.ts'
import { authReducer, initialState, type AuthEvent, type AuthState } from './sessionState.ts'
import { normalizeUser } from './sessionUser.ts'
import { clearSession, readToken, readUser, saveSession, whenSessionEnds } from './stored.ts'

/** The one auth state of this tab. A store and not a context, because calls outside of any component need it too. */
let state: AuthState = initialState
const listeners = new Set<() => void>()

/**
 * How the session of this tab ended: signed out (nothing is remembered), left for another account, or refused by the
 * server (in both cases the place is remembered).
 */
let ending: 'none' | 'signed_out' | 'switching' | 'refused' = 'none'

// Tells the other tabs that signing out was meant, so that they forget drafts as well.
const otherTabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('hurd-session')

export function dispatch(event: AuthEvent) {
  state = authReducer(state, event)
  // Stored before anyone is told: the next call reads its token from there.
  if (state.isAuthenticated && state.token && state.user) saveSession(state.token, state.user)
  for (const listener of listeners) listener()
}

export function currentSession(): AuthState {
  return state
}

export function useSession(): AuthState {
  return useSyncExternalStore(subscribe, currentSession)
}

export function howSessionEnded() {
  return ending
}

/** The state of the history entry that signing in leads to. */
export const afterSignIn = { afterSignIn: true } as const

export function isAfterSignIn(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'afterSignIn' in state
}

/** At the sign-in screen the ending has been dealt with; what is opened from here on is remembered again. */
export function arriveAtLogin() {
  ending = 'none'
}

/** After a successful login or registration. */
export function beginSession(type: 'login_success' | 'register_success', token: string, user: User) {
  ending = 'none'
  dispatch({ type, token, user: normalizeUser(user) ?? user })
}

/** Clears this browser at once and then tells the server, whose failure changes nothing for the person (R17). */
export function signOut(): Promise<void> {
  return endSession('signed_out')
}

/** Signs out, and the next sign-in leads back to the page that this one was on. */
export function switchAccount(): Promise<void> {
  return endSession('switching')
}

async function endSession(how: 'signed_out' | 'switching') {
  const token = readToken()
  leave(how)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  otherTabs?.postMessage('signed-out')
  if (token) await call(logout, {}, { token }).catch(() => undefined)
}

/** Restores what the browser kept and refreshes the profile; called once, before the first screen. */
export async function startSession() {
  whenSessionEnds(() => {
    ending = 'refused'
    clearSession()
    dispatch({ type: 'logout' })
  })
  window.addEventListener('storage', followOtherTab)
  otherTabs?.addEventListener('message', () => leave('signed_out'))
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
  if (user.accountStatus === 'inactive') return
  dispatch({ type: 'set_loading', isLoading: true })
  await refreshUser(token, user.userId)
  if (state.token === token) dispatch({ type: 'set_loading', isLoading: false })
}

async function refreshUser(token: string, userId: string) {
  try {
    const answer = await call(getUser, { id: userId })
    const fresh = normalizeUser(answer.user)
    if (state.token === token && fresh) dispatch({ type: 'update_user', fields: fresh })
  } catch {
    // Without an answer the stored profile serves; a 401 has already ended the session.
  }
}

function leave(how: 'signed_out' | 'switching') {
  ending = how
  dropDrafts()
  clearSession()
  dispatch({ type: 'logout' })
}

function followOtherTab(change: StorageEvent) {
  if (change.key === null || change.key === 'token') {
    if (readToken() !== state.token) void restore()
    return
  }
  const other = change.key === 'user' ? readUser() : null
  // The address is never stored, so this tab's own stays.
  if (other && other.userId === state.user?.userId) {
    dispatch({ type: 'update_user', fields: { ...other, address: state.user.address } })
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
