import * as z from 'zod/mini'
import { endpoint, Id } from '#contract/kit/endpoint.ts'
import { Stance } from '#contract/stances.ts'
import { governmentLevels } from './billContent.ts'
import { WordsLanguage } from './billTranslation.ts'

/** The page that lists the bills, the latest official action first. Anyone can read it, and the server renders it. */
export const billListPath = '/bills'

/** A comment as a visitor reads it: the author's first name and initial, and no place. */
const PublicComment = z.object({
  author: z.string(),
  content: z.string(),
  /** The language of the text. Null if it is not known. */
  language: z.nullable(z.string()),
  /** Null if the author keeps stances private. */
  stance: z.nullable(Stance),
})
export type PublicComment = z.infer<typeof PublicComment>

/** The bill on the sign-in page, with the comment that changed most minds. */
const FeaturedBill = z.object({
  bill_id: Id,
  /** The path of its page, without the leading slash. */
  path: z.string(),
  jurisdiction: z.string(),
  government_level: z.enum(governmentLevels),
  bill_code: z.string(),
  title: z.string(),
  /** One sentence of the summary: the first that says what the bill would do. */
  sentence: z.string(),
  /** The language of the sentence. */
  sentence_language: z.string(),
  /** What happened last, with its day, and what comes next. Null if it is not known. */
  event: z.nullable(z.string()),
  support_count: z.number(),
  oppose_count: z.number(),
  neutral_count: z.number(),
  learning_count: z.number(),
  comment: PublicComment,
  /** The comment that it answered. Null if it answered none, or if visitors may not read that one. */
  answered: z.nullable(PublicComment),
  /** How many people say that the comment changed their mind. */
  change_count: z.number(),
})
export type FeaturedBill = z.infer<typeof FeaturedBill>

/**
 * Returns the bill of a place whose discussion changed most minds in the last 90 days, for the sign-in page. Without a
 * place, or if the place has no such bill, it is the bill of the first place. `places` lists the places that have one. Names of
 * places and what happened last are in the language of the parameter.
 */
export const getFeaturedBill = endpoint('GET /api/featured-bill', {
  access: 'open',
  input: { place: z.optional(z.string().check(z.maxLength(200))), language: WordsLanguage },
  output: {
    places: z.array(z.object({ jurisdiction: z.string(), name: z.string() })),
    bill: z.nullable(FeaturedBill),
  },
})
