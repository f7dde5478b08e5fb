import { login, register } from '../../../contract/accounts.ts'
import { addressHelp, getMyPlaces, unmatchedAddress } from '../../../contract/places.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { beginSession, dispatch } from '../../kit/session/session.ts'
import { toast } from '../../kit/ui/overlays/toast.ts'
import type { LoginValues, RegisterValues } from './accountForms.ts'

/** Signs in; a refusal becomes the session's `error`, in the words of R81. Answers the failure, or null. */
export async function signIn({ email, password }: LoginValues): Promise<unknown> {
  dispatch({ type: 'login_start' })
  try {
    const { token, user } = await call(login, { email: email.trim(), password })
    beginSession('login_success', token, user)
    return null
  } catch (failure) {
    const error = messageOr(failure, {
      answer: 'Login failed',
      exception: 'Login failed. Please try again.',
    })
    dispatch({ type: 'login_failure', error })
    return failure
  }
}

/** Makes the account and signs it in at once (R14). Answers the failure, or null. */
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
    if (user.address) void sayWhenUnmatched()
    return null
  } catch (failure) {
    const fallback = 'Registration failed. Please try again.'
    dispatch({
      type: 'register_failure',
      error: messageOr(failure, { answer: fallback, exception: fallback }),
    })
    return failure
  }
}

/** Whoever gave an address counts on their groups and representatives; it stays on the screen until it is dismissed. */
async function sayWhenUnmatched() {
  const { places } = await call(getMyPlaces, {}).catch(() => ({ places: null }))
  if (places?.precision !== 'none') return
  toast(`${unmatchedAddress} ${addressHelp} You can correct it in Settings, under Location.`, 'failure')
}
