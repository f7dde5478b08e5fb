/** The build replaces this name with the language of the pages. */
declare const builtLanguage: string | undefined

/**
 * The `lang` of elements that show titles and texts of bills, which are in English. Pages in English need no attribute. The
 * build knows the value, so what only pages in another language need is not in the pages in English.
 */
export const recordLanguage = typeof builtLanguage !== 'string' || builtLanguage === 'en' ? undefined : 'en'
