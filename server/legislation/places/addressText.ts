import { addressMaxLength } from '#contract/accounts/accountFields.ts'
import { stateCode } from './names.ts'

/** The longest text that is examined, in characters. Blanks and punctuation may make an address longer than it is. */
const longestText = addressMaxLength * 4
// People copy these words from forms. They say what the next words are and are no part of the address.
const formLabel =
  /(?<![\p{L}\p{N}])(?:(?:street |mailing |home )?address(?: line)?(?: [12])?|street|city|town|state|county|zip ?code|zip|postal code)\s*:/giu
const zipLabel = /(?<![\p{L}\p{N}])(?:zip ?code|zip|postal code)\.?\s+(?=\d{5}(?!\d))/giu
const dash = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/gu
/** "US-WY", the code of a state after ISO 3166-2 */
const isoCode = /^us-(\p{L}{2})$/iu
/** "Cheyenne/WY/82001", "Cheyenne/Wyoming 82001" */
const slashBeforeEnd = /(?<=\p{L}{2})\/(?=(?:\p{L}[\p{L} .]{1,20}[\s/]?)?\d{5}(?!\d))/gu
/** "112 - 10 Jamaica Ave" */
const loneHyphen = /(?<=\d)\s+-\s+(?=\d)/gu
/** "82001/1234", "82001.1234", "82001+1234", "82001_1234" */
const zipExtension = /(?<![\p{L}\d])(\d{5})[/.+_](?=\d{4}(?![\p{L}\d]))/gu
/** "WY82001", "WY-82001", "Cheyenne82001-1234" */
const wordAndZip = /^(\p{L}{2,})[.-]?(\d{5}(?:-\d{4})?)\.?$/u
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
    .trim()
    .replaceAll(/^['‘’`]+|['‘’`]+$/gu, '')
    .replaceAll('\u2044', '/')
    .replaceAll(dash, '-')
    .replaceAll(loneHyphen, '-')
    .replaceAll(zipExtension, '$1-')
    .replaceAll(slashBeforeEnd, ',')
    .replaceAll(formLabel, ',')
    .replaceAll(zipLabel, ' ')
    .split(/[,;\r\n|()[\]{}<>"“”«»•·]/)
    .map((part) => part.split(/[\s\p{Cc}]+/u).filter((word) => /[\p{L}\p{N}#]/u.test(word)))
    .filter((part) => part.length > 0)
  if (parts.length === 0 || parts.flat().join(' ').length > addressMaxLength) return null
  return parts.map((part, index) =>
    part.flatMap((word, position) =>
      splitWord(word.replace(/^-+(?=\d)/, ''), index === parts.length - 1 && position === part.length - 1),
    ),
  )
}

function splitWord(word: string, isLast: boolean): string[] {
  const [, before, zip] = wordAndZip.exec(word) ?? []
  if (before && zip && (isLast || stateCode(before))) return [...splitWord(before, false), zip]
  const [, iso] = isoCode.exec(word) ?? []
  if (iso && stateCode(iso)) return [iso]
  const [, code, after] = zipAndCode.exec(word) ?? []
  if (code && after && stateCode(after)) return [code, after]
  const [, city, state] = nameAndCode.exec(word) ?? []
  if (city && state && stateCode(state)) return [city, state]
  const [, number, name] = numberAndName.exec(word) ?? []
  return number && name ? [number, name] : [word]
}
