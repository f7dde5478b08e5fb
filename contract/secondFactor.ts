import * as z from 'zod/mini'
import { checkedText, endpoint, Time } from './kit/endpoint.ts'
import { checkCurrentPassword } from './rules/accountFields.ts'
import { checkAuthenticatorKey, checkSignInCode, checkTotpCode } from './rules/signInCodes.ts'

/** + Two-step sign-in: the member's password and then a code from an authenticator app (TOTP, RFC 6238). */
export const SecondFactor = z.object({
  is_on: z.boolean(),
  turned_on_at: z.nullable(Time),
  /** Recovery codes that have not been used. Each replaces one code of the app. */
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

/** The recovery codes are shown once; only their hashes are stored. Every other session ends. */
export const turnOnSecondFactor = endpoint('POST /api/auth/second-factor/turn-on', {
  access: 'active',
  input: {
    secret: checkedText(checkAuthenticatorKey),
    code: checkedText(checkTotpCode),
    currentPassword: checkedText(checkCurrentPassword),
  },
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: ['wrong_current_password', 'wrong_code', 'second_factor_on', 'too_many_attempts'],
})

const bothFactors = {
  code: checkedText(checkSignInCode),
  currentPassword: checkedText(checkCurrentPassword),
}

/** Ends every other session. */
export const turnOffSecondFactor = endpoint('POST /api/auth/second-factor/turn-off', {
  access: 'user',
  input: bothFactors,
  output: { second_factor: SecondFactor },
  refuses: ['wrong_current_password', 'wrong_code', 'second_factor_off', 'too_many_attempts'],
})

/** Replaces all recovery codes. */
export const renewRecoveryCodes = endpoint('POST /api/auth/second-factor/renew', {
  access: 'active',
  input: bothFactors,
  output: { second_factor: SecondFactor, recovery_codes: z.array(z.string()) },
  refuses: ['wrong_current_password', 'wrong_code', 'second_factor_off', 'too_many_attempts'],
})
