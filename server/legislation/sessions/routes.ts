import { listLegislativeSessions } from '#contract/bills/legislativeSessions.ts'
import { read } from '#server/platform/http/route/read.ts'
import { selectSessions } from './queries.ts'

export const sessionRoutes = [read(listLegislativeSessions, ({ db, input }) => selectSessions(db, input))]
