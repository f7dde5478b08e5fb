/**
 * The rules of the account forms, one a field: each takes what was typed and gives the words to show, or null when it
 * is right. Form and server use the same ones, so the words match (section 7 of the contract). Lengths count code
 * points, after trimming except for passwords (R10).
 */
import { codePoints, isBlank, visibleLength } from './text.ts'

const fullNameLength = { min: 2, max: 255 } as const
const usernameLength = { min: 3, max: 50 } as const
export const passwordLength = { min: 8, max: 128 } as const
const accessCodeLength = { min: 6, max: 20 } as const
const emailMaxLength = 254
const addressMinLength = 10
export const addressMaxLength = 500
export const bioMaxLength = 500

// Unquoted ASCII, as mail servers everywhere accept it; dots only between other characters.
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const localPartMaxLength = 64
// One label of a domain. Letters of any script: the mailer sends an internationalized domain in its ASCII form.
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
// A mail program would decode it and show another address (RFC 2047).
const encodedWord = /=\?.*\?=/
const usernameShape = /^[A-Za-z0-9_-]+$/
// Line breaks, controls, and characters that hide or turn around what stands beside them. The joiners and direction
// marks that some scripts need in ordinary names are allowed.
const notInNames = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u

function checkLength(label: string, text: string, length: { min: number; max: number }): string | null {
  const characters = codePoints(text)
  if (characters === 0) return `${label} is required`
  if (characters < length.min) return `${label} must be at least ${length.min} characters`
  if (characters > length.max) return `${label} must be less than ${length.max} characters`
  return null
}

export function checkFullName(text: string): string | null {
  const name = text.trim()
  if (isBlank(name)) return 'Full name is required'
  if (notInNames.test(name)) return 'Full name cannot contain line breaks or invisible characters'
  return visibleLength(name) < fullNameLength.min
    ? `Full name must be at least ${fullNameLength.min} characters`
    : checkLength('Full name', name, fullNameLength)
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

/**
 * The shape of R11, and what the mailer can deliver to: one plain address. Quoted local parts, comments, lists and
 * addresses in brackets are refused, because each of them could reach somebody else or nobody.
 */
export function checkEmail(text: string): string | null {
  const email = text.trim()
  if (email === '') return 'Email is required'
  return codePoints(email) <= emailMaxLength && isPlainAddress(email)
    ? null
    : 'Please enter a valid email address'
}

function isPlainAddress(email: string): boolean {
  const at = email.lastIndexOf('@')
  const [local, labels] = [email.slice(0, at), email.slice(at + 1).split('.')]
  if (at < 1 || local.length > localPartMaxLength || !localPart.test(local) || encodedWord.test(local)) {
    return false
  }
  const isNumber = /^\d+$/.test(labels.at(-1) ?? '')
  return labels.length > 1 && !isNumber && labels.every((label) => domainLabel.test(label))
}

/** A password that is being chosen. */
export function checkPassword(text: string): string | null {
  return checkLength('Password', text, passwordLength)
}

/** A password typed to sign in: the server asks only that there is one (R9). */
export function checkSignInPassword(text: string): string | null {
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
  return visibleLength(address) < addressMinLength || codePoints(address) > addressMaxLength
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
