import { language } from '#contract/kit/translate.ts'

/** Returns the `lang` of an element that shows a member's text, or undefined if it is in the language of the page. */
export function langOf(textLanguage: string | null | undefined): string | undefined {
  return textLanguage && textLanguage !== language() ? textLanguage : undefined
}
