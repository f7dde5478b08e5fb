import { getBranding, saveBranding } from '#contract/branding/branding.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { save } from './save.ts'
import { selectStoredBranding } from './stored.ts'

/** @param refresh is called after a change, so that the next page of this process shows the new branding. */
export function administrationBrandingRoutes(refresh: () => Promise<void>): Route[] {
  return [
    administratorRead(getBranding, async ({ db }) => ({ branding: await selectStoredBranding(db) })),
    administratorWrite(saveBranding, async ({ db, me, input, afterCommit }) => {
      afterCommit(refresh)
      return { branding: await save(db, me, input) }
    }),
  ]
}
