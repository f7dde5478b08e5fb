import { join } from 'node:path'
import { sections, type Registration, type Section } from '#contract/branding/pageBranding.ts'
import type { TracingSettings } from '#server/platform/observability/openTelemetry.ts'
import { EnvVariables } from './envVariables.ts'
import type { LimitSettings } from './limitSettings.ts'
import { isOrigin, type PushService } from './pushServices.ts'
import { readTracing } from './tracingSettings.ts'
import type { TranslatorCommands } from './translatorSettings.ts'

/** The settings in effect. docs/operating.md lists the names and defaults of the variables. */
export type Env = {
  /** The port. 0 until the server has chosen a free one. */
  port: number
  host: string
  /** The origin of links in email and shared links, without a trailing slash. */
  publicOrigin: string
  /** True if search engines may index the pages of shared bills. They may never index other pages. */
  indexSharedBills: boolean
  /** The absolute path of the folder with the embedded database, the uploads and the deletion ledger. */
  dataDir: string
  /** The file that lists deleted accounts, for a restore from an older backup. */
  deletionLedger: string
  /**
   * The key of the ledger. If null, a secret of the database is the key, and backups and a file beside the ledger
   * contain it.
   */
  deletionLedgerKey: string | null
  /** If true, ledger entries with an unknown key are skipped. Otherwise they keep Hurd from starting. */
  skipUnknownLedgerKeys: boolean
  /** If null, the embedded PostgreSQL in `dataDir` is used. */
  databaseUrl: string | null
  /** The kind of connection pooler between Hurd and the database of `databaseUrl`. */
  databasePooler: 'none' | 'transaction'
  /** True if statements are prepared under names. */
  databasePrepare: boolean
  /** The URL of a streaming replica of `databaseUrl`, which is used for reads. */
  databaseReplicaUrl: string | null
  rateLimits: boolean
  limits: LimitSettings
  /** The maximum number of open client connections. */
  maxConnections: number
  /** The bearer token of GET /metrics. If null, this path is not served. */
  metricsToken: string | null
  /** Statements that take at least this many milliseconds are logged by name. 0 turns this off. */
  slowStatementMs: number
  /** Null if there is no tracing. */
  tracing: TracingSettings | null
  drainSeconds: number
  passwordBlocklist: boolean
  demo: boolean
  /** Who may register. */
  registration: Registration
  /** The sections that the pages show. */
  sections: Section[]
  /** The addresses or networks of proxies whose forwarding headers are trusted. */
  trustProxy: string[]
  logLevel: EnvVariables['LOG_LEVEL']
  /** If null, email stays in the outbox. */
  smtpUrl: string | null
  /** The sender of every email: an address, or `Name <address>`. */
  mailFrom: string
  /** The services to which notifications for browsers are sent. If empty, none are sent. */
  pushServices: PushService[]
  /** The programs that translate comments and posts. Empty if there is none. */
  translators: TranslatorCommands
  /** If null, pictures are stored in `dataDir`/uploads. */
  s3: S3Settings | null
  /** The live sources of bills and people, by their names in `hurd sync`. */
  sources: Record<'congress' | 'openstates' | 'legistar', SourceSettings>
  /** The base URL of the Census Bureau's geocoder. If null, only the bundled gazetteer is used. */
  censusGeocoderUrl: string | null
  /** True if the text of a bill is fetched from its official source when a member first opens it. */
  billTexts: boolean
  /** True if /api/public/v1 and /bulk are served. */
  publicApi: boolean
  /** The URL of the document that names the newest release. If null, Hurd does not check for newer releases. */
  updateFeedUrl: string | null
  /** The base URL that is put in front of the URL of every bill text. If null, the sources are requested directly. */
  billTextMirror: string | null
  production: boolean
}

/** `url` is the base URL without a trailing slash. */
type SourceSettings = { url: string; key: string | null }

export type S3Settings = {
  /** The endpoint without a trailing slash. The name of the bucket follows in the path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Reports a setting with a wrong value. The message is one sentence that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Throws `SettingError` for the first variable with a wrong value. An empty value counts as unset. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const values = parseVariables(variables)
  const production = values.NODE_ENV === 'production'
  if (production && values.PUBLIC_ORIGIN === null) {
    throw new SettingError(
      'PUBLIC_ORIGIN must be set when NODE_ENV=production: it is the address of the links in email and of shared links.',
    )
  }
  if (values.DATABASE_REPLICA_URL && !values.DATABASE_URL) {
    throw new SettingError('DATABASE_REPLICA_URL needs DATABASE_URL: the embedded database has no replica.')
  }
  const demo = values.DEMO ?? !(values.DATABASE_URL || production)
  const publicOrigin = values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`
  const env: Env = {
    port: values.PORT,
    host: values.HOST,
    publicOrigin,
    indexSharedBills: values.INDEX_SHARED_BILLS,
    dataDir: values.DATA_DIR,
    deletionLedger: values.DELETION_LEDGER ?? join(values.DATA_DIR, 'deletions.ledger'),
    deletionLedgerKey: values.DELETION_LEDGER_KEY,
    skipUnknownLedgerKeys: values.DELETION_LEDGER_UNKNOWN_KEYS === 'skip',
    databaseUrl: values.DATABASE_URL,
    databasePooler: values.DATABASE_POOLER,
    // PgBouncer before 1.21 loses prepared statements, so they are off by default behind a pooler.
    databasePrepare: values.DATABASE_PREPARE ?? values.DATABASE_POOLER === 'none',
    databaseReplicaUrl: values.DATABASE_REPLICA_URL,
    rateLimits: values.RATE_LIMITS,
    limits: {
      registrations: values.LIMIT_REGISTRATIONS,
      wrongCodes: values.LIMIT_WRONG_CODES,
      passwordResets: values.LIMIT_PASSWORD_RESETS,
      reads: values.LIMIT_READS,
      anonymousReads: values.LIMIT_ANONYMOUS_READS,
      peopleReads: values.LIMIT_PEOPLE_READS,
    },
    maxConnections: values.MAX_CONNECTIONS,
    metricsToken: values.METRICS_TOKEN,
    slowStatementMs: values.SLOW_STATEMENT_MS,
    tracing: readTracing(values),
    drainSeconds: values.DRAIN_SECONDS,
    passwordBlocklist: values.PASSWORD_BLOCKLIST,
    demo,
    registration: values.REGISTRATION,
    // The content that comes with Hurd is invented, so it is shown only beside the demo members.
    sections: values.SECTIONS ?? (demo ? [...sections] : []),
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Hurd <no-reply@${new URL(publicOrigin).hostname}>`,
    pushServices: values.PUSH_SERVICES,
    translators: values.TRANSLATORS,
    s3: readS3(values),
    sources: {
      congress: { url: values.CONGRESS_API_URL, key: values.CONGRESS_API_KEY },
      openstates: { url: values.OPENSTATES_API_URL, key: values.OPENSTATES_API_KEY },
      legistar: { url: values.LEGISTAR_API_URL, key: values.LEGISTAR_API_KEY },
    },
    censusGeocoderUrl: values.GEOCODER === 'census' ? values.CENSUS_GEOCODER_URL : null,
    billTexts: values.BILL_TEXTS,
    publicApi: values.PUBLIC_API,
    updateFeedUrl: values.UPDATE_FEED_URL,
    billTextMirror: values.BILL_TEXT_MIRROR,
    production,
  }
  if (production) checkProduction(env)
  return env
}

function parseVariables(variables: Record<string, string | undefined>): EnvVariables {
  const trimmed = Object.entries(variables).map(([name, text]) => [name, text?.trim()])
  const parsed = EnvVariables.safeParse(Object.fromEntries(trimmed.filter(([, text]) => text)))
  if (parsed.success) return parsed.data
  throw new SettingError(parsed.error.issues[0]?.message ?? 'A setting has a wrong value.')
}

/** Reads the S3 variables. Either all of them must be set, or none. */
function readS3(values: EnvVariables): S3Settings | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => values[name] === null)) return null
  const read = (name: (typeof names)[number]) => {
    const value = values[name]
    if (value === null) throw new SettingError(`${name} must be set together with the other S3_ variables.`)
    return value
  }
  return {
    endpoint: read('S3_ENDPOINT'),
    region: values.S3_REGION,
    bucket: read('S3_BUCKET'),
    accessKeyId: read('S3_ACCESS_KEY_ID'),
    secretAccessKey: read('S3_SECRET_ACCESS_KEY'),
  }
}

function checkProduction(env: Env): void {
  if (!isSecureOrigin(new URL(env.publicOrigin))) {
    throw new SettingError(
      `PUBLIC_ORIGIN must begin with https:// when NODE_ENV=production: over http, others on the network can read the sessions.`,
    )
  }
  if (!env.rateLimits) throw refusedInProduction('RATE_LIMITS', 'off')
  if (!env.passwordBlocklist) throw refusedInProduction('PASSWORD_BLOCKLIST', 'off')
  if (env.demo) throw refusedInProduction('DEMO', 'on')
  const origin = env.pushServices.find(isOrigin)
  if (origin !== undefined) throw refusedInProduction('PUSH_SERVICES', origin)
}

/** Only https keeps sessions secret on the network. Loopback addresses need none, which browsers accept as well. */
function isSecureOrigin({ protocol, hostname }: URL): boolean {
  const isLoopback =
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  return protocol === 'https:' || isLoopback
}

function refusedInProduction(name: string, value: string): SettingError {
  return new SettingError(`${name}=${value} is refused when NODE_ENV=production.`)
}
