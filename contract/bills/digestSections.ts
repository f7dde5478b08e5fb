import { storedText, type StoredText } from '#contract/kit/textPatterns.ts'
import { language, msg, t } from '#contract/kit/translate.ts'

/** The build replaces this name. Pages in English then need none of these texts. */
declare const builtLanguage: string | undefined

const names: readonly StoredText[] = [
  [/^Sec(?:tion|\.) (?<number>.+)$/, msg('Section {number}')],
  [/^Enacting section (?<number>.+)$/, msg('Enacting section {number}')],
  [/^Only section$/, msg('Only section')],
  [/^Title (?<number>.+)$/, msg('Title {number}')],
  [/^Titles (?<number>.+)$/, msg('Titles {number}')],
  [/^Whereas clauses$/, msg('Whereas clauses')],
  [/^Resolved clause$/, msg('Resolved clause')],
  [/^Application$/, msg('Application')],
]

/**
 * Returns the name of the section of the bill that a point of a digest is about. Most sections have only a number or a
 * letter in the digest, and others already read as a name ("Title II", "§ 3", "Whereas clauses").
 */
export function digestSectionName(number: string): string {
  if (/^\d/.test(number)) {
    return t('Section {number}', { number })
  }
  return (typeof builtLanguage === 'string' && builtLanguage === 'en') || language() === 'en'
    ? number
    : storedText(names, number)
}
