import { undoEmailChange, getUser, logout, restoreAccount, verifyEmail } from '#contract/accounts/accounts.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import { currentSession, dispatch } from '#web/kit/session/session.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import { clearSession, readToken, setEmailJustVerified } from '#web/kit/session/storedSession.ts'

/** The outcome of an emailed link. `isFinal` is false if a retry may succeed, for example after a network error. */
export type LinkOutcome = { success: boolean; message: string; isFinal: boolean }

const invalidLink: LinkOutcome = {
  success: false,
  message: t(refusals.verification_link_invalid[1]),
  isFinal: true,
}

/** Verifies the email address that the link was sent to. If another member is signed in to this browser, their session ends. */
export async function verifyLink(token: string): Promise<LinkOutcome> {
  if (token === '') {
    return invalidLink
  }
  try {
    const { user: verifiedUser, message } = await call(verifyEmail, { token })
    const { user } = currentSession()
    if (user?.userId !== verifiedUser.userId) {
      endOtherSession()
      const signInAgain = t('Email verified! Please log in with your verified account.')
      return { success: true, message: signInAgain, isFinal: true }
    }
    const { email } = verifiedUser
    const pendingEmail = user.pendingEmail === email ? null : user.pendingEmail
    dispatch({ type: 'update_user', fields: { emailVerified: true, email, pendingEmail } })
    return { success: true, message, isFinal: true }
  } catch (failure) {
    return failedOutcome(failure, {
      response: t('Verification failed'),
      noResponse: t('Verification failed. Please try again.'),
    })
  }
}

/** Cancels a change of the email address. The member stays signed in here, and is signed out everywhere else. */
export async function undoLink(token: string): Promise<LinkOutcome> {
  if (token === '') {
    return invalidLink
  }
  try {
    const { message } = await call(undoEmailChange, { token }, { token: readToken() ?? undefined })
    await refreshOwnUser()
    return { success: true, message, isFinal: true }
  } catch (failure) {
    return failedOutcome(failure, {
      response: t("We couldn't cancel the change"),
      noResponse: t("We couldn't cancel the change. Please try again."),
    })
  }
}

/** Restores a deleted account. If a member is signed in to this browser, their session stays. */
export async function restoreLink(token: string): Promise<LinkOutcome> {
  if (token === '') {
    return { success: false, message: t(refusals.restore_link_invalid[1]), isFinal: true }
  }
  try {
    const { message } = await call(restoreAccount, { token })
    return { success: true, message, isFinal: true }
  } catch (failure) {
    return failedOutcome(failure, {
      response: t("We couldn't restore your account"),
      noResponse: t("We couldn't restore your account. Please try again."),
    })
  }
}

function failedOutcome(failure: unknown, fallbacks: { response: string; noResponse: string }): LinkOutcome {
  const message = messageOr(failure, fallbacks)
  // A server error or a rate limit says nothing about the link.
  const isFinal = failure instanceof ApiError && failure.status === 400
  return { success: false, message, isFinal }
}

/** Ends the session of another member. `signOut` cannot be used, because it would delete the other member's drafts. */
function endOtherSession() {
  const token = readToken()
  clearSession()
  setEmailJustVerified()
  dispatch({ type: 'logout' })
  if (token) {
    void call(logout, {}, { token }).catch(() => undefined)
  }
}

async function refreshOwnUser() {
  const { user, token } = currentSession()
  if (!user) {
    return
  }
  const response = await call(getUser, { id: user.userId }).catch(() => null)
  const fresh = normalizeUser(response?.user)
  if (fresh && currentSession().token === token) {
    dispatch({ type: 'update_user', fields: fresh })
  }
}
