import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type {
  NewPasskey,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  SignedChallenge,
} from '#contract/accounts/passkeys.ts'
import { msg, t } from '#contract/kit/translate.ts'
import { LocalFailure } from '#web/kit/api/api.ts'

/** Creates a passkey. Throws a LocalFailure with a message for the member. */
export async function createPasskey(options: PasskeyCreationOptions): Promise<NewPasskey> {
  const { id, rawId, response } = await withExplanation(creationTexts, options.rp.id, options.timeout, () =>
    startRegistration({ optionsJSON: options }),
  )
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, attestationObject, transports } }
}

/** Signs the challenge with a passkey. Throws a LocalFailure with a message for the member. */
export async function signWithPasskey(options: PasskeyRequestOptions): Promise<SignedChallenge> {
  const { id, rawId, response } = await withExplanation(signInTexts, options.rpId, options.timeout, () =>
    startAuthentication({ optionsJSON: options }),
  )
  const { clientDataJSON, authenticatorData, signature } = response
  return { id, rawId, type: 'public-key', response: { clientDataJSON, authenticatorData, signature } }
}

/** The messages for a member who canceled a ceremony or let its time run out. */
type CancelTexts = { canceled: string; late: string }
const creationTexts: CancelTexts = {
  canceled: msg('No passkey was created. You can try again.'),
  late: msg('No passkey was created in time. Please try again.'),
}
const signInTexts: CancelTexts = {
  canceled: msg('No passkey was used. You can try again.'),
  late: msg('No passkey was used in time. Please try again.'),
}

/** Runs a WebAuthn ceremony of the browser. A failure becomes a message for the member. */
async function withExplanation<T>(
  texts: CancelTexts,
  host: string,
  timeout: number,
  run: () => Promise<T>,
): Promise<T> {
  const startedAt = performance.now()
  try {
    return await run()
  } catch (error) {
    const isTimeout = performance.now() - startedAt >= timeout
    throw new LocalFailure(explain(nameOf(error), host, isTimeout ? texts.late : texts.canceled), {
      cause: error,
    })
  }
}

/** Returns the name of an error. The library's errors have the same names as the browser's. */
function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/**
 * Returns the message for an error. A timeout has the same error as a canceled request, because browsers let pages learn nothing
 * about the member's devices, so `cancelText` was chosen by the time that has passed.
 */
function explain(name: string, host: string, cancelText: string): string {
  switch (name) {
    case 'NotAllowedError':
    case 'AbortError':
      return t(cancelText)
    case 'InvalidStateError':
      return t('This device already has a passkey for your account. Use it, or add one on another device.')
    case 'SecurityError':
      return t('Passkeys only work at {host}. Open this site there and try again.', { host })
    case 'NotSupportedError':
    case 'ConstraintError':
      return t("This device can't make a passkey for this site. Try another device or a password manager.")
    default:
      return t("Your browser couldn't use a passkey. Please try again.")
  }
}
