import * as welcome from '#contract/accounts/welcome.ts'
import { write } from '#server/platform/http/route/write.ts'
import { updateWelcome } from './progress.ts'

export const welcomeRoutes = [
  write(welcome.updateWelcome, async ({ db, me, input }) => ({
    welcome: await updateWelcome(db, me, input),
  })),
]
