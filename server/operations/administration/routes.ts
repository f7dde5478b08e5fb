import * as administration from '#contract/administration/administration.ts'
import * as branding from '#contract/branding/branding.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { administratorRead, administratorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { logoUpload } from './branding/logoUpload.ts'
import { saveBranding, saveLogo } from './branding/saveBranding.ts'
import { getBranding } from './branding/storedBranding.ts'
import { codeRoutes } from './codes/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { selectOpenSteps } from './operation/openSteps.ts'
import { operationRoutes } from './operation/routes.ts'
import { getStatistics } from './statistics/read.ts'

/** Returns the routes of the administration screens. Each folder beside this file has the routes of one tab. */
export function administrationRoutes(settings: {
  publicOrigin: string
  smtpUrl: string | null
  rateLimits: boolean
  refreshBranding: () => Promise<void>
  sessions: Pick<ReturnType<typeof openSessions>, 'forgetMember'>
}): Route[] {
  return [
    administratorRead(administration.getAdministration, async ({ db }) => ({
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
    administratorRead(branding.getBranding, async ({ db }) => ({ branding: await getBranding(db) })),
    administratorWrite(branding.saveBranding, async ({ db, me, input, afterCommit }) => {
      afterCommit(refreshBranding)
      return { branding: await saveBranding(db, me, input) }
    }),
    logoUpload(settings),
    administratorWrite(branding.removeLogo, async ({ db, me, afterCommit }) => {
      afterCommit(refreshBranding)
      return { branding: await saveLogo(db, me, null) }
    }),
  ]
}

function statisticsRoutes(): Route[] {
  return [
    administratorRead(administration.getStatistics, async ({ db, input }) => ({
      statistics: await getStatistics(db, input),
    })),
  ]
}
