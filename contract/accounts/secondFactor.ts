import * as z from 'zod/mini'
import { checkedText, endpoint, Id, Time } from '../kit/endpoint.ts'
import { checkCurrentPassword } from '../rules/accountFields.ts'
import { checkAuthenticatorKey, checkTotpCode } from '../rules/signInCodes.ts'
import {
  checkPasskeyName,
  NewPasskey,
  Passkey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from './passkeys.ts'

/**
 * + Two-step sign-in: the member's password, and then a code from an authenticator app (TOTP, RFC 6238) or a passkey
 * (WebAuthn). It is on while the member has an app or a passkey.
 */
export const SecondFactor = z.object({
  is_on: z.boolean(),
  turned_on_at: z.nullable(Time),
  has_app: z.boolean(),
  /** Oldest first. */
  passkeys: z.array(Passkey),
  /** Recovery codes that have not been used. Each replaces the app or a passkey once. */
  recovery_codes_left: z.number(),
})
export type SecondFactor = z.infer<typeof SecondFactor>

export const getSecondFactor = endpoint('GET /api/auth/second-factor', {
  access: 'user',
  input: {},
  output: { second_factor: SecondFactor },
})

/** A new secret for the member's authenticator app. Nothing is stored until `turnOnSecondFactor` proves that the app has it. */
export const newAuthenticatorKey = endpoint('POST /api/auth/second-factor/key', {
  access: 'active',
  input: {},
  /** `secret` in base32, and the same as the `otpauth://` address that a QR code shows. */
  output: { secret: z.string(), address: z.string() },
})

const password = { currentPassword: checkedText(checkCurrentPassword) }

/** The second step: a code of the app, a recovery code, or the challenge of `confirmWithPasskey` signed by a passkey. */
const secondStep = {
  code: z._default(z.nullable(z.string()), ''),
  passkey: z._default(z.nullable(SignedChallenge), null),
}

const proofRefusals = [
  'wrong_current_password',
  'wrong_code',
  'passkey_expired',
  'passkey_unknown',
  'passkey_cloned',
  'passkey_failed',
  'too_many_attempts',
] as const

/**
 * Adds an authenticator app. The recovery codes are shown once; only their hashes are stored. A member with passkeys
 * confirms with one of them and keeps the recovery codes, so that none are returned; for every other member this turns
 * two-step sign-in on and ends every other session.
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
  refuses: [...proofRefusals, 'passkey_required', 'second_factor_on'],
})

/** Removes the app, the passkeys and the recovery codes. Ends every other session. */
export const turnOffSecondFactor = endpoint('POST /api/auth/second-factor/turn-off', {
  access: 'user',
  input: { ...password, ...secondStep },
  output: { second_factor: SecondFactor },
  refuses: [...proofRefusals, 'second_factor_off'],
})

/** For a member who also has passkeys, for example after the loss of a phone. Without passkeys this turns everything off. */
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

/** A challenge for one of the member's passkeys, which confirms a change of two-step sign-in. */
export const confirmWithPasskey = endpoint('POST /api/auth/passkeys/confirm', {
  access: 'user',
  input: {},
  output: { options: PasskeyRequestOptions },
  refuses: ['passkey_not_found', 'too_many_attempts'],
})

/**
 * What the browser needs to create a passkey: a challenge for `addPasskey`, which can be used once, for five minutes. It
 * needs the password, and the second step if one is on, before a passkey is created that could not be stored.
 */
export const newPasskey = endpoint('POST /api/auth/passkeys/new', {
  access: 'active',
  input: { ...password, ...secondStep },
  output: { options: PasskeyCreationOptions },
  refuses: [...proofRefusals, 'passkey_limit'],
})

/**
 * The first passkey of a member without an authenticator app turns two-step sign-in on: it returns the recovery codes and
 * ends every other session. Later ones return no codes.
 */
export const addPasskey = endpoint('POST /api/auth/passkeys', {
  access: 'active',
  input: { name: checkedText(checkPasskeyName), created: NewPasskey },
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: ['passkey_expired', 'passkey_failed', 'passkey_exists', 'passkey_limit'],
  status: 201,
})

export const renamePasskey = endpoint('PUT /api/auth/passkeys/:id', {
  access: 'active',
  input: { id: Id, name: checkedText(checkPasskeyName) },
  output: { second_factor: SecondFactor },
  refuses: ['passkey_not_found', 'too_many_attempts'],
})

/** Removing the last passkey of a member without an authenticator app turns two-step sign-in off. */
export const removePasskey = endpoint('POST /api/auth/passkeys/:id/remove', {
  access: 'user',
  input: { id: Id, ...password, ...secondStep },
  output: { second_factor: SecondFactor },
  refuses: [...proofRefusals, 'passkey_not_found'],
})
