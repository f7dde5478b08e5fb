import {
  disownEmailChange,
  getUser,
  logout,
  resendVerification,
  restoreAccount,
  verifyEmail,
} from '../../../contract/accounts.ts'
import { refusals } from '../../../contract/kit/refusals.ts'
import { ApiError, call, messageOr } from '../../kit/api/api.ts'
import { currentSession, dispatch } from '../../kit/session/session.ts'
import { normalizeUser } from '../../kit/session/sessionUser.ts'
import { clearSession, readToken, setEmailJustVerified } from '../../kit/session/stored.ts'

/** `isFinal` is false when no answer came, so that trying again makes sense. */
export type LinkOutcome = { success: boolean; words: string; isFinal: boolean }

const invalidLink: LinkOutcome = {
  success: false,
  words: refusals.verification_link_invalid[1],
  isFinal: true,
}

/** Verifies the address of a mailed link; someone else's sign-in in this browser ends with it. */
export async function verifyLink(token: string): Promise<LinkOutcome> {
  if (token === '') return invalidLink
  try {
    const { user: verified, message } = await call(verifyEmail, { token })
    const { user } = currentSession()
    if (user?.userId !== verified.userId) {
      forgetOtherAccount()
      const words = 'Email verified! Please log in with your verified account.'
      return { success: true, words, isFinal: true }
    }
    const pendingEmail = user.pendingEmail === verified.email ? null : user.pendingEmail
    dispatch({ type: 'update_user', fields: { emailVerified: true, email: verified.email, pendingEmail } })
    return { success: true, words: message, isFinal: true }
  } catch (failure) {
    return failed(failure, 'Verification failed')
  }
}

/** "This was not me": takes a change of email back; the caller's own session is the one that stays. */
export async function disownLink(token: string): Promise<LinkOutcome> {
  if (token === '') return invalidLink
  try {
    const { message } = await call(disownEmailChange, { token }, { token: readToken() ?? undefined })
    await refreshOwnUser()
    return { success: true, words: message, isFinal: true }
  } catch (failure) {
    return failed(failure, 'The change could not be cancelled')
  }
}

/** Undoes the deletion of an account. Whoever is signed in in this browser stays so. */
export async function restoreLink(token: string): Promise<LinkOutcome> {
  if (token === '') return { success: false, words: refusals.restore_link_invalid[1], isFinal: true }
  try {
    const { message } = await call(restoreAccount, { token })
    return { success: true, words: message, isFinal: true }
  } catch (failure) {
    return failed(failure, "We couldn't restore your account")
  }
}

/** Mails the link once more, to the new address while one waits. */
export async function resendLink(): Promise<{ success: boolean; words: string }> {
  try {
    const { message } = await call(resendVerification, {})
    return { success: true, words: message }
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'email_already_verified') {
      dispatch({ type: 'update_user', fields: { emailVerified: true } })
    }
    const fallback = 'Failed to send email. Please try again.'
    return { success: false, words: messageOr(failure, { answer: fallback, exception: fallback }) }
  }
}

function failed(failure: unknown, fallback: string): LinkOutcome {
  const words = messageOr(failure, { answer: fallback, exception: `${fallback}. Please try again.` })
  // A server that is ill, or asks for patience, has not judged the link.
  const isFinal = failure instanceof ApiError && failure.status === 400
  return { success: false, words, isFinal }
}

// Not `signOut`: what that person is writing in another tab is theirs and waits for them.
function forgetOtherAccount() {
  const token = readToken()
  clearSession()
  setEmailJustVerified()
  dispatch({ type: 'logout' })
  if (token) void call(logout, {}, { token }).catch(() => undefined)
}

async function refreshOwnUser() {
  const { user, token } = currentSession()
  if (!user) return
  const answer = await call(getUser, { id: user.userId }).catch(() => null)
  const fresh = normalizeUser(answer?.user)
  if (fresh && currentSession().token === token) dispatch({ type: 'update_user', fields: fresh })
}
