/** The build replaces this name with the language of the pages. */
declare const builtLanguage: string | undefined

/**
 * The `lang` of elements that show titles and texts of bills, which are in English. Pages in English need no attribute. The
 * build knows the value, so what only pages in another language need is not in the pages in English.
 */
export const recordLanguage = typeof builtLanguage !== 'string' || builtLanguage === 'en' ? undefined : 'en'

/**
 * The language in which reads ask for Hurd's own words about bills. The record itself is the same in every language. Pages in
 * English ask for none.
 */
const wordsLanguage = typeof builtLanguage !== 'string' || builtLanguage === 'en' ? undefined : builtLanguage

/** Adds the language to the parameters of a read that returns Hurd's own words about bills. */
export function addWordsLanguage(path: string, query: URLSearchParams): void {
  if (wordsLanguage && /^\/api\/(?:bills(?:\/:id|\/most-discussed)?|featured-bill|search)$/.test(path)) {
    query.append('language', wordsLanguage)
  }
}
