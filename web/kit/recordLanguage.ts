import { language } from '#contract/kit/translate.ts'

/** The `lang` of elements that show titles and texts of bills, which are in English. Pages in English need no attribute. */
export const recordLanguage = language() === 'en' ? undefined : 'en'
