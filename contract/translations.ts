import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { endpoint, Id } from './kit/endpoint.ts'

/** The texts of members that can be translated. */
const translatedTargets = ['bill_comment', 'group_post', 'group_comment'] as const
export type TranslatedTarget = (typeof translatedTargets)[number]

/** A part of a translated text. What could not be translated safely stays as its author wrote it. */
export const TranslatedPart = z.object({ text: z.string(), is_translated: z.boolean() })
export type TranslatedPart = z.infer<typeof TranslatedPart>

/**
 * Translates a comment or post by the program that the operator configured, or returns the stored translation. Names, numbers,
 * codes of bills and quotations stay as they are. `parts` together are the whole text.
 */
export const translateText = endpoint('POST /api/translations', {
  access: 'user',
  input: {
    target_type: z.enum(translatedTargets, { error: msg('Invalid target') }),
    target_id: Id,
    to: z.string().check(z.regex(/^[a-z]{2,3}$/, { error: msg('Invalid language') })),
  },
  output: { from: z.string(), to: z.string(), parts: z.array(TranslatedPart) },
  refuses: ['text_not_found', 'not_translatable', 'translation_failed', 'too_many_attempts'],
})
