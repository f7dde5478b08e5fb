import { getAdministration } from '#contract/administration/administration.ts'
import type { openSessions } from '#server/members/accounts/signIn/sessions.ts'
import { administratorRead } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { administrationBrandingRoutes } from './branding/routes.ts'
import { codeRoutes } from './codes/routes.ts'
import { memberRoutes } from './members/routes.ts'
import { operationRoutes } from './operation/routes.ts'
import { statisticsRoutes } from './statistics/routes.ts'

/** Returns the routes of the administration screens. Each folder beside this file has the routes of one tab. */
export function administrationRoutes(settings: {
  publicOrigin: string
  smtpUrl: string | null
  refreshBranding: () => Promise<void>
  sessions: Pick<ReturnType<typeof openSessions>, 'forgetMember'>
}): Route[] {
  return [
    administratorRead(getAdministration, async () => ({ role: 'administrator' as const })),
    ...administrationBrandingRoutes(settings.refreshBranding),
    ...codeRoutes(settings),
    ...memberRoutes(settings),
    ...operationRoutes(settings),
    ...statisticsRoutes(),
  ]
}
