import { getAdministration, getStatistics } from '#contract/administration/administration.ts'
import { getBranding, removeLogo, saveBranding } from '#contract/branding/branding.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { logoUpload } from './branding/logoUpload.ts'
import { saveBranding as save, saveLogo } from './branding/saveBranding.ts'
import { selectStoredBranding } from './branding/storedBranding.ts'
import { codeRoutes } from './codes/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { selectOpenSteps } from './operation/openSteps.ts'
import { operationRoutes } from './operation/routes.ts'
import { readStatistics } from './statistics/read.ts'

/** Returns the routes of the administration screens. Each folder beside this file has the routes of one tab. */
export function administrationRoutes(settings: {
  publicOrigin: string
  smtpUrl: string | null
  rateLimits: boolean
  refreshBranding: () => Promise<void>
  sessions: Pick<ReturnType<typeof openSessions>, 'forgetMember'>
}): Route[] {
  return [
    administratorRead(getAdministration, async ({ db }) => ({
      role: 'administrator' as const,
      open_steps: await selectOpenSteps(db, settings.smtpUrl !== null),
    })),
    ...administrationBrandingRoutes(settings),
    ...codeRoutes(settings),
    ...memberRoutes(settings),
    ...operationRoutes(settings),
    ...statisticsRoutes(),
  ]
}

/** `refreshBranding` is called after a change so that the next page of this process shows the new branding. */
function administrationBrandingRoutes(settings: {
  rateLimits: boolean
  refreshBranding: () => Promise<void>
}): Route[] {
  const { refreshBranding } = settings
  return [
    administratorRead(getBranding, async ({ db }) => ({ branding: await selectStoredBranding(db) })),
    administratorWrite(saveBranding, async ({ db, me, input, afterCommit }) => {
      afterCommit(refreshBranding)
      return { branding: await save(db, me, input) }
    }),
    logoUpload(settings),
    administratorWrite(removeLogo, async ({ db, me, afterCommit }) => {
      afterCommit(refreshBranding)
      return { branding: await saveLogo(db, me, null) }
    }),
  ]
}

function statisticsRoutes(): Route[] {
  return [
    administratorRead(getStatistics, async ({ db, input }) => ({
      statistics: await readStatistics(db, input),
    })),
  ]
}
