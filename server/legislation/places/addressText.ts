import { addressMaxLength } from '#contract/accounts/accountFields.ts'
import { stateCode } from './names.ts'

/** The longest text that is examined, in characters. Blanks and punctuation may make an address longer than it is. */
const longestText = addressMaxLength * 4
// People copy these words from forms. They say what the next words are and are no part of the address.
const formLabel =
  /(?<![\p{L}\p{N}])(?:(?:street |mailing |home )?address(?: line)?(?: [12])?|street|city|town|state|county|zip ?code|zip|postal code)\s*:/giu
const zipLabel = /(?<![\p{L}\p{N}])(?:zip ?code|zip|postal code)\.?\s+(?=\d{5}(?!\d))/giu
const dash = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu
/** "WY82001", "Cheyenne82001-1234" */
const wordAndZip = /^(\p{L}{2,})\.?(\d{5}(?:-\d{4})?)\.?$/u
/** "82001WY" */
const zipAndCode = /^(\d{5}(?:-\d{4})?)(\p{L}{2})$/u
/** "CheyenneWY" */
const nameAndCode = /^(.*\p{Ll})(\p{Lu}{2})$/u
/** "18Lantern", but not "5th" */
const numberAndName = /^(\d+)(\p{Lu}\p{Ll}+)$/u

/**
 * Splits an address into its parts at commas, line breaks and parentheses, and each part into words. It writes all dashes
 * as hyphens, removes the labels of forms, and separates words that are written without a blank. Null if the text is too
 * long or has no letter or digit. Runs in linear time.
 */
export function splitAddress(text: string): string[][] | null {
  if (text.length > longestText) return null
  const parts = text
    // Otherwise "12½" would become "121⁄2".
    .replaceAll(/(?<=\d)(?=[\u00bc-\u00be\u2150-\u215e])/gu, ' ')
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll('\u2044', '/')
    .replaceAll(dash, '-')
    .replaceAll(formLabel, ',')
    .replaceAll(zipLabel, ' ')
    .split(/[,;\r\n|()[\]{}<>"“”«»•·]/)
    .map((part) => part.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}#]/u.test(word)))
    .filter((part) => part.length > 0)
  if (parts.length === 0 || parts.flat().join(' ').length > addressMaxLength) return null
  return parts.map((part, index) =>
    part.flatMap((word, position) =>
      splitWord(word, index === parts.length - 1 && position === part.length - 1),
    ),
  )
}

function splitWord(word: string, isLast: boolean): string[] {
  const [, before, zip] = wordAndZip.exec(word) ?? []
  if (before && zip && (isLast || stateCode(before))) return [...splitWord(before, false), zip]
  const [, code, after] = zipAndCode.exec(word) ?? []
  if (code && after && stateCode(after)) return [code, after]
  const [, city, state] = nameAndCode.exec(word) ?? []
  if (city && state && stateCode(state)) return [city, state]
  const [, number, name] = numberAndName.exec(word) ?? []
  return number && name ? [number, name] : [word]
}
