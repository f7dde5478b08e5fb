import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'

/** The language of a text, as a code of ISO 639 such as "es". Null if it is not known, or if the text was deleted or hidden. */
export const TextLanguage = z.nullable(z.string())

/** The language that the author of a text chose. Without a choice, the server recognizes it. */
export const LanguageChoice = z._default(
  z.nullable(z.string().check(z.regex(/^[a-z]{2,3}$/, { error: msg('Invalid language') }))),
  null,
)
