import { getStatistics } from '../../../contract/administration/statistics.ts'
import type { Route } from '../../http/route/route.ts'
import { administratorRead } from '../../moderation/cases/operatorRoute.ts'
import { readStatistics } from './read.ts'

export function statisticsRoutes(): Route[] {
  return [
    administratorRead(getStatistics, async ({ db, input }) => ({
      statistics: await readStatistics(db, input),
    })),
  ]
}
