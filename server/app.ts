import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { getHealth } from '../contract/health.ts'
import { refuse } from '../contract/refusals.ts'
import { accountRoutes } from './accounts/routes.ts'
import { liveTokens, openSessions } from './accounts/sessions.ts'
import { billRoutes, stanceRoute } from './bills/routes.ts'
import { leaveBills } from './bills/leaving.ts'
import { serveSharedBills } from './bills/sharing.ts'
import { leaveDiscussions } from './discussions/leaving.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { leaveGroups } from './groups/leaving.ts'
import { groupRoutes } from './groups/routes.ts'
import { admission } from './kit/admission.ts'
import { requestLimits, type Pool } from './kit/db.ts'
import type { Env } from './kit/env.ts'
import { addSafetyHeaders } from './kit/headers.ts'
import { mountRoutes, openHttp } from './kit/http.ts'
import { describeApi } from './kit/openapi.ts'
import { readPage, servePages } from './kit/pages.ts'
import { route } from './kit/route.ts'
import type { Storage } from './kit/storage.ts'
import { serveUploads } from './kit/uploads.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { streamRoute } from './notifications/streamRoute.ts'
import { openStreams } from './notifications/streams.ts'
import { startFollowerNews } from './notifications/tellFollowers.ts'
import { startExports } from './people/export.ts'
import { flagLookalike } from './moderation/flagging.ts'
import { leaveReports } from './moderation/leaving.ts'
import { reportRoutes } from './moderation/routes.ts'
import { pictureRoutes } from './people/picture.ts'
import { peopleRoutes } from './people/routes.ts'
import { openResolver } from './places/resolve.ts'
import { placeRoutes } from './places/routes.ts'
import { representativeRoutes } from './representatives/routes.ts'
import { startUpkeep } from './upkeep.ts'

export type AppSettings = Pick<
  Env,
  | 'publicOrigin'
  | 'rateLimits'
  | 'passwordBlocklist'
  | 'trustProxy'
  | 'production'
  | 'smtpUrl'
  | 'censusGeocoderUrl'
>

type AppParts = {
  pool: Pool
  log: FastifyBaseLogger
  settings: AppSettings
  storage: Storage
  /** Folder of the built pages. */
  dist: string
  /** On in tests: see RouteKit. */
  checkWritten?: boolean
}

/** The whole product behind one HTTP server: the API, and the pages beside it. */
export async function makeApp({
  pool,
  log,
  settings,
  storage,
  dist,
  checkWritten = false,
}: AppParts): Promise<FastifyInstance> {
  const sessions = openSessions()
  const resolve = openResolver({ censusGeocoderUrl: settings.censusGeocoderUrl, log })
  const exports = startExports({ pool, storage, rules: settings, log })
  const followerNews = startFollowerNews(pool, log)
  const streams = openStreams(pool, log, (tokens) => liveTokens(pool, tokens))
  const routes = [
    healthRoute,
    ...accountRoutes(sessions, settings, flagLookalike, resolve),
    // Comments before bills: the first locks what both touch, and the people, whom groups lock first.
    ...peopleRoutes({
      sessions,
      rules: settings,
      storage,
      resolve,
      leaving: [leaveDiscussions, leaveBills, leaveGroups, leaveReports],
      wakeExports: exports.wake,
      named: flagLookalike,
    }),
    ...pictureRoutes(settings, storage),
    ...placeRoutes(sessions.forgetMember, settings),
    ...billRoutes,
    stanceRoute(followerNews.wake),
    ...discussionRoutes,
    ...groupRoutes(settings),
    ...representativeRoutes(settings),
    ...reportRoutes(settings),
    ...notificationRoutes,
    streamRoute(streams),
  ]
  // Reads share connections, so more of them are let in at once.
  const reads = admission({ atOnce: requestLimits.connections * 8, waiting: 1_000, waitMs: 2_000 })
  const app = openHttp(log, settings.trustProxy)
  addSafetyHeaders(app, settings.publicOrigin)
  mountRoutes(app, routes, {
    pool,
    whoIs: sessions.whoIs,
    // Two connections stay free for reads, whatever the writes wait for.
    transactions: admission({ atOnce: requestLimits.connections - 2, waiting: 500, waitMs: 2_000 }),
    reads,
    rateLimits: settings.rateLimits,
    strict: !settings.production,
    checkWritten,
  })

  // Before anything waits for open answers to end.
  app.addHook('preClose', async () => streams.stop())
  const endUpkeep = startUpkeep(pool, storage, resolve, log)
  app.addHook('onClose', async () => {
    endUpkeep()
    await Promise.all([exports.stop(), followerNews.stop()])
  })

  const document = describeApi(routes.map((one) => one.endpoint))
  app.get('/api/openapi.json', () => document)
  serveUploads(app, storage)
  const { publicOrigin, rateLimits } = settings
  serveSharedBills(app, { pool, reads, page: readPage(dist), publicOrigin, rateLimits })
  await servePages(app, dist)
  return app
}

const healthRoute = route(getHealth, async ({ db }) => {
  try {
    await db`select 1`
  } catch {
    refuse('database_unavailable')
  }
  return { status: 'ok' as const }
})
