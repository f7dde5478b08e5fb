import * as z from 'zod/mini'
import { checkedText, endpoint, Id, Time } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import { checkCurrentPassword } from './accountFields.ts'
import {
  checkPasskeyName,
  NewPasskey,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from './passkeys.ts'

/**
 * The codes of two-step sign-in are six digits from an authenticator app, or a recovery code such as K7QM-2XWD-9PTA.
 */

const totpCode = /^\d{6}$/
// The alphabet has no 0, O, 1, I and L, because they are easily confused.
export const codeAlphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const recoveryCode = new RegExp(`^[${codeAlphabet}]{12}$`)
const authenticatorKey = /^[A-Z2-7]{32}$/

/**
 * Removes spaces and hyphens and converts to upper case before a code is compared. Apps show "123 456", and people type
 * recovery codes in lower case or without hyphens.
 */
export function bareCode(text: string): string {
  return text.replaceAll(/[\s-]/g, '').toUpperCase()
}

export function isTotpCode(text: string): boolean {
  return totpCode.test(bareCode(text))
}

export function checkTotpCode(text: string): string | null {
  if (text.trim() === '') {
    return t('Enter the code from your app')
  }
  return isTotpCode(text) ? null : t('The code has 6 digits')
}

export function checkSignInCode(text: string): string | null {
  if (text.trim() === '') {
    return t('Enter the code from your app')
  }
  const isCode = isTotpCode(text) || recoveryCode.test(bareCode(text))
  return isCode ? null : t('Enter 6 digits from your app, or a recovery code like K7QM-2XWD-9PTA')
}

/** Checks a field that accepts only recovery codes. Its member may have passkeys and no app. */
export function checkRecoveryCode(text: string): string | null {
  return recoveryCode.test(bareCode(text)) ? null : t('Enter a recovery code like K7QM-2XWD-9PTA')
}

/** Checks the key that the endpoint `newAuthenticatorKey` returned: 160 bits in base32. */
function checkAuthenticatorKey(text: string): string | null {
  return authenticatorKey.test(text)
    ? null
    : t('This key is not valid. Reload the page and scan the code again.')
}

/**
 * The state of two-step sign-in. With two-step sign-in, a member enters the password, and then either a code from an
 * authenticator app (TOTP, RFC 6238) or a passkey (WebAuthn). It is on as long as the member has an app or a passkey. It
 * can be turned on only after the email address is verified so that nobody can lock the owner of the mailbox out.
 */
export const SecondFactor = z.object({
  is_on: z.boolean(),
  turned_on_at: z.nullable(Time),
  has_app: z.boolean(),
  /** The member's passkeys, oldest first. */
  passkeys: z.array(Passkey),
  /** The number of unused recovery codes. A recovery code replaces the app or a passkey in one sign-in. */
  recovery_codes_left: z.number(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint('GET /api/auth/second-factor', {
  access: 'user',
  input: {},
  output: { second_factor: SecondFactor },
})

/**
 * Returns a new secret for the member's authenticator app. Nothing is stored until `turnOnSecondFactor` proves that the
 * app has the secret.
 */
export const newAuthenticatorKey = endpoint('POST /api/auth/second-factor/key', {
  access: 'active',
  input: {},
  /** `secret` is in base32. `address` is the `otpauth://` URI of the same secret, which a QR code shows. */
  output: { secret: z.string(), address: z.string() },
})

const password = { currentPassword: checkedText(checkCurrentPassword) }

/**
 * The second step of a change: a code of the app, a recovery code, or the challenge of `confirmWithPasskey` signed by a
 * passkey.
 */
export const secondStep = {
  code: z._default(z.nullable(z.string()), ''),
  passkey: z._default(z.nullable(SignedChallenge), null),
}

const stepRefusals = [
  'wrong_code',
  'passkey_expired',
  'passkey_unknown',
  'passkey_cloned',
  'passkey_failed',
  'too_many_attempts',
] as const
const proofRefusals = ['wrong_current_password', ...stepRefusals] as const

/**
 * The refusals of a call that needs the second step while two-step sign-in is on, although it needs no password. Without
 * the step it is refused with `second_step_required`, and the client sends it again with the step.
 */
export const secondStepRefusals = ['second_step_required', ...stepRefusals] as const

/**
 * Adds an authenticator app. If the member has passkeys, the member confirms with one of them and keeps the existing
 * recovery codes, and the response contains no codes. Otherwise the call turns two-step sign-in on and ends every other
 * session. The response then contains recovery codes, which are shown only once because only their hashes are stored.
 */
export const turnOnSecondFactor = endpoint('POST /api/auth/second-factor/turn-on', {
  access: 'active',
  input: {
    ...password,
    secret: checkedText(checkAuthenticatorKey),
    code: checkedText(checkTotpCode),
    passkey: secondStep.passkey,
  },
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: [...proofRefusals, 'second_factor_needs_verified_email', 'passkey_required', 'second_factor_on'],
})

/** Removes the app, the passkeys and the recovery codes, and ends every other session. */
export const turnOffSecondFactor = endpoint('POST /api/auth/second-factor/turn-off', {
  access: 'user',
  input: { ...password, ...secondStep },
  output: { second_factor: SecondFactor },
  refuses: [...proofRefusals, 'second_factor_off'],
})

/**
 * Removes only the app of a member who also has passkeys, for example after the loss of a phone. If the member has no
 * passkeys, the call turns two-step sign-in off.
 */
export const removeAuthenticatorApp = endpoint('POST /api/auth/second-factor/app/remove', {
  access: 'user',
  input: { ...password, ...secondStep },
  output: { second_factor: SecondFactor },
  refuses: [...proofRefusals, 'second_factor_off', 'authenticator_app_not_found'],
})

/** Replaces all recovery codes. */
export const renewRecoveryCodes = endpoint('POST /api/auth/second-factor/renew', {
  access: 'active',
  input: { ...password, ...secondStep },
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: [...proofRefusals, 'second_factor_off'],
})

/** Returns a challenge for the member's passkeys. A signed challenge confirms a change of two-step sign-in. */
export const confirmWithPasskey = endpoint('POST /api/auth/passkeys/confirm', {
  access: 'user',
  input: {},
  output: { options: PasskeyRequestOptions },
  refuses: ['passkey_not_found', 'too_many_attempts'],
})

/**
 * Returns what the browser needs to create a passkey, including a challenge for `addPasskey` that can be used once,
 * within five minutes. The password, and the second step if two-step sign-in is on, are checked here so that no
 * browser creates a passkey that `addPasskey` would then refuse to store.
 */
export const newPasskey = endpoint('POST /api/auth/passkeys/new', {
  access: 'active',
  input: { ...password, ...secondStep },
  output: { options: PasskeyCreationOptions },
  refuses: [...proofRefusals, 'second_factor_needs_verified_email', 'passkey_limit'],
})

/**
 * Adds a passkey. If this is the first passkey of a member without an authenticator app, two-step sign-in is turned on,
 * every other session ends, and the response contains recovery codes. Otherwise the response contains no codes.
 */
export const addPasskey = endpoint('POST /api/auth/passkeys', {
  access: 'active',
  input: { name: checkedText(checkPasskeyName), created: NewPasskey },
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: [
    'second_factor_needs_verified_email',
    'passkey_expired',
    'passkey_failed',
    'passkey_exists',
    'passkey_limit',
    'second_factor_off',
  ],
  status: 201,
})

export const renamePasskey = endpoint('PUT /api/auth/passkeys/:id', {
  access: 'active',
  input: { id: Id, name: checkedText(checkPasskeyName) },
  output: { second_factor: SecondFactor },
  refuses: ['passkey_not_found', 'too_many_attempts'],
})

/** Removes a passkey. If the member has no authenticator app and no other passkey, two-step sign-in is turned off. */
export const removePasskey = endpoint('POST /api/auth/passkeys/:id/remove', {
  access: 'user',
  input: { id: Id, ...password, ...secondStep },
  output: { second_factor: SecondFactor },
  refuses: [...proofRefusals, 'passkey_not_found', 'second_factor_off'],
})
