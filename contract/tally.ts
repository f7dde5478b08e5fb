import * as z from 'zod/mini'
import { plural } from '#contract/kit/translate.ts'
import { endpoint, Id, type OutputOf } from './kit/endpoint.ts'
import { dayInput } from './kit/timeInput.ts'
import { Stance, StanceCounts } from './stances.ts'

/** A day in UTC that a tally covers. */
const Day = z.iso.date()
const day = z._default(z.nullable(dayInput()), null)

/** The public tally of a bill's stances: the newest one that is in a signed checkpoint. */
export const getTally = endpoint('GET /api/bills/:id/tally', {
  access: 'optional',
  input: { id: Id },
  output: {
    day: Day,
    counts: StanceCounts,
    current_version_counts: StanceCounts,
    /** How many of the stances belong to members whose stances are public. */
    public_stance_count: z.number(),
    total_stances: z.number(),
    /** The root of the sum tree over all stances, in hexadecimal. */
    root: z.string(),
    /** The position of the entry in the log. */
    entry_index: z.number(),
    /** The newest signed state of the log. */
    checkpoint: z.string(),
  },
  refuses: ['bill_not_found', 'tally_not_found'],
})
export type Tally = OutputOf<typeof getTally>

const PathStep = z.object({
  position: z.enum(['left', 'right']),
  hash: z.string(),
  sums: z.array(z.number()),
})

/** The proof that the viewer's stance is in the tally of a day, by default the newest one. Nobody else can read it. */
export const getTallyReceipt = endpoint('GET /api/bills/:id/tally/receipt', {
  access: 'user',
  input: { id: Id, day },
  output: {
    receipt: z.object({
      bill_id: Id,
      day: Day,
      user_id: Id,
      stance: Stance,
      version_no: z.number(),
      is_current: z.boolean(),
      nonce: z.string(),
      leaf: z.string(),
      leaf_index: z.number(),
      path: z.array(PathStep),
      entry: z.string(),
      entry_index: z.number(),
      log_size: z.number(),
      log_path: z.array(z.string()),
      checkpoint: z.string(),
    }),
  },
  refuses: ['bill_not_found', 'no_stance_yet', 'tally_not_found', 'tally_not_yet'],
})
export type TallyReceipt = OutputOf<typeof getTallyReceipt>['receipt']

/** How many public stances of an entry its sample reveals, and how many the entry needs to have a sample. */
export const sampleSize = 20

/** A sample of the public stances in the tally of a day, chosen by the checkpoint of a later day. Empty before that. */
export const getTallySample = endpoint('GET /api/bills/:id/tally/sample', {
  access: 'user',
  input: { id: Id, day },
  output: {
    day: Day,
    leaves: z.array(
      z.object({
        leaf: z.string(),
        user_id: Id,
        username: z.string(),
        stance: Stance,
        version_no: z.number(),
        nonce: z.string(),
      }),
    ),
  },
  refuses: ['bill_not_found', 'tally_not_found', 'too_many_attempts'],
})

/** Where everything is published that is needed to check the tally, and the page about it. */
export const transparencyPath = '/transparency'
/** The program that checks receipts and the tally. */
export const verifierPath = `${transparencyPath}/verify.mjs`

/** Says what a checkpoint of the log says, for comparing it with what other people were shown. */
export function checkpointWords(note: string): string {
  const [, size = '', root = ''] = note.split('\n')
  return plural(
    Number(size),
    'Public tally: {n} line, fingerprint {root}|Public tally: {n} lines, fingerprint {root}',
    { root },
  )
}
