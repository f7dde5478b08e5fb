import type { ConnectionSettings, ConnectionTarget } from './driver.ts'

export type PoolLimits = {
  /** Connections of this instance. */
  connections: number
  /** Milliseconds after which a statement is ended by the database. */
  statement: number
  /**
   * Plans each prepared statement once for all values, because planning takes longer than most statements of requests.
   * Commands read more rows and run a statement a few times only.
   */
  onePlan?: boolean
}

/** For requests: everything ends well before the client's own limit of 10 s. */
export const requestLimits: PoolLimits = { connections: 10, statement: 5_000, onePlan: true }
/** For health checks, which have a connection of their own. */
export const healthLimits: PoolLimits = { connections: 1, statement: 1_000 }
/** For commands, imports and the seed. */
export const operatorLimits: PoolLimits = { connections: 4, statement: 10 * 60_000 }

const idleInTransactionMs = 10_000
/** Milliseconds that a statement waits for one lock. */
export const lockMs = 3_000

/** A server behind an address; `pooler` and `prepare` are the settings of those names (docs/operating.md). */
export type AddressTarget = { url: string; pooler: 'none' | 'transaction'; prepare: boolean }
/** An address (`postgres://…`), or a server on a Unix socket. */
export type DatabaseTarget =
  | string
  | AddressTarget
  | { host: string; port: number; database: string; username: string }

export function settingsOf(
  target: DatabaseTarget,
  limits: PoolLimits,
): ConnectionSettings & { isPooled: boolean } {
  const address = typeof target === 'string' ? { url: target, pooler: 'none', prepare: true } : target
  const isPooled = 'pooler' in address && address.pooler === 'transaction'
  return {
    target: connectionTarget(address),
    isPooled,
    isPreparing: !('prepare' in address) || address.prepare,
    silenceMs: limits.statement + 2_000,
    parameters: {
      application_name: 'hurd',
      ...('url' in address ? parametersOf(address.url) : {}),
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

/** The limits of one transaction, for a pooler that gives each transaction another connection. */
export function limitsOf(limits: PoolLimits): string {
  const plans = limits.onePlan ? 'set local plan_cache_mode = force_generic_plan; ' : ''
  return `${plans}set local statement_timeout = ${limits.statement}; set local lock_timeout = ${lockMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionMs}`
}

/** The startup parameters that an address may set. Those that Hurd relies on are sent besides `options` and win over it. */
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
  target: { url: string } | Exclude<DatabaseTarget, string | AddressTarget>,
): ConnectionTarget {
  if (!('url' in target)) {
    const { username, ...rest } = target
    return { ...rest, user: username }
  }
  const url = new URL(target.url)
  // As libpq and other clients read it: `sslmode=require` encrypts without checking who answers.
  if (url.searchParams.has('sslmode') && !url.searchParams.has('uselibpqcompat')) {
    url.searchParams.set('uselibpqcompat', 'true')
  }
  return { connectionString: url.href }
}
