import { getStatistics } from '#contract/administration/administration.ts'
import { administratorRead } from '#server/operations/moderation/cases/operatorRoute.ts'
import type { Route } from '#server/platform/http/route/route.ts'
import { readStatistics } from './read.ts'

export function statisticsRoutes(): Route[] {
  return [
    administratorRead(getStatistics, async ({ db, input }) => ({
      statistics: await readStatistics(db, input),
    })),
  ]
}
