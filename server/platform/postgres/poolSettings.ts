import type { ConnectionSettings, ConnectionTarget } from './driver.ts'

export type PoolLimits = {
  /** The maximum number of connections that this instance opens. */
  connections: number
  /** The database ends a statement after this many milliseconds. */
  statement: number
  /**
   * True if each prepared statement is planned once for all values, because planning takes longer than most statements
   * of requests. It is false for commands, which read more rows and run a statement only a few times.
   */
  onePlan?: boolean
}

/** The limits for requests. Every statement ends well before the client's own limit of 10 s. */
export const requestLimits: PoolLimits = { connections: 10, statement: 5_000, onePlan: true }
/** The limits for health checks, which have their own connection. */
export const healthLimits: PoolLimits = { connections: 1, statement: 1_000 }
/** The limits for commands, imports and the seed. */
export const operatorLimits: PoolLimits = { connections: 4, statement: 10 * 60_000 }

const idleInTransactionMs = 10_000
/** A statement waits at most this many milliseconds for one lock. */
export const lockMs = 3_000

/** A server at a URL. `pooler` and `prepare` are DATABASE_POOLER and DATABASE_PREPARE (docs/operating.md). */
export type UrlTarget = { url: string; pooler: 'none' | 'transaction'; prepare: boolean }
/** A server at a URL (`postgres://…`) or on a Unix socket. */
export type DatabaseTarget =
  | string
  | UrlTarget
  | { host: string; port: number; database: string; username: string }

export function settingsOf(
  target: DatabaseTarget,
  limits: PoolLimits,
): ConnectionSettings & { isPooled: boolean } {
  const connection = typeof target === 'string' ? { url: target, pooler: 'none', prepare: true } : target
  const isPooled = 'pooler' in connection && connection.pooler === 'transaction'
  return {
    target: connectionTarget(connection),
    isPooled,
    isPreparing: !('prepare' in connection) || connection.prepare,
    silenceMs: limits.statement + 2_000,
    parameters: {
      application_name: 'hurd',
      ...('url' in connection ? parametersOf(connection.url) : {}),
      client_encoding: 'UTF8',
      TimeZone: 'UTC',
      DateStyle: 'ISO',
      ...(isPooled
        ? {}
        : {
            ...(limits.onePlan ? { plan_cache_mode: 'force_generic_plan' } : {}),
            statement_timeout: String(limits.statement),
            lock_timeout: String(lockMs),
            idle_in_transaction_session_timeout: String(idleInTransactionMs),
          }),
    },
  }
}

/** Returns the limits of one transaction as SQL, for a pooler that may use another connection for each transaction. */
export function limitsOf(limits: PoolLimits): string {
  const plans = limits.onePlan ? 'set local plan_cache_mode = force_generic_plan; ' : ''
  return `${plans}set local statement_timeout = ${limits.statement}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`
}

/**
 * Returns the startup parameters that a URL may set. The parameters that Hurd relies on are sent in addition to
 * `options` and override it.
 */
function parametersOf(url: string): Record<string, string> {
  const { searchParams } = new URL(url)
  return Object.fromEntries(
    ['application_name', 'options'].flatMap((name) => {
      const value = searchParams.get(name)
      return value ? [[name, value]] : []
    }),
  )
}

function connectionTarget(
  target: { url: string } | Exclude<DatabaseTarget, string | UrlTarget>,
): ConnectionTarget {
  if (!('url' in target)) {
    const { username, ...rest } = target
    return { ...rest, user: username }
  }
  const url = new URL(target.url)
  // `sslmode` means the same as in libpq and other clients: `require` encrypts without verifying the server.
  if (url.searchParams.has('sslmode') && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('uselibpqcompat', 'true')
  }
  return { connectionString: url.href }
}
