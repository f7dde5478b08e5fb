import { getTally, getTallyReceipt, getTallySample } from '#contract/tally.ts'
import { read } from '#server/platform/http/route/read.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import { readReceipt, readTally } from './receipt.ts'
import { readSample } from './sample.ts'

const sampleLimit: LimitRule = { rule: 'tally_sample', attempts: 60, seconds: 60 * 60 }

export const tallyRoutes = ({ rateLimits }: { rateLimits: boolean }) => [
  read(getTally, ({ db, input }) => readTally(db, input.id)),
  // The receipt notes that the leaves have to be kept.
  read(
    getTallyReceipt,
    async ({ db, memory, me, input }) => ({
      receipt: await readReceipt(db, memory, me.user_id, input.id, input.day),
    }),
    { onPrimary: true },
  ),
  read(
    getTallySample,
    async ({ db, memory, me, input }) => {
      if (rateLimits) await countAttempts(db, [{ rule: sampleLimit, subject: me.user_id }])
      return readSample(db, memory, input.id, input.day)
    },
    { onPrimary: true },
  ),
]
