import { codePoints, deadResetLink, isBlank, visibleLength } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'

/**
 * The rules of the account forms, one function per field. Each function returns the message to show, or null if the
 * value is valid. The forms and the server use the same functions, so their messages match. Lengths count code points.
 * All values except passwords are trimmed first.
 */

const fullNameLength = { min: 2, max: 255 } as const
const usernameLength = { min: 3, max: 50 } as const
export const passwordLength = { min: 8, max: 128 } as const
const accessCodeLength = { min: 6, max: 20 } as const
const emailMaxLength = 254
const addressMinLength = 10
export const addressMaxLength = 500
export const bioMaxLength = 500

// Matches the part before the @. It must be unquoted ASCII, because all mail servers accept that. Dots are allowed only
// between other characters.
const localPart = /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const localPartMaxLength = 64
// Matches one label of a domain. It may have letters of any script, because nodemailer converts such domains to ASCII.
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u
// Matches an encoded word (RFC 2047). Mail programs decode an encoded word and would show a different address.
const encodedWord = /=\?.*\?=/
const usernameShape = /^[A-Za-z0-9_-]+$/
/**
 * Matches line breaks, control characters, and characters that are invisible, such as fillers, or change the direction
 * of text. Joiners, direction marks and the tags of flags are allowed, because ordinary names have them.
 */
export const notInLines =
  /[\u034f\p{Cc}\p{Zl}\p{Zp}\u00ad\u115f\u1160\u180e\u200b\u202a-\u202e\u2060-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]/u

function checkLength(label: string, text: string, length: { min: number; max: number }): string | null {
  const characters = codePoints(text)
  if (characters === 0) {
    return t('{label} is required', { label })
  }
  if (characters < length.min) {
    return t('{label} must be at least {min} characters', { label, min: length.min })
  }
  if (characters > length.max) {
    return t('{label} must be less than {max} characters', { label, max: length.max })
  }
  return null
}

export function checkFullName(text: string): string | null {
  const name = text.trim()
  if (isBlank(name)) {
    return t('Full name is required')
  }
  if (notInLines.test(name)) {
    return t('Full name cannot contain line breaks or invisible characters')
  }
  return visibleLength(name) < fullNameLength.min
    ? t('Full name must be at least {min} characters', { min: fullNameLength.min })
    : checkLength(t('Full name'), name, fullNameLength)
}

export function checkUsername(text: string): string | null {
  const username = text.trim()
  return (
    checkLength(t('Username'), username, usernameLength) ??
    (usernameShape.test(username)
      ? null
      : t('Username can only contain letters, numbers, underscores, and hyphens'))
  )
}

/**
 * Accepts one plain address that nodemailer can deliver to. Refuses quoted local parts, comments, lists and addresses
 * in brackets, because nodemailer could send them to a different recipient or to none.
 */
export function checkEmail(text: string): string | null {
  const email = text.trim()
  if (email === '') {
    return t('Email is required')
  }
  return codePoints(email) <= emailMaxLength && isPlainAddress(email)
    ? null
    : t('Please enter a valid email address')
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

export function checkPassword(text: string): string | null {
  return checkLength(t('Password'), text, passwordLength)
}

/** Checks a password that is entered to sign in. Every password is valid that is not empty. */
export function checkSignInPassword(text: string): string | null {
  return text === '' ? t('Password is required') : null
}

export function checkCurrentPassword(text: string): string | null {
  return text === '' ? t('Current password is required') : null
}

/** The settings form requires six characters and the server eight, so both messages can appear (ACC-SETTINGS-28). */
export const changePasswordMinLength = 6
export function checkNewPassword(text: string): string | null {
  return codePoints(text) < changePasswordMinLength
    ? t('Password must be at least 6 characters long')
    : checkPassword(text)
}

export function checkAccessCode(text: string): string | null {
  return checkLength(t('Access code'), text.trim(), accessCodeLength)
}

/** Checks an access code where everyone may register without one. */
export function checkOptionalCode(text: string): string | null {
  return text.trim() === '' ? null : checkAccessCode(text)
}

/** Checks an address entered at registration. An empty address is valid, because the step can be skipped. */
export function checkAddress(text: string): string | null {
  const address = text.trim()
  if (address === '') {
    return null
  }
  return visibleLength(address) < addressMinLength || codePoints(address) > addressMaxLength
    ? t('Please enter a complete address')
    : null
}

export function checkBio(text: string): string | null {
  return codePoints(text.trim()) > bioMaxLength
    ? t('Bio must be less than {max} characters', { max: bioMaxLength })
    : null
}

/**
 * Checks an address in the profile. An empty address removes the stored one. One message covers every invalid address,
 * even one that is too long.
 */
export function checkProfileAddress(text: string): string | null {
  return (
    checkAddress(text) && t('Address must be at least 10 characters long for voting district verification')
  )
}

const resetTokenLength = 64

/**
 * Checks a token in the browser and on the server. A token of the wrong length gets the same message as an expired one.
 */
export function checkResetToken(token: string): string | null {
  return token.length === resetTokenLength ? null : deadResetLink
}
