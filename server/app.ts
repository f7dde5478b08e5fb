import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { fetchTexts } from './legislation/bills/import/fetchTexts.ts'
import { billRoutes, textRoute } from './legislation/bills/routes.ts'
import { committeeRoutes } from './legislation/committees/routes.ts'
import { startEventClock } from './legislation/hearings/reminders.ts'
import { openGeocoder } from './legislation/places/geocoder.ts'
import { placeRoutes } from './legislation/places/routes.ts'
import { representativeRoutes } from './legislation/representatives/routes.ts'
import { sessionRoutes } from './legislation/sessions/routes.ts'
import { versionRoutes } from './legislation/texts/routes.ts'
import { voteEventRoutes } from './legislation/votes/routes.ts'
import { accountRoutes } from './members/accounts/routes.ts'
import { liveTokens, openSessions } from './members/accounts/signIn/sessions.ts'
import { startExports } from './members/people/export.ts'
import { pictureRoutes } from './members/people/pictures/picture.ts'
import { peopleRoutes } from './members/people/routes.ts'
import { serveLegalPages } from './operations/administration/branding/legalPages.ts'
import { administrationRoutes } from './operations/administration/routes.ts'
import { openLedgerCopy, startLedgerCopy } from './operations/deletions/ledgerCopy.ts'
import { accountParts } from './operations/deletions/parts.ts'
import { appealRoutes } from './operations/moderation/appeals/routes.ts'
import { caseRoutes } from './operations/moderation/cases/routes.ts'
import { cohortRoutes } from './operations/moderation/cohorts/routes.ts'
import { flagLookalike } from './operations/moderation/flagging.ts'
import { flagReturningMember } from './operations/moderation/returningMembers.ts'
import { reportRoutes } from './operations/moderation/routes.ts'
import { serveMetrics } from './operations/monitoring/serveMetrics.ts'
import { startDigests } from './participation/alerts/digests/digest.ts'
import { serveUnsubscribe } from './participation/alerts/digests/unsubscribePage.ts'
import { startUpdateFanout } from './participation/alerts/fanout.ts'
import { alertRoutes } from './participation/alerts/routes.ts'
import { discussionRoutes } from './participation/discussions/routes.ts'
import { feedRoutes } from './participation/feed/routes.ts'
import { groupRoutes } from './participation/groups/routes.ts'
import { startMessageFollowUps } from './participation/messages/followUps.ts'
import { messageRoutes } from './participation/messages/routes.ts'
import { startChangeFanout } from './participation/notifications/changeFanout.ts'
import { startVoteNotifications } from './participation/notifications/pendingVotes.ts'
import { notificationRoutes } from './participation/notifications/routes.ts'
import { startStanceFanout } from './participation/notifications/stanceFanout.ts'
import { streamRoute } from './participation/notifications/streamRoute.ts'
import { openStreams } from './participation/notifications/streams.ts'
import { startPushDelivery } from './participation/push/deliver.ts'
import { pushRoutes } from './participation/push/routes.ts'
import { searchRoutes } from './participation/search/routes.ts'
import { bookmarkRoutes } from './participation/stances/bookmarks.ts'
import { startCounterFolding } from './participation/stances/counterFolding.ts'
import { districtStancesRoute } from './participation/stances/districtStances.ts'
import { outdatedStancesRoute } from './participation/stances/outdatedStances.ts'
import {
  type AcceptedStance,
  confirmStanceRoute,
  getStanceRoute,
  stanceRoute,
} from './participation/stances/stance.ts'
import { stancesOverTimeRoute } from './participation/stances/stancesOverTime.ts'
import { signText } from './participation/tally/core/checkpoint.ts'
import { ackText } from './participation/tally/core/logLines.ts'
import { receiptFiles } from './participation/tally/exportFiles.ts'
import { tallyRoutes } from './participation/tally/routes.ts'
import { startTallyState } from './participation/tally/signingKey.ts'
import { translationRoutes } from './participation/translations/routes.ts'
import { welcomeRoutes } from './participation/welcome/routes.ts'
import { brandPages } from './platform/branding/brandedPages.ts'
import { brandStyles } from './platform/branding/brandStyles.ts'
import { openBranding } from './platform/branding/currentBranding.ts'
import { serveLogo } from './platform/branding/logo.ts'
import { brandingRoute } from './platform/branding/routes.ts'
import { siteFooter } from './platform/branding/siteFooter.ts'
import { serveManifest } from './platform/branding/webManifest.ts'
import { admission } from './platform/http/admission.ts'
import type { ConnectionLimits } from './platform/http/clientConnections.ts'
import { refuseCrossSite } from './platform/http/crossSite.ts'
import { readEndpointNames } from './platform/http/endpointNames.ts'
import { addSafetyHeaders } from './platform/http/headers.ts'
import { healthRoutes, type HealthChecks } from './platform/http/health.ts'
import { mountRoutes, openHttp } from './platform/http/http.ts'
import { describeApi } from './platform/http/openapi.ts'
import { readPage, servePages } from './platform/http/pages/pages.ts'
import { serveRobots } from './platform/http/pages/robots.ts'
import { openReadLimits } from './platform/http/readLimits.ts'
import { openReplica } from './platform/http/replica/replica.ts'
import { deviceCookieName, sessionCookieName } from './platform/http/sessionCookie.ts'
import { serveUploads } from './platform/http/uploads.ts'
import { noWriteLimit, openWriteLimit } from './platform/limits/writeLimit.ts'
import { requestLimits, type DatabaseTarget, type Pool } from './platform/postgres/db.ts'
import { Memory } from './platform/records/memory.ts'
import type { Env } from './platform/settings/env.ts'
import { callerIp } from './platform/settings/networks.ts'
import type { FileStorage, Storage } from './platform/storage/storage.ts'
import { openTranslator } from './platform/translation/translator.ts'
import { serveAccessibility } from './publishing/accessibility/accessibilityPage.ts'
import { serveCalendars } from './publishing/calendars/serveCalendars.ts'
import { serveEmbedBuilder } from './publishing/embed/builder.ts'
import { serveEmbeds } from './publishing/embed/embed.ts'
import { serveOembed } from './publishing/embed/oembed.ts'
import { feedUrlRoutes } from './publishing/feeds/routes.ts'
import { serveFeeds } from './publishing/feeds/serveFeeds.ts'
import { redirectPublicPaths } from './publishing/openData/billPaths.ts'
import { startBulkFiles } from './publishing/openData/bulk/bulkWorker.ts'
import { serveBulkFiles } from './publishing/openData/bulk/serveBulkFiles.ts'
import { servePublicDescription } from './publishing/openData/description.ts'
import { openToOtherSites, refusePublicApi } from './publishing/openData/publicRoute.ts'
import { startReleases } from './publishing/openData/release/releaseWorker.ts'
import { keyRoutes, publicRoutes } from './publishing/openData/routes.ts'
import { serveBillList } from './publishing/sharing/billList.ts'
import { featuredBillRoute } from './publishing/sharing/featuredBill.ts'
import { serveSharedBills } from './publishing/sharing/sharing.ts'
import { unknownPageSender } from './publishing/sharing/unknownPage.ts'
import { serveOpenPages } from './publishing/transparency/openPages.ts'
import { serveTransparency } from './publishing/transparency/serveTransparency.ts'

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
  | 'mailFrom'
  | 'pushServices'
  | 'censusGeocoderUrl'
  | 'billTexts'
  | 'publicApi'
  | 'billTextMirror'
  | 'sources'
  | 'deletionLedger'
  | 'deletionLedgerKey'
  | 'registration'
  | 'sections'
  | 'translators'
>

export type AppParts = {
  pool: Pool
  /** Tests pass their own, to make the server forget what they change in the database. */
  memory?: Memory
  /** A streaming replica of the pool's database, or null if there is none. */
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
  memory = new Memory(pool),
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
  const translator = openTranslator(settings.translators, log)
  const branding = await openBranding(pool, log, { ...settings, translations: [...translator.pairs] })
  const sessions = openSessions()
  const geocode = openGeocoder({ censusGeocoderUrl: settings.censusGeocoderUrl, log })
  const exports = startExports({
    pool,
    storage,
    rules: settings,
    log,
    receiptFiles: (db, user_id, publicOrigin) => receiptFiles(db, memory, user_id, publicOrigin),
  })
  const stanceFanout = startStanceFanout(pool, log)
  const tally = await startTallyState(pool, log)
  const acknowledge = (stance: AcceptedStance) => signText(tally.key(), ackText(stance))
  const changeFanout = startChangeFanout(pool, log)
  const counterFolding = startCounterFolding(pool, log)
  const updateFanout = startUpdateFanout(pool, log)
  const digests = startDigests({ pool, rules: settings, log })
  const pushDelivery = startPushDelivery(pool, settings, log)
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
    ...accountRoutes(sessions, settings, flagLookalike, flagReturningMember, geocode),
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
    ...sessionRoutes,
    ...feedRoutes,
    ...bookmarkRoutes,
    getStanceRoute,
    stancesOverTimeRoute,
    districtStancesRoute,
    ...versionRoutes,
    stanceRoute(stanceFanout.notify, acknowledge),
    confirmStanceRoute(acknowledge),
    ...tallyRoutes(settings),
    outdatedStancesRoute,
    textRoute(texts.request),
    ...discussionRoutes,
    ...groupRoutes,
    ...translationRoutes({ translator, rateLimits: settings.rateLimits }),
    ...representativeRoutes(settings),
    ...messageRoutes(settings),
    ...voteEventRoutes,
    ...committeeRoutes,
    ...searchRoutes,
    ...welcomeRoutes,
    featuredBillRoute,
    ...reportRoutes(settings),
    ...caseRoutes(settings),
    ...cohortRoutes(settings),
    ...appealRoutes(settings),
    ...administrationRoutes({ ...settings, sessions, refreshBranding: branding.refresh }),
    brandingRoute(branding.current),
    ...notificationRoutes,
    ...alertRoutes(settings),
    ...pushRoutes(settings),
    ...feedUrlRoutes(settings),
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
    memory,
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
    writeLimit: settings.rateLimits ? openWriteLimit() : noWriteLimit,
    cookieName: sessionCookieName(settings.publicOrigin),
    deviceCookieName: deviceCookieName(settings.publicOrigin),
    strict: !settings.production,
    checkJsonBytes,
  })

  // This hook runs before Fastify waits for open responses, because event streams never end by themselves.
  app.addHook('preClose', async () => streams.stop())
  const ledgerCopy = startLedgerCopy(copyLedger, log)
  app.addHook('onClose', async () => {
    const workers = [
      ledgerCopy,
      exports,
      stanceFanout,
      tally,
      changeFanout,
      counterFolding,
      updateFanout,
      digests,
      ...(pushDelivery ? [pushDelivery] : []),
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
  const names = await readEndpointNames()
  // The document is serialized once, because it is large and anyone may request it. Most instances never need it.
  let document: Buffer | null = null
  app.get('/api/openapi.json', async (request, reply) => {
    if (rateLimits) await readLimits.countVisit(callerIp(request))
    document ??= Buffer.from(
      JSON.stringify(
        describeApi(
          routes.map(({ endpoint }) => endpoint),
          names,
        ),
      ),
    )
    return reply.type('application/json; charset=utf-8').send(document)
  })
  if (settings.publicApi) {
    servePublicDescription(app, openRoutes, names)
    redirectPublicPaths(app, { pool, visitorReads, readLimits, rateLimits })
    serveBulkFiles(app, { pool, storage: bulkStorage, visitorReads, readLimits, rateLimits })
  }
  serveMetrics(app, {
    pool,
    memory,
    replica,
    streams,
    admissions: { transactions, reads, visitorReads },
    deliversMail: settings.smtpUrl !== null,
    sendsPushes: settings.pushServices.length > 0,
    token: settings.metricsToken,
  })
  serveUploads(app, storage)
  serveLogo(app, { pool, visitorReads, current: branding.current })
  serveRobots(app)
  serveManifest(app, branding.current)
  const footer = () =>
    siteFooter(branding.current(), { hasPublicApi: settings.publicApi, checkpoint: tally.checkpoint() })
  const page = readPage(dist, () => {
    const { name, logo, brand_color } = branding.current()
    return { name, logo, styles: brandStyles(brand_color), footer: footer() }
  })
  const visits = { pool, visitorReads, readLimits, publicOrigin, rateLimits, branding: branding.current }
  const bills = { ...visits, page, indexSharedBills }
  const sharing = serveSharedBills(app, { ...bills, memory })
  serveBillList(app, bills)
  serveEmbeds(app, bills)
  serveEmbedBuilder(app, bills)
  serveOembed(app, bills)
  serveFeeds(app, visits)
  await serveTransparency(app, visits)
  serveCalendars(app, visits)
  await serveUnsubscribe(app, { ...visits, page })
  serveLegalPages(app, { ...visits, page })
  serveOpenPages(app, { ...visits, page })
  serveAccessibility(app, { publicOrigin, page, branding: branding.current })
  const changePage = brandPages(dist, branding.current, footer)
  const sendUnknownPage = unknownPageSender({ ...visits, page })
  await servePages(app, dist, { ...sharing, sendUnknownPage, changePage })
  return app
}
