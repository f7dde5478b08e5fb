import * as cohorts from '#contract/moderation/cohorts.ts'
import { operatorRead, operatorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { getCohort, listCohortMembers, listCohorts } from './cohorts.ts'
import { decideCohortMember } from './decide.ts'

/** Returns the routes of the tab that shows groups of accounts that look coordinated. */
export function cohortRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    operatorRead(cohorts.listCohorts, ({ db, input }) => listCohorts(db, input)),
    operatorRead(cohorts.getCohort, ({ db, input }) => getCohort(db, input.cohort_id)),
    operatorRead(cohorts.listCohortMembers, ({ db, me, input }) => listCohortMembers(db, me, input)),
    operatorWrite(cohorts.decideCohortMember, async ({ db, me, input }) => ({
      member: await decideCohortMember(db, me, input, publicOrigin),
    })),
  ]
}
