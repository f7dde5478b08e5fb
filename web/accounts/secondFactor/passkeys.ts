import type { PasskeyCreationOptions, PasskeyRequestOptions } from '#contract/accounts/passkeys.ts'
import { loadWithRetry } from '#web/kit/api/lazyPart.ts'

// The library for passkeys is loaded only when a passkey is used so that the sign-in page stays small.
const loadCeremony = () => loadWithRetry(() => import('./passkeyCeremony.ts'))

/** True if the browser supports passkeys. Old browsers do not, and no browser does on a page without HTTPS. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window
}

export async function createPasskey(options: PasskeyCreationOptions) {
  return (await loadCeremony()).createPasskey(options)
}

export async function signWithPasskey(options: PasskeyRequestOptions) {
  return (await loadCeremony()).signWithPasskey(options)
}
