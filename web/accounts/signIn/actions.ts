import { login, register } from '../../../contract/accounts.ts'
import { addressHelp, getMyPlaces, unmatchedAddress } from '../../../contract/places.ts'
import { ApiError, call, messageOr } from '../../kit/api/api.ts'
import { beginSession, dispatch } from '../../kit/session/session.ts'
import { toast } from '../../kit/ui/overlays/toast.ts'
import type { LoginValues, RegisterValues } from './accountForms.ts'

/**
 * Signs in and returns the failure, or null. The session's `error` gets its message, except where the password was right
 * and a code is still needed.
 */
export async function signIn({ email, password, code }: LoginValues & { code?: string }): Promise<unknown> {
  dispatch({ type: 'login_start' })
  try {
    const { token, user } = await call(login, { email: email.trim(), password, ...(code && { code }) })
    beginSession('login_success', token, user)
    return null
  } catch (failure) {
    if (needsCode(failure)) {
      dispatch({ type: 'set_loading', isLoading: false })
      return failure
    }
    const error = messageOr(failure, {
      response: 'Login failed',
      noResponse: 'Login failed. Please try again.',
    })
    dispatch({ type: 'login_failure', error })
    return failure
  }
}

export function needsCode(failure: unknown): boolean {
  return failure instanceof ApiError && failure.code === 'second_factor_required'
}

/** Creates the account and signs in. Returns the failure, or null. */
export async function createAccount(values: RegisterValues): Promise<unknown> {
  dispatch({ type: 'register_start' })
  try {
    const { token, user } = await call(register, {
      email: values.email.trim(),
      password: values.password,
      full_name: values.fullName.trim(),
      username: values.username.trim(),
      address: values.skipAddress ? null : values.address.trim(),
      access_code: values.accessCode.trim(),
    })
    beginSession('register_success', token, user)
    if (user.address) void reportUnmatchedAddress()
    return null
  } catch (failure) {
    const fallback = 'Registration failed. Please try again.'
    dispatch({
      type: 'register_failure',
      error: messageOr(failure, fallback),
    })
    return failure
  }
}

/** Shows a toast that stays until it is dismissed, because without a district there are no local groups. */
async function reportUnmatchedAddress() {
  const { places } = await call(getMyPlaces, {}).catch(() => ({ places: null }))
  if (places?.precision !== 'none') return
  toast(`${unmatchedAddress} ${addressHelp} You can correct it in Settings, under Location.`, 'failure')
}
