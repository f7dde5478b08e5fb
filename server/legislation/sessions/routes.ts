import * as sessions from '#contract/sessions.ts'
import { read } from '#server/platform/http/route/read.ts'
import { listLegislativeSessions } from './queries.ts'

export const sessionRoutes = [
  read(sessions.listLegislativeSessions, ({ db, input }) => listLegislativeSessions(db, input)),
]
