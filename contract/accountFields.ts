/**
 * The rules of the account forms, one a field: each takes what was typed and gives the words to show, or null when it
 * is right. Form and server use the same ones, so the words match (section 7 of the contract). Lengths count code
 * points, after trimming except for passwords (R10).
 */

const fullNameLength = { min: 2, max: 255 } as const
const usernameLength = { min: 3, max: 50 } as const
export const passwordLength = { min: 8, max: 128 } as const
const accessCodeLength = { min: 6, max: 20 } as const
const emailMaxLength = 254
const addressMinLength = 10
export const addressMaxLength = 500
export const bioMaxLength = 500

const emailShape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const usernameShape = /^[A-Za-z0-9_-]+$/
// A mail header must never be able to hold these, whatever the shape rule lets pass.
const controlCharacters = /[\p{Cc}\u2028\u2029]/u

export function codePoints(text: string): number {
  return Array.from(text).length
}

function checkLength(label: string, text: string, length: { min: number; max: number }): string | null {
  const characters = codePoints(text)
  if (characters === 0) return `${label} is required`
  if (characters < length.min) return `${label} must be at least ${length.min} characters`
  if (characters > length.max) return `${label} must be less than ${length.max} characters`
  return null
}

export function checkFullName(text: string): string | null {
  return checkLength('Full name', text.trim(), fullNameLength)
}

export function checkUsername(text: string): string | null {
  const username = text.trim()
  return (
    checkLength('Username', username, usernameLength) ??
    (usernameShape.test(username)
      ? null
      : 'Username can only contain letters, numbers, underscores, and hyphens')
  )
}

export function checkEmail(text: string): string | null {
  const email = text.trim()
  if (email === '') return 'Email is required'
  if (codePoints(email) > emailMaxLength || !emailShape.test(email) || controlCharacters.test(email)) {
    return 'Please enter a valid email address'
  }
  return null
}

/** A password that is being chosen. */
export function checkPassword(text: string): string | null {
  return checkLength('Password', text, passwordLength)
}

/** A password typed to sign in: the server asks only that there is one (R9). */
export function checkPasswordGiven(text: string): string | null {
  return text === '' ? 'Password is required' : null
}

export function checkCurrentPassword(text: string): string | null {
  return text === '' ? 'Current password is required' : null
}

/** The settings form asks for six characters, the rule for eight: both texts show (R9). */
export const changePasswordMinLength = 6
export function checkNewPassword(text: string): string | null {
  return codePoints(text) < changePasswordMinLength
    ? 'Password must be at least 6 characters long'
    : checkPassword(text)
}

export function checkAccessCode(text: string): string | null {
  return checkLength('Access code', text.trim(), accessCodeLength)
}

/** An address that was given at registration; a skipped one is not checked. */
export function checkAddress(text: string): string | null {
  const address = text.trim()
  if (address === '') return null
  return codePoints(address) < addressMinLength || codePoints(address) > addressMaxLength
    ? 'Please enter a complete address'
    : null
}

export function checkBio(text: string): string | null {
  return codePoints(text.trim()) > bioMaxLength ? `Bio must be less than ${bioMaxLength} characters` : null
}

/** An address in the profile; an empty one clears it. */
export function checkProfileAddress(text: string): string | null {
  return checkAddress(text) && 'Address must be at least 10 characters long for voting district verification'
}
