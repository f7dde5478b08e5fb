/**
 * How an instance presents itself: its name, its contact, and the line that election law requires. The form and the
 * server use the same checks, so their messages match.
 */
import { checkEmail } from './accountFields.ts'
import { defaultName } from './pageBranding.ts'
import { codePoints, isBlank } from './text.ts'

export const brandingLimits = {
  name: 40,
  contact: 300,
  electionLine: 300,
  legalText: 20_000,
} as const

/** What every reader may see. Empty strings stand for what the operators have not set. */
export type Branding = {
  name: string
  contact_email: string
  /** An address or a telephone number, in several lines. */
  contact_text: string
  /** "Paid for by …": below every page and every email. */
  election_law_line: string
  /** In the form #rrggbb. Empty: the color of Hurd. */
  brand_color: string
  /** The addresses of the terms and the privacy policy: a page of this site or of another one. */
  terms_url: string
  privacy_url: string
  /** Grows with every change; 0 while nothing was set. */
  version: number
}

/** Of an instance whose operators have set nothing. */
export const defaultBranding: Branding = {
  name: defaultName,
  contact_email: '',
  contact_text: '',
  election_law_line: '',
  brand_color: '',
  terms_url: '',
  privacy_url: '',
  version: 0,
}

// Control characters, and characters that are invisible or change the direction of the text around them.
const notInLines = /[\p{Cc}\p{Zl}\p{Zp}\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u

export function checkSiteName(text: string): string | null {
  const name = text.trim()
  if (isBlank(name)) return 'Enter a name'
  // Email headers cannot contain them, and a header would show them as something else.
  if (notInLines.test(name) || /[<>]/.test(name)) {
    return 'The name cannot contain line breaks, angle brackets or invisible characters'
  }
  return codePoints(name) > brandingLimits.name
    ? `The name must be at most ${brandingLimits.name} characters`
    : null
}

export function checkContactEmail(text: string): string | null {
  return text.trim() === '' ? null : checkEmail(text)
}

export function checkContactText(text: string): string | null {
  return checkOptional('The contact', text, brandingLimits.contact)
}

/** One line, because it stands at the end of a page. */
export function checkElectionLine(text: string): string | null {
  const line = text.trim()
  return notInLines.test(line)
    ? 'The line cannot contain line breaks or invisible characters'
    : checkOptional('The line', line, brandingLimits.electionLine)
}

/** The terms or the privacy policy: paragraphs of plain text, or nothing but a link. */
export function checkLegalText(text: string): string | null {
  const trimmed = text.trim()
  if (/^http:\/\/\S+$/i.test(trimmed)) return 'The link must begin with https://'
  return checkOptional('The text', trimmed, brandingLimits.legalText)
}

function checkOptional(label: string, text: string, max: number): string | null {
  return codePoints(text.trim()) > max
    ? `${label} must be at most ${max.toLocaleString('en-US')} characters`
    : null
}
