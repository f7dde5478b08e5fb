import { isIP } from 'node:net'
import { resolve } from 'node:path'

/** The settings in force, read once at the start. Names and defaults: docs/operating.md. */
export type Env = {
  /** 0 until the server has picked a free port. */
  port: number
  host: string
  /** Origin of mailed and shared links, without a closing slash. */
  publicOrigin: string
  /** Absolute folder of embedded database, uploads and outbox. */
  dataDir: string
  /** Null: the embedded PostgreSQL in `dataDir`. */
  databaseUrl: string | null
  rateLimits: boolean
  passwordBlocklist: boolean
  demo: boolean
  /** Addresses or networks of proxies whose forwarding header is believed. */
  trustProxy: string[]
  logLevel: LogLevel
  production: boolean
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

/** A setting that cannot be used: one sentence that names the variable. */
export class WrongSetting extends Error {
  override name = 'WrongSetting'
}

/** Throws `WrongSetting` at the first variable with a wrong value. An empty value counts as unset. */
export function readEnv(variables: Record<string, string | undefined>): Env {
  const value = (name: string) => variables[name]?.trim() || null
  const production = value('NODE_ENV') === 'production'
  const databaseUrl = readDatabaseUrl(value('DATABASE_URL'))
  const port = readPort(value('PORT') ?? '3000')

  const env: Env = {
    port,
    host: readHost(value('HOST') ?? '127.0.0.1'),
    publicOrigin: readOrigin(value('PUBLIC_ORIGIN') ?? `http://localhost:${port}`),
    dataDir: readFolder(value('DATA_DIR') ?? 'data'),
    databaseUrl,
    rateLimits: readSwitch('RATE_LIMITS', value('RATE_LIMITS') ?? 'on'),
    passwordBlocklist: readSwitch('PASSWORD_BLOCKLIST', value('PASSWORD_BLOCKLIST') ?? 'on'),
    demo: readSwitch('DEMO', value('DEMO') ?? (databaseUrl || production ? 'off' : 'on')),
    trustProxy: readProxies(value('TRUST_PROXY') ?? ''),
    logLevel: readLogLevel(value('LOG_LEVEL') ?? 'info'),
    production,
  }
  if (production) refuseInProduction(env)
  return env
}

/** The settings by the names of their variables, with the password of DATABASE_URL masked: for `hurd config`. */
export function describeEnv(env: Env): Record<string, string> {
  return {
    PORT: String(env.port),
    HOST: env.host,
    PUBLIC_ORIGIN: env.publicOrigin,
    DATA_DIR: env.dataDir,
    DATABASE_URL: env.databaseUrl ? maskPassword(env.databaseUrl) : '(unset: embedded PostgreSQL)',
    RATE_LIMITS: word(env.rateLimits),
    PASSWORD_BLOCKLIST: word(env.passwordBlocklist),
    DEMO: word(env.demo),
    TRUST_PROXY: env.trustProxy.join(', ') || '(none)',
    LOG_LEVEL: env.logLevel,
    NODE_ENV: env.production ? 'production' : '(not production)',
  }
}

function word(on: boolean): string {
  return on ? 'on' : 'off'
}

/** Also hides a `password=` parameter, which PostgreSQL clients accept as well. */
export function maskPassword(url: string): string {
  const masked = new URL(url)
  if (masked.password) masked.password = '***'
  for (const name of masked.searchParams.keys()) {
    if (/pass/i.test(name)) masked.searchParams.set(name, '***')
  }
  return masked.toString()
}

function readPort(text: string): number {
  const port = Number(text)
  if (!/^\d{1,5}$/.test(text) || port > 65535) {
    throw new WrongSetting(`PORT must be a whole number from 0 to 65535, not "${text}".`)
  }
  return port
}

function readHost(text: string): string {
  const isName = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text) && !/^[\d.]+$/.test(text)
  if (isIP(text) || isName) return text
  throw new WrongSetting(`HOST must be an IP address or a host name, not "${text}".`)
}

function readOrigin(text: string): string {
  const url = URL.parse(text)
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  if (isOrigin && !url.username && !url.password) return url.origin
  throw new WrongSetting(`PUBLIC_ORIGIN must be an address such as https://hurd.example, without a path.`)
}

function readFolder(text: string): string {
  if (text.includes('\0')) throw new WrongSetting('DATA_DIR must be the path of a folder.')
  return resolve(text)
}

function readDatabaseUrl(text: string | null): string | null {
  if (text === null) return null
  const url = URL.parse(text)
  if (url && /^postgres(ql)?:$/.test(url.protocol) && /^\/[^/]+$/.test(url.pathname)) return text
  // Without the value: it may hold a password.
  throw new WrongSetting('DATABASE_URL must look like postgres://user:password@host:5432/database.')
}

function readSwitch(name: string, text: string): boolean {
  if (text === 'on' || text === 'off') return text === 'on'
  throw new WrongSetting(`${name} must be "on" or "off", not "${text}".`)
}

function readProxies(text: string): string[] {
  const proxies = text.split(/[\s,]+/).filter(Boolean)
  for (const proxy of proxies) {
    const [address = '', bits, ...rest] = proxy.split('/')
    const most = isIP(address) === 6 ? 128 : 32
    const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
    if (isIP(address) && fits && rest.length === 0) continue
    throw new WrongSetting(
      `TRUST_PROXY must list IP addresses or networks such as 10.0.0.0/8, not "${proxy}".`,
    )
  }
  return proxies
}

function readLogLevel(text: string): LogLevel {
  const level = logLevels.find((name) => name === text)
  if (level) return level
  throw new WrongSetting(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${text}".`)
}

function refuseInProduction(env: Env): void {
  if (!env.rateLimits) throw refused('RATE_LIMITS', 'off')
  if (!env.passwordBlocklist) throw refused('PASSWORD_BLOCKLIST', 'off')
  if (env.demo) throw refused('DEMO', 'on')
}

function refused(name: string, value: string): WrongSetting {
  return new WrongSetting(`${name}=${value} is refused when NODE_ENV=production.`)
}
