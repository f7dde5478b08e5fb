import { resendVerification } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import { dispatch } from '#web/kit/session/session.ts'

/** Sends the verification link again. It goes to the new address if a change of the address is pending. */
export async function resendLink(): Promise<{ success: boolean; message: string }> {
  try {
    const { message } = await call(resendVerification, {})
    return { success: true, message }
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === 'email_already_verified') {
      dispatch({ type: 'update_user', fields: { emailVerified: true } })
    }
    const fallback = t('Failed to send email. Please try again.')
    return { success: false, message: messageOr(failure, fallback) }
  }
}
