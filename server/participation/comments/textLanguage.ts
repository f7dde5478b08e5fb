import { detectLanguage } from '#contract/kit/detectLanguage.ts'
import { language } from '#contract/kit/translate.ts'

/**
 * Returns the language of a text: the one that its author chose, or the recognized one. A text that is too short has the language
 * in which its author sees the pages.
 */
export function textLanguage(text: string, chosen: string | null): string {
  return chosen ?? detectLanguage(text) ?? language()
}
