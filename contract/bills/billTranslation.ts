import * as z from 'zod/mini'
import { BillSections } from './billContent.ts'

/** Hurd's own words about a bill in the language of the parameter `language`, as far as they are translated. */
export const BillTranslation = z.object({
  language: z.string(),
  summary: z.optional(z.string()),
  bill_sections: z.optional(BillSections),
})

/** The code of the language in which the reader wants Hurd's own words, such as "es". */
export const WordsLanguage = z.optional(z.string().check(z.maxLength(35)))
