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
  if (text.trim() === '') return 'Enter the code from your app'
  return isTotpCode(text) ? null : 'The code has 6 digits'
}

export function checkSignInCode(text: string): string | null {
  if (text.trim() === '') return 'Enter the code from your app'
  const isCode = isTotpCode(text) || recoveryCode.test(bareCode(text))
  return isCode ? null : 'Enter 6 digits from your app, or a recovery code like K7QM-2XWD-9PTA'
}

/** Checks the key that the endpoint `newAuthenticatorKey` returned: 160 bits in base32. */
export function checkAuthenticatorKey(text: string): string | null {
  return authenticatorKey.test(text)
    ? null
    : 'This key is not valid. Reload the page and scan the code again.'
}
