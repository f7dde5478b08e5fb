import { login, register } from '#contract/accounts/accounts.ts'
import type { SignedChallenge } from '#contract/accounts/passkeys.ts'
import { t } from '#contract/kit/translate.ts'
import { addressHelp, getMyPlaces, unmatchedAddress } from '#contract/places.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import { beginSession, dispatch } from '#web/kit/session/session.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import type { LoginValues, RegisterValues } from './accountForms.ts'

/**
 * Signs in and returns the failure, or null. The message of the failure becomes the session's `error`, unless the password
 * was right and only the second step is missing.
 */
export async function signIn(
  { email, password }: LoginValues,
  secondStep: { code?: string; passkey?: SignedChallenge } = {},
): Promise<unknown> {
  dispatch({ type: 'login_start' })
  try {
    const { token, user } = await call(
      login,
      { email: email.trim(), password, ...secondStep },
      { requestsCookie: true },
    )
    beginSession('login_success', token, user)
    return null
  } catch (failure) {
    if (missingStep(failure)) {
      dispatch({ type: 'set_loading', isLoading: false })
      return failure
    }
    const error = messageOr(failure, {
      response: t('Login failed'),
      noResponse: t('Login failed. Please try again.'),
    })
    dispatch({ type: 'login_failure', error })
    return failure
  }
}

/** The second step that an account accepts after the password. A recovery code can replace each of them. */
export type SecondStepKind = 'code' | 'passkey' | 'either'

/** Returns the second step that a failed sign-in lacked, or null if it failed for another reason. */
export function missingStep(failure: unknown): SecondStepKind | null {
  if (!(failure instanceof ApiError)) {
    return null
  }
  if (failure.code === 'second_factor_required') {
    return 'code'
  }
  if (failure.code === 'passkey_required') {
    return 'passkey'
  }
  return failure.code === 'passkey_or_code_required' ? 'either' : null
}

/** Creates the account and signs in. Returns the failure, or null. */
export async function createAccount(values: RegisterValues): Promise<unknown> {
  dispatch({ type: 'register_start' })
  try {
    const { token, user } = await call(
      register,
      {
        email: values.email.trim(),
        password: values.password,
        full_name: values.fullName.trim(),
        username: values.username.trim(),
        address: values.skipAddress ? null : values.address.trim(),
        access_code: values.accessCode.trim(),
      },
      { requestsCookie: true },
    )
    beginSession('register_success', token, user)
    if (user.address) {
      void reportUnmatchedAddress()
    }
    return null
  } catch (failure) {
    const fallback = t('Registration failed. Please try again.')
    dispatch({
      type: 'register_failure',
      error: messageOr(failure, fallback),
    })
    return failure
  }
}

/** Reports an address whose districts were not found. The toast stays until it is dismissed, because it matters. */
async function reportUnmatchedAddress() {
  const { places } = await call(getMyPlaces, {}).catch(() => ({ places: null }))
  if (places?.precision !== 'none') {
    return
  }
  toast(
    `${t(unmatchedAddress)} ${t(addressHelp)} ${t('You can correct it in Settings, under Location.')}`,
    'failure',
  )
}
