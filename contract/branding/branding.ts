import * as z from 'zod/mini'
import { checkEmail, notInLines } from '#contract/accounts/accountFields.ts'
import { administratorRefusals } from '#contract/administration/administration.ts'
import { checkedText, endpoint, Time, wholeNumberBetween } from '#contract/kit/endpoint.ts'
import { formatNumber } from '#contract/kit/format.ts'
import { codePoints, isBlank } from '#contract/kit/text.ts'
import { t } from '#contract/kit/translate.ts'
import { checkBrandColor } from './brandColors.ts'
import { defaultName, registrations, sections, type Registration, type Section } from './pageBranding.ts'

/**
 * The branding of an instance: its name, its color, its contact, its legal texts, and the line that election law requires.
 * The form and the server use the same checks, so their messages match.
 */

const brandingLimits = {
  name: 40,
  contact: 300,
  electionLine: 300,
  legalText: 20_000,
} as const

/** What the settings of the server say about an instance. Pages show it together with the branding. */
export type InstanceSettings = {
  registration: Registration
  sections: Section[]
  /** The pairs of languages between which comments and posts can be translated, such as "es-en". */
  translations: string[]
}

/** What every page shows of its instance. */
export type Instance = Branding & InstanceSettings

/** The logo of the instance: its URL, which another logo never gets, and its size in pixels. */
const Logo = z.object({ url: z.string(), width: z.number(), height: z.number() })
export type Logo = z.infer<typeof Logo>

/** The public branding. A field that the operators have not set is an empty string. */
export type Branding = {
  name: string
  contact_email: string
  /** An address or a telephone number. It may have several lines. */
  contact_text: string
  /** A line such as "Paid for by …", which is shown below every page and every email. */
  election_law_line: string
  /** The color in the form #rrggbb. An empty string stands for the color of Hurd. */
  brand_color: string
  /** Pages and emails show it in place of the wordmark. Null if the operators have uploaded none. */
  logo: Logo | null
  /** The URLs of the terms and of the privacy policy. They are pages of this site or of another site. */
  terms_url: string
  privacy_url: string
  /** The version rises with every change. It is 0 if nothing was ever set. */
  version: number
}

/** The branding of an instance whose operators have set nothing. */
export const defaultBranding: Branding = {
  name: defaultName,
  contact_email: '',
  contact_text: '',
  election_law_line: '',
  brand_color: '',
  logo: null,
  terms_url: '',
  privacy_url: '',
  version: 0,
}

export function checkSiteName(text: string): string | null {
  const name = text.trim()
  if (isBlank(name)) {
    return t('Enter a name')
  }
  // An email header cannot show these characters as they are.
  if (notInLines.test(name) || /[<>]/.test(name)) {
    return t('The name cannot contain line breaks, angle brackets or invisible characters')
  }
  return codePoints(name) > brandingLimits.name
    ? t('The name must be at most {max} characters', { max: brandingLimits.name })
    : null
}

export function checkContactEmail(text: string): string | null {
  return text.trim() === '' ? null : checkEmail(text)
}

export function checkContactText(text: string): string | null {
  return checkOptional(t('The contact'), text, brandingLimits.contact)
}

/** Checks the election-law line. It has only one line, because it is shown at the end of a page. */
export function checkElectionLine(text: string): string | null {
  const line = text.trim()
  return notInLines.test(line)
    ? t('The line cannot contain line breaks or invisible characters')
    : checkOptional(t('The line'), line, brandingLimits.electionLine)
}

/** Checks the terms or the privacy policy, which are paragraphs of plain text or only a link. */
export function checkLegalText(text: string): string | null {
  const trimmed = text.trim()
  if (/^http:\/\/\S+$/i.test(trimmed)) {
    return t('The link must begin with https://')
  }
  return checkOptional(t('The text'), trimmed, brandingLimits.legalText)
}

function checkOptional(label: string, text: string, max: number): string | null {
  return codePoints(text.trim()) > max
    ? t('{label} must be at most {max} characters', { label, max: formatNumber(max) })
    : null
}

const fields = {
  name: z.string(),
  brand_color: z.string(),
  contact_email: z.string(),
  contact_text: z.string(),
  election_law_line: z.string(),
  logo: z.nullable(Logo),
  version: z.number(),
}

const StoredBranding = z.object({
  ...fields,
  terms: z.string(),
  privacy: z.string(),
  /** The time of the latest change, or null if the branding was never set. */
  updated_at: z.nullable(Time),
})
export type StoredBranding = z.infer<typeof StoredBranding>

export const getBranding = endpoint('GET /api/administration/branding', {
  access: 'active',
  input: {},
  output: { branding: StoredBranding },
  refuses: administratorRefusals,
})

/**
 * Replaces all fields. `version` is the version with which the form was opened. The call is refused if another
 * administrator has saved a newer version in the meantime.
 */
export const saveBranding = endpoint('PUT /api/administration/branding', {
  access: 'active',
  input: {
    version: wholeNumberBetween(0, 1_000_000),
    name: checkedText(checkSiteName),
    contact_email: checkedText(checkContactEmail),
    contact_text: checkedText(checkContactText),
    election_law_line: checkedText(checkElectionLine),
    brand_color: checkedText(checkBrandColor),
    terms: checkedText(checkLegalText),
    privacy: checkedText(checkLegalText),
  },
  output: { branding: StoredBranding },
  refuses: [...administratorRefusals, 'branding_changed'],
})

/**
 * Stores the logo in place of the former one. The body is multipart/form-data, with one file field `logo`. The version of the
 * branding rises by one.
 */
export const uploadLogo = endpoint('POST /api/administration/branding/logo', {
  access: 'active',
  input: {},
  file: 'logo',
  output: { branding: StoredBranding },
  refuses: [
    ...administratorRefusals,
    'no_file',
    'picture_type',
    'picture_too_large',
    'logo_shape',
    'logo_unseen',
    'overloaded',
    'too_many_attempts',
  ],
})

/** Deletes the logo. Without one, nothing changes. */
export const removeLogo = endpoint('DELETE /api/administration/branding/logo', {
  access: 'active',
  input: {},
  output: { branding: StoredBranding },
  refuses: administratorRefusals,
})

/** Returns the branding that every page shows, who may register, and the sections. Pages contain it already, so only other programs need this call. */
export const readBranding = endpoint('GET /api/branding', {
  access: 'open',
  input: {},
  output: {
    branding: z.object({
      ...fields,
      terms_url: z.string(),
      privacy_url: z.string(),
      registration: z.enum(registrations),
      sections: z.array(z.enum(sections)),
      translations: z.array(z.string()),
    }),
  },
})
