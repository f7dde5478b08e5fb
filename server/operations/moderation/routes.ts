import { createReport } from '#contract/moderation/reports.ts'
import { type Route } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import { createReport as create } from './report.ts'

export function reportRoutes(rules: { rateLimits: boolean }): Route[] {
  return [
    write(createReport, async ({ db, me, input, respondAsRepeat }) => {
      const { report_id, isNew } = await create(db, me, input, rules)
      if (!isNew) respondAsRepeat()
      return { report_id }
    }),
  ]
}
