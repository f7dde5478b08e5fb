import * as z from 'zod/mini'
import { Id, Time } from '#contract/kit/endpoint.ts'
import { codePoints, isBlank } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'

/** The maximum number of passkeys that one member can have. */
export const maxPasskeys = 20
export const passkeyNameMaxLength = 60

export function checkPasskeyName(text: string): string | null {
  if (isBlank(text)) {
    return t('Please enter a name')
  }
  return codePoints(text.trim()) > passkeyNameMaxLength ? t('Name is too long') : null
}

export const Passkey = z.object({
  passkey_id: Id,
  name: z.string(),
  created_at: Time,
  last_used_at: z.nullable(Time),
  /** True if a password manager keeps a copy of the passkey, so the passkey survives the loss of the device. */
  is_backed_up: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

const Credential = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(transports)),
})

/** The options for `navigator.credentials.create`: PublicKeyCredentialCreationOptionsJSON of WebAuthn Level 3. */
export const PasskeyCreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('preferred'),
  }),
  attestation: z.literal('none'),
})
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** The options for `navigator.credentials.get`: PublicKeyCredentialRequestOptionsJSON of WebAuthn Level 3. */
export const PasskeyRequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.number(),
  allowCredentials: z.array(Credential),
  userVerification: z.literal('preferred'),
})
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>

function base64url(maxLength: number) {
  return z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength))
}

const credentialId = base64url(1364)

/** A new passkey as the browser returns it: RegistrationResponseJSON of WebAuthn Level 3. */
export const NewPasskey = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    attestationObject: base64url(16_000),
    transports: z._default(z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)), []),
  }),
})
export type NewPasskey = z.infer<typeof NewPasskey>

/** A challenge signed by a passkey, as the browser returns it: AuthenticationResponseJSON of WebAuthn Level 3. */
export const SignedChallenge = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url(4_000),
    authenticatorData: base64url(4_000),
    signature: base64url(4_000),
  }),
})
export type SignedChallenge = z.infer<typeof SignedChallenge>
