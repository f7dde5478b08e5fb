import { language } from '#contract/kit/translate.ts'
import { languages, readBillTexts } from './catalogs.ts'

const texts = new Map(languages.map(({ code }) => [code, readBillTexts(code)]))

/**
 * Returns the translation of Hurd's own words about a bill, or null if there is none. The English text is the key, so a summary
 * that has changed since it was translated is shown in English.
 */
export function billText(english: string, code = language()): string | null {
  return texts.get(code)?.get(english) ?? null
}

/** Returns Hurd's own words about a bill with the language they are in: the current one if they are translated. */
export function wordsAndLanguage(english: string): { words: string; lang: string } {
  const translated = billText(english)
  return translated === null ? { words: english, lang: 'en' } : { words: translated, lang: language() }
}
