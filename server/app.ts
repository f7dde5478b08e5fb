import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { accountRoutes } from './accounts/routes.ts'
import { liveTokens, openSessions } from './accounts/signIn/sessions.ts'
import { serveLegalPages } from './administration/branding/legalPages.ts'
import { administrationRoutes } from './administration/routes.ts'
import { serveCalendars } from './alerts/calendars/serveCalendars.ts'
import { startDigests } from './alerts/digests/digest.ts'
import { serveUnsubscribe } from './alerts/digests/unsubscribePage.ts'
import { startUpdateFanout } from './alerts/fanout.ts'
import { serveFeeds } from './alerts/feeds/serveFeeds.ts'
import { alertRoutes } from './alerts/routes.ts'
import { startCounterFolding } from './bills/counterFolding.ts'
import { serveEmbedBuilder } from './bills/embed/builder.ts'
import { serveEmbeds } from './bills/embed/embed.ts'
import { serveOembed } from './bills/embed/oembed.ts'
import { fetchTexts } from './bills/import/fetchTexts.ts'
import { billRoutes, textRoute } from './bills/routes.ts'
import { serveSharedBills } from './bills/sharing/sharing.ts'
import { confirmStanceRoute, stanceRoute } from './bills/stance.ts'
import { versionRoutes } from './bills/versions/routes.ts'
import { brandPages } from './branding/brandedPages.ts'
import { brandStyles } from './branding/brandStyles.ts'
import { openBranding } from './branding/currentBranding.ts'
import { brandingRoute } from './branding/routes.ts'
import { siteFooter } from './branding/siteFooter.ts'
import { committeeRoutes } from './committees/routes.ts'
import { openLedgerCopy, startLedgerCopy } from './deletions/ledgerCopy.ts'
import { accountParts } from './deletions/parts.ts'
import { discussionRoutes } from './discussions/routes.ts'
import { startEventClock } from './events/reminders.ts'
import { groupRoutes } from './groups/routes.ts'
import type { ConnectionLimits } from './http/clientConnections.ts'
import { refuseCrossSite } from './http/crossSite.ts'
import { addSafetyHeaders } from './http/headers.ts'
import { healthRoutes, type HealthChecks } from './http/health.ts'
import { mountRoutes, openHttp } from './http/http.ts'
import { describeApi } from './http/openapi.ts'
import { readPage, servePages } from './http/pages/pages.ts'
import { serveRobots } from './http/pages/robots.ts'
import { openReadLimits } from './http/readLimits.ts'
import { openReplica } from './http/replica/replica.ts'
import { deviceCookieName, sessionCookieName } from './http/sessionCookie.ts'
import { serveUploads } from './http/uploads.ts'
import { admission } from './kit/admission.ts'
import type { Env } from './kit/env/env.ts'
import { callerAddress } from './kit/networks.ts'
import { appealRoutes } from './moderation/appeals/routes.ts'
import { caseRoutes } from './moderation/cases/routes.ts'
import { cohortRoutes } from './moderation/cohorts/routes.ts'
import { flagLookalike } from './moderation/flagging.ts'
import { flagReturning } from './moderation/returning.ts'
import { reportRoutes } from './moderation/routes.ts'
import { startVoteNotifications } from './notifications/pendingVotes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { startStanceFanout } from './notifications/stanceFanout.ts'
import { streamRoute } from './notifications/streamRoute.ts'
import { openStreams } from './notifications/streams.ts'
import { redirectPublicAddresses } from './openData/addresses.ts'
import { startBulkFiles } from './openData/bulk/bulkWorker.ts'
import { serveBulkFiles } from './openData/bulk/serveBulkFiles.ts'
import { servePublicDescription } from './openData/description.ts'
import { openToOtherSites, refusePublicApi } from './openData/publicRoute.ts'
import { startReleases } from './openData/release/releaseWorker.ts'
import { keyRoutes, publicRoutes } from './openData/routes.ts'
import { serveMetrics } from './operations/serveMetrics.ts'
import { startExports } from './people/export.ts'
import { pictureRoutes } from './people/pictures/picture.ts'
import { peopleRoutes } from './people/routes.ts'
import { openGeocoder } from './places/geocoder.ts'
import { placeRoutes } from './places/routes.ts'
import { requestLimits, type DatabaseTarget, type Pool } from './postgres/db.ts'
import { startMessageFollowUps } from './representatives/messages/followUps.ts'
import { representativeRoutes } from './representatives/routes.ts'
import { searchRoutes } from './search/routes.ts'
import type { FileStorage, Storage } from './storage/storage.ts'
import { voteEventRoutes } from './voteEvents/routes.ts'
import { welcomeRoutes } from './welcome/routes.ts'

export type AppSettings = Pick<
  Env,
  | 'publicOrigin'
  | 'indexSharedBills'
  | 'rateLimits'
  | 'limits'
  | 'maxConnections'
  | 'metricsToken'
  | 'passwordBlocklist'
  | 'trustProxy'
  | 'production'
  | 'smtpUrl'
  | 'censusGeocoderUrl'
  | 'billTexts'
  | 'publicApi'
  | 'billTextMirror'
  | 'sources'
  | 'deletionLedger'
  | 'deletionLedgerKey'
>

export type AppParts = {
  pool: Pool
  /** A streaming replica of the pool's database. Null if there is none. */
  replicaTarget?: DatabaseTarget | null
  log: FastifyBaseLogger
  settings: AppSettings
  storage: Storage
  /** The storage of the bulk files of open data. */
  bulkStorage: FileStorage
  health: HealthChecks
  /** The folder of the built pages. */
  dist: string
  /** Tests set shorter time limits. */
  connections?: Partial<ConnectionLimits> | undefined
  /** Tests set this field. `ServerContext` explains it. */
  checkJsonBytes?: boolean
}

/** Creates the HTTP server with the API and the pages, and starts the background workers. */
export async function makeApp({
  pool,
  replicaTarget = null,
  log,
  settings,
  storage,
  bulkStorage,
  health,
  dist,
  connections = {},
  checkJsonBytes = false,
}: AppParts): Promise<FastifyInstance> {
  const replica = replicaTarget ? await openReplica(pool, replicaTarget, log) : null
  const branding = await openBranding(pool, log)
  const sessions = openSessions()
  const geocode = openGeocoder({ censusGeocoderUrl: settings.censusGeocoderUrl, log })
  const exports = startExports({ pool, storage, rules: settings, log })
  const stanceFanout = startStanceFanout(pool, log)
  const counterFolding = startCounterFolding(pool, log)
  const updateFanout = startUpdateFanout(pool, log)
  const digests = startDigests({ pool, rules: settings, log })
  const voteNotifications = startVoteNotifications(pool, log)
  const messageFollowUps = startMessageFollowUps(pool, log)
  const releases = startReleases(pool, log)
  const bulkFiles = settings.publicApi ? [startBulkFiles({ pool, storage: bulkStorage, log })] : []
  const eventClock = startEventClock(pool, log)
  const texts = fetchTexts(pool, settings, log)
  const copyLedger = openLedgerCopy(pool, settings)
  const streams = openStreams(pool, log, (tokens) => liveTokens(pool, tokens))
  const routes = [
    ...healthRoutes(health),
    ...accountRoutes(sessions, settings, flagLookalike, flagReturning, geocode),
    ...peopleRoutes({
      sessions,
      rules: settings,
      storage,
      geocode,
      parts: accountParts(settings),
      onLedgerChange: copyLedger,
      notifyExportWorker: exports.notify,
      named: flagLookalike,
    }),
    ...pictureRoutes(settings, storage),
    ...placeRoutes(sessions.forgetMember, settings),
    ...billRoutes,
    ...versionRoutes,
    stanceRoute(stanceFanout.notify),
    confirmStanceRoute,
    textRoute(texts.request),
    ...discussionRoutes(),
    ...groupRoutes(settings),
    ...representativeRoutes(settings),
    ...voteEventRoutes,
    ...committeeRoutes,
    ...searchRoutes,
    ...welcomeRoutes,
    ...reportRoutes(settings),
    ...caseRoutes(settings),
    ...cohortRoutes(settings),
    ...appealRoutes(settings),
    ...administrationRoutes({ ...settings, sessions, refreshBranding: branding.refresh }),
    brandingRoute(branding.current),
    ...notificationRoutes,
    ...alertRoutes(settings),
    streamRoute(streams),
    ...keyRoutes(settings),
  ]
  const openRoutes = settings.publicApi ? publicRoutes() : []
  const readLimits = openReadLimits(settings.limits)
  // Reads share connections, so more of them run at the same time.
  const reads = admission({ atOnce: requestLimits.connections * 8, waiting: 1_000, waitMs: 2_000 })
  const visitorReads = admission({
    atOnce: 4,
    waiting: 300,
    waitMs: 2_000,
    behind: { first: reads, patienceMs: 50 },
  })
  const app = openHttp(log, {
    trustProxy: settings.trustProxy,
    publicOrigin: settings.publicOrigin,
    connections: { max: settings.maxConnections, ...connections },
  })
  // Two connections stay free for reads, even when all writes wait for locks.
  const transactions = admission({ atOnce: requestLimits.connections - 2, waiting: 500, waitMs: 2_000 })
  addSafetyHeaders(app, settings.publicOrigin)
  refuseCrossSite(app, settings.publicOrigin)
  openToOtherSites(app)
  if (!settings.publicApi) refusePublicApi(app)
  mountRoutes(app, [...routes, ...openRoutes], {
    pool,
    replica,
    findMember: sessions.whoIs,
    wasLive: sessions.wasLive,
    tokenLookups: admission({ atOnce: 2, waiting: 1_000, waitMs: 2_000 }),
    keyLookups: admission({ atOnce: 1, waiting: 200, waitMs: 2_000 }),
    transactions,
    reads,
    visitorReads,
    rateLimits: settings.rateLimits,
    readLimits,
    cookieName: sessionCookieName(settings.publicOrigin),
    deviceCookieName: deviceCookieName(settings.publicOrigin),
    strict: !settings.production,
    checkJsonBytes,
  })

  // This hook runs before Fastify waits for open answers, because event streams never end by themselves.
  app.addHook('preClose', async () => streams.stop())
  const ledgerCopy = startLedgerCopy(copyLedger, log)
  app.addHook('onClose', async () => {
    const workers = [
      ledgerCopy,
      exports,
      stanceFanout,
      counterFolding,
      updateFanout,
      digests,
      voteNotifications,
      messageFollowUps,
      eventClock,
      branding,
      texts,
      releases,
      ...bulkFiles,
    ]
    await Promise.all([replica?.stop(), ...workers.map((worker) => worker.stop())])
  })

  const { publicOrigin, indexSharedBills, rateLimits } = settings
  // The document is serialized once, because it is large and anyone may request it.
  const documentBytes = Buffer.from(JSON.stringify(describeApi(routes.map(({ endpoint }) => endpoint))))
  app.get('/api/openapi.json', async (request, reply) => {
    if (rateLimits) await readLimits.countVisit(callerAddress(request))
    return reply.type('application/json; charset=utf-8').send(documentBytes)
  })
  if (settings.publicApi) {
    servePublicDescription(app, openRoutes)
    redirectPublicAddresses(app, { pool, visitorReads, readLimits, rateLimits })
    serveBulkFiles(app, { pool, storage: bulkStorage, visitorReads, readLimits, rateLimits })
  }
  serveMetrics(app, {
    pool,
    replica,
    streams,
    admissions: { transactions, reads, visitorReads },
    deliversMail: settings.smtpUrl !== null,
    token: settings.metricsToken,
  })
  serveUploads(app, storage)
  serveRobots(app)
  const footer = () => siteFooter(branding.current(), { hasPublicApi: settings.publicApi })
  const page = readPage(dist, () => {
    const { name, brand_color } = branding.current()
    return { name, styles: brandStyles(brand_color), footer: footer() }
  })
  const visits = { pool, visitorReads, readLimits, publicOrigin, rateLimits, branding: branding.current }
  const bills = { ...visits, page, indexSharedBills }
  const sharing = serveSharedBills(app, bills)
  serveEmbeds(app, bills)
  serveEmbedBuilder(app, bills)
  serveOembed(app, bills)
  serveFeeds(app, visits)
  serveCalendars(app, visits)
  await serveUnsubscribe(app, { ...visits, page })
  serveLegalPages(app, { ...visits, page })
  const changePage = brandPages(dist, branding.current, footer)
  await servePages(app, dist, { ...sharing, changePage })
  return app
}
