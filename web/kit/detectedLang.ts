import { detectLanguage } from '#contract/kit/detectLanguage.ts'
import { langOf } from './textLanguage.ts'

/**
 * Returns the `lang` of an element that shows a text whose language is not stored. Undefined if it is in the language of the page, or
 * not recognized.
 */
export function detectedLang(text: string): string | undefined {
  return langOf(detectLanguage(text))
}
