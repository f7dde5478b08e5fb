import * as tally from '#contract/tally.ts'
import { read } from '#server/platform/http/route/read.ts'
import { countAttempts, type LimitRule } from '#server/platform/limits/limits.ts'
import { getTallyReceipt, getTally } from './receipt.ts'
import { getTallySample } from './sample.ts'

const sampleLimit: LimitRule = { rule: 'tally_sample', attempts: 60, seconds: 60 * 60 }

export const tallyRoutes = ({ rateLimits }: { rateLimits: boolean }) => [
  read(tally.getTally, ({ db, input }) => getTally(db, input.id)),
  // The receipt notes that the leaves have to be kept.
  read(
    tally.getTallyReceipt,
    async ({ db, memory, me, input }) => ({
      receipt: await getTallyReceipt(db, memory, me.user_id, input.id, input.day),
    }),
    { onPrimary: true },
  ),
  read(
    tally.getTallySample,
    async ({ db, memory, me, input }) => {
      if (rateLimits) await countAttempts(db, [{ rule: sampleLimit, subject: me.user_id }])
      return getTallySample(db, memory, input.id, input.day)
    },
    { onPrimary: true },
  ),
]
