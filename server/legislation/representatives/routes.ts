import * as representatives from '#contract/representatives.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Env } from '#server/platform/settings/env.ts'
import { listDistrictChoices, listRepresentatives } from './directory.ts'

export const representativeRoutes = (settings: Pick<Env, 'smtpUrl'>) => [
  read(representatives.listRepresentatives, ({ db, me, input }) =>
    listRepresentatives(db, me, input, settings),
  ),
  read(representatives.listDistrictChoices, ({ db, me, input }) =>
    listDistrictChoices(db, me, input, settings),
  ),
]
