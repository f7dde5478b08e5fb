/** The cookie that remembers the chosen language. It is not a secret, and the pages write it too. */
export const languageCookie = 'hurd_language'

/** The parameter of a link that chooses the language, such as `?lang=es`. */
export const languageParameter = 'lang'
