import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { endpoint, Id } from './kit/endpoint.ts'

/** Would the member have changed their mind without the comment that they credited? */
const mindChangeAnswers = ['yes', 'no', 'unsure', 'dismissed'] as const
const MindChangeAnswer = z.enum(mindChangeAnswers, { error: msg('Invalid answer') })
export type MindChangeAnswer = z.infer<typeof MindChangeAnswer>

/** The share is shown from this many answers "yes" and "no" on. */
export const minMindChangeAnswers = 20

/** Answers the question about a credited change. The answer can be changed for one day. */
export const answerMindChange = endpoint('POST /api/bills/comments/:id/mind-change', {
  access: 'active',
  input: { id: Id, would_have_changed_anyway: MindChangeAnswer },
  output: { would_have_changed_anyway: MindChangeAnswer },
  refuses: ['mind_change_not_found', 'answer_final', 'too_many_attempts'],
  idempotent: true,
})

const persuasionFields = {
  credited_changes: z.number(),
  answers: z.nullable(z.object({ yes: z.number(), no: z.number(), unsure: z.number() })),
  share: z.nullable(z.number()),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  left_out: z.nullable(z.number()),
}
export const Persuasion = z.object(persuasionFields)
export type Persuasion = z.infer<typeof Persuasion>

/**
 * Returns how members answered whether they would have changed their minds without the comments of a bill, or without one
 * comment. `share` is the fraction of "yes" among "yes" and "no", and `low` and `high` are its range. Everything but
 * `credited_changes` is null below `minMindChangeAnswers`. `left_out` are the answers of accounts that voted together, which
 * are not in the other numbers.
 */
export const getPersuasion = endpoint('GET /api/bills/:id/persuasion', {
  access: 'user',
  input: { id: Id, comment_id: z.optional(Id) },
  output: persuasionFields,
  refuses: ['bill_not_found', 'comment_not_found'],
})

/**
 * Returns the same numbers for the whole instance and by topic, as of the beginning of the month. `computed_at` is null before
 * the first computation.
 */
export const getPublicPersuasion = endpoint('GET /api/opinion/persuasion', {
  access: 'open',
  input: {},
  output: {
    computed_at: z.nullable(z.string()),
    instance: Persuasion,
    topics: z.array(z.extend(Persuasion, { topic: z.string() })),
  },
})
