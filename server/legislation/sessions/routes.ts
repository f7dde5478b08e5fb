import { listLegislativeSessions } from '#contract/sessions.ts'
import { read } from '#server/platform/http/route/read.ts'
import { selectSessions } from './queries.ts'

export const sessionRoutes = [read(listLegislativeSessions, ({ db, input }) => selectSessions(db, input))]
