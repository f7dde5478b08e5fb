import * as accounts from '#contract/accounts/accounts.ts'
import { write } from '#server/platform/http/route/write.ts'
import { updateWelcome } from './progress.ts'

export const welcomeRoutes = [
  write(accounts.updateWelcome, async ({ db, me, input }) => ({
    welcome: await updateWelcome(db, me, input),
  })),
]
