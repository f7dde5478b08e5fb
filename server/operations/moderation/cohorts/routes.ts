import {
  decideCohortMember,
  getCohort,
  listCohortMembers,
  listCohorts,
} from '#contract/moderation/cohorts.ts'
import { operatorRead, operatorWrite } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { readCohort, selectCohortMembers, selectCohorts } from './cohorts.ts'
import { decideCohortMember as decide } from './decide.ts'

/** Returns the routes of the tab that shows groups of accounts that look coordinated. */
export function cohortRoutes({ publicOrigin }: { publicOrigin: string }): Route[] {
  return [
    operatorRead(listCohorts, ({ db, input }) => selectCohorts(db, input)),
    operatorRead(getCohort, ({ db, input }) => readCohort(db, input.cohort_id)),
    operatorRead(listCohortMembers, ({ db, me, input }) => selectCohortMembers(db, me, input)),
    operatorWrite(decideCohortMember, async ({ db, me, input }) => ({
      member: await decide(db, me, input, publicOrigin),
    })),
  ]
}
