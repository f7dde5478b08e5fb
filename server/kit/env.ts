import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type LimitSettings, readLimitSettings } from './limitSettings.ts'
import { isAddressOrNetwork } from './networks.ts'

/** Where the live sources and the geocoder are, unless a setting says otherwise. */
const publicServices = {
  congress: 'https://api.congress.gov/v3',
  openstates: 'https://v3.openstates.org',
  legistar: 'https://webapi.legistar.com/v1',
  census: 'https://geocoding.geo.census.gov/geocoder',
}

/** Names that lead to public addresses or are not followed; any other host is one that the operator named. */
export const publicHosts: ReadonlySet<string> = new Set(
  Object.values(publicServices).map((address) => new URL(address).hostname),
)

/** The settings in force, read once at the start. Names and defaults: docs/operating.md. */
export type Env = {
  /** 0 until the server has picked a free port. */
  port: number
  host: string
  /** Origin of mailed and shared links, without a closing slash. */
  publicOrigin: string
  /** Lets search engines list the pages of shared bills; everything else stays out of their index. */
  indexSharedBills: boolean
  /** Absolute folder of embedded database, uploads and outbox. */
  dataDir: string
  /** The file that deleted accounts are written to, for a restore from an older backup. */
  deletionLedger: string
  /** Null: a secret of the database, which backups carry and a file beside the ledger holds. */
  deletionLedgerKey: string | null
  /** Skips ledger entries that were made with an unknown key, instead of refusing to start. */
  skipUnknownLedgerKeys: boolean
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  /** What stands between the instance and the database of `databaseUrl`. */
  databasePooler: 'none' | 'transaction'
  /** Statements are prepared under names. */
  databasePrepare: boolean
  /** Read and checked, but not used yet: null or not, PostgreSQL answers every read. */
  databaseReplicaUrl: string | null
  /** Read and checked, but not used yet: limits and messages go through PostgreSQL. */
  redisUrl: string | null
  rateLimits: boolean
  limits: LimitSettings
  /** Connections at one time; further ones are closed as they come. */
  maxConnections: number
  passwordBlocklist: boolean
  demo: boolean
  /** Addresses or networks of proxies whose forwarding header is believed. */
  trustProxy: string[]
  logLevel: LogLevel
  /** Null: mails wait in the outbox. */
  smtpUrl: string | null
  /** The sender of every mail: an address, or `Name <address>`. */
  mailFrom: string
  /** Null: pictures live in `dataDir`/uploads. */
  s3: S3Settings | null
  /** Live sources of bills and people, by their names in `hurd sync`. */
  sources: Record<'congress' | 'openstates' | 'legistar', SourceSettings>
  /** Base of the Census Bureau's geocoder, before `/geographies/…`; null: the bundled gazetteer alone. */
  censusGeocoderUrl: string | null
  /** Whether the text of a bill is fetched from its official source when it is first opened. */
  billTexts: boolean
  /** Base address that stands before every address of a bill's text; null: the sources themselves are asked. */
  billTextMirror: string | null
  production: boolean
}

/** Base address without a closing slash, and the key where there is one. */
type SourceSettings = { url: string; key: string | null }

export type S3Settings = {
  /** Without a closing slash; the bucket's name follows in the path. */
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used: one sentence that names the variable. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** Throws `SettingError` at the first variable with a wrong value. An empty value counts as unset. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const value = (name: string) => variables[name]?.trim() || null
  const production = value('NODE_ENV') === 'production'
  const databaseUrl = readDatabaseUrl('DATABASE_URL', value('DATABASE_URL'))
  const databasePooler = readChoice('DATABASE_POOLER', value, ['none', 'transaction'])
  const port = readPort(value('PORT') ?? '3000')
  if (production && value('PUBLIC_ORIGIN') === null) {
    throw new SettingError(
      'PUBLIC_ORIGIN must be set when NODE_ENV=production: it is the address that mailed and shared links lead to.',
    )
  }
  const publicOrigin = readOrigin(value('PUBLIC_ORIGIN') ?? `http://localhost:${port}`)

  const dataDir = readFolder(value('DATA_DIR') ?? 'data')

  const env: Env = {
    port,
    host: readHost(value('HOST') ?? '127.0.0.1'),
    publicOrigin,
    indexSharedBills: readSwitch('INDEX_SHARED_BILLS', value('INDEX_SHARED_BILLS') ?? 'off'),
    dataDir,
    deletionLedger: resolve(value('DELETION_LEDGER') ?? join(dataDir, 'deletions.ledger')),
    deletionLedgerKey: readLedgerKey(value('DELETION_LEDGER_KEY')),
    skipUnknownLedgerKeys: readChoice('DELETION_LEDGER_UNKNOWN_KEYS', value, ['refuse', 'skip']) === 'skip',
    databaseUrl,
    databasePooler,
    // Poolers before PgBouncer 1.21 lose prepared statements, so behind one they have to be asked for.
    databasePrepare: readSwitch(
      'DATABASE_PREPARE',
      value('DATABASE_PREPARE') ?? (databasePooler === 'none' ? 'on' : 'off'),
    ),
    databaseReplicaUrl: readDatabaseUrl('DATABASE_REPLICA_URL', value('DATABASE_REPLICA_URL')),
    redisUrl: readRedisUrl(value('REDIS_URL')),
    rateLimits: readSwitch('RATE_LIMITS', value('RATE_LIMITS') ?? 'on'),
    limits: readLimitSettings((variable, usual) => readCount(variable, value(variable) ?? String(usual))),
    maxConnections: readCount('MAX_CONNECTIONS', value('MAX_CONNECTIONS') ?? '5000'),
    passwordBlocklist: readSwitch('PASSWORD_BLOCKLIST', value('PASSWORD_BLOCKLIST') ?? 'on'),
    demo: readSwitch('DEMO', value('DEMO') ?? (databaseUrl || production ? 'off' : 'on')),
    trustProxy: readProxies(value('TRUST_PROXY') ?? ''),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info'),
    smtpUrl: readSmtpUrl(value('SMTP_URL')),
    mailFrom: readSender(value('MAIL_FROM') ?? `Hurd <no-reply@${new URL(publicOrigin).hostname}>`),
    s3: readS3(value),
    sources: {
      congress: readSource('CONGRESS', publicServices.congress, value),
      openstates: readSource('OPENSTATES', publicServices.openstates, value),
      legistar: readSource('LEGISTAR', publicServices.legistar, value),
    },
    censusGeocoderUrl: readGeocoder(value('GEOCODER') ?? 'gazetteer', value('CENSUS_GEOCODER_URL')),
    billTexts: readSwitch('BILL_TEXTS', value('BILL_TEXTS') ?? 'on'),
    billTextMirror: readMirror(value('BILL_TEXT_MIRROR')),
    production,
  }
  if (production) refuseInProduction(env)
  return env
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new SettingError(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  }
  return port
}

function readCount(name: string, text: string): number {
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text)
  throw new SettingError(`${name} must be a whole number from 1 to 9999999, not "${text}".`)
}

function readHost(text: string): string {
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text)
  if (isIP(text) || isName) return text
  throw new SettingError(`HOST must be an IP address or a host name, not "${text}".`)
}

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (isOrigin && !url.username && !url.password) return url.origin
  throw new SettingError(`PUBLIC_ORIGIN must be an address such as https://hurd.example, without a path.`)
}

function readFolder(text: string): string {
  if (text.includes('\0')) throw new SettingError('DATA_DIR must be the path of a folder.')
  return resolve(text)
}

function readDatabaseUrl(name: string, text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url && /^postgres(ql)?:$/.test(url.protocol) && /^\/[^/]+$/.test(url.pathname)) return text
  // Without the value: it may hold a password.
  throw new SettingError(`${name} must look like postgres://user:password@host:5432/database.`)
}

type Lookup = (name: string) => string | null
/** One of two words, the first unless set. */
function readChoice<T extends string>(name: string, value: Lookup, words: [T, T]): T {
  const choice = words.find((word) => word === (value(name) ?? words[0]))
  if (choice) return choice
  throw new SettingError(`${name} must be "${words[0]}" or "${words[1]}", not "${value(name)}".`)
}

function readRedisUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url && /^rediss?:$/.test(url.protocol) && url.hostname && /^\/?\d*$/.test(url.pathname)) return text
  // Without the value: it may hold a password.
  throw new SettingError('REDIS_URL must look like redis://user:password@host:6379/0, or rediss:// for TLS.')
}

function readLedgerKey(text: string | null): string | null {
  if (text === null || text.length >= 32) return text
  throw new SettingError('DELETION_LEDGER_KEY must have at least 32 characters.')
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new SettingError(`${name} must be "on" or "off", not "${text}".`)
}

function readProxies(text: string): string[] {
  const proxies = text.split(/[\s,]+/).filter(Boolean)
  for (const proxy of proxies) {
    if (isAddressOrNetwork(proxy)) continue
    throw new SettingError(
      `TRUST_PROXY must list IP addresses or networks such as 10.0.0.0/8, not "${proxy}".`,
    )
  }
  return proxies
}

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text)
  if (level) return level
  throw new SettingError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`)
}

function readSmtpUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url && /^smtps?:$/.test(url.protocol) && url.hostname && /^\/?$/.test(url.pathname)) return text
  // Without the value: it may hold a password.
  throw new SettingError(
    'SMTP_URL must look like smtp://user:password@host:587, or smtps:// for TLS at once.',
  )
}

/** One plain address, so that no setting can turn into a second sender or another header field. */
function readSender(text: string): string {
  const [, name = '', address = ''] =
    /^(?:([^<>"\\,;:@]*) )?<?([^\s<>"\\,;:@]+@[a-z0-9.-]+)>?$/i.exec(text) ?? []
  const isPlain = address !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text)
  if (isPlain) return name.trim() === '' ? address : `${name.trim()} <${address}>`
  throw new SettingError('MAIL_FROM must be an address, or look like: Hurd <no-reply@hurd.example>.')
}

/** `NAME_API_URL` and `NAME_API_KEY`. A key goes into every request, so it must be able to stand in a header line. */
function readSource(name: string, usual: string, value: Lookup): SourceSettings {
  const text = value(`${name}_API_URL`) ?? usual
  const url = URL.parse(text)
  const isBase =
    url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password
  if (!isBase) {
    throw new SettingError(`${name}_API_URL must be an address such as ${usual}, without a query.`)
  }
  const key = value(`${name}_API_KEY`)
  if (key !== null && !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new SettingError(`${name}_API_KEY must be a key of up to 200 letters, digits and signs.`)
  }
  return { url: text.replace(/\/+$/, ''), key }
}

/** All of them or none; the region alone has a default, which every stand-in for S3 takes. */
function readS3(value: Lookup): S3Settings | null {
  const names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const
  if (names.every((name) => value(name) === null)) return null
  const must = (name: (typeof names)[number]) => {
    const given = value(name)
    if (given === null) throw new SettingError(`${name} must be set together with the other S3_ variables.`)
    return given
  }
  const [endpoint, bucket] = [must('S3_ENDPOINT'), must('S3_BUCKET')]
  const [accessKeyId, secretAccessKey] = [must('S3_ACCESS_KEY_ID'), must('S3_SECRET_ACCESS_KEY')]

  const url = URL.parse(endpoint)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new SettingError('S3_ENDPOINT must be an address such as https://s3.us-east-1.amazonaws.com.')
  }
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/i.test(bucket)) {
    throw new SettingError(`S3_BUCKET must be the name of a bucket, not "${bucket}".`)
  }
  const region = value('S3_REGION') ?? 'us-east-1'
  return { endpoint: url.href.replace(/\/+$/, ''), region, bucket, accessKeyId, secretAccessKey }
}

function readGeocoder(kind: string, address: string | null): string | null {
  if (kind !== 'gazetteer' && kind !== 'census') {
    throw new SettingError(`GEOCODER must be "gazetteer" or "census", not "${kind}".`)
  }
  const url = URL.parse(address ?? publicServices.census)
  if (!url || !/^https?:$/.test(url.protocol) || url.search || url.hash || url.username || url.password) {
    throw new SettingError(`CENSUS_GEOCODER_URL must be an address such as ${publicServices.census}.`)
  }
  return kind === 'census' ? url.href.replace(/\/+$/, '') : null
}

function readMirror(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash && !url.username && !url.password) {
    return url.href.replace(/\/+$/, '')
  }
  throw new SettingError('BILL_TEXT_MIRROR must be an address such as https://mirror.example/texts.')
}

function refuseInProduction(env: Env): void {
  if (!env.rateLimits) throw refused('RATE_LIMITS', 'off')
  if (!env.passwordBlocklist) throw refused('PASSWORD_BLOCKLIST', 'off')
  if (env.demo) throw refused('DEMO', 'on')
}

function refused(name: string, value: string): SettingError {
  return new SettingError(`${name}=${value} is refused when NODE_ENV=production.`)
}
