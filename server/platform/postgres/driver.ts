import { createHash } from 'node:crypto'
import { Socket } from 'node:net'
import { LRUCache } from 'lru-cache'
import { Client, type ClientConfig, DatabaseError, Pool, Query, type QueryConfig } from 'pg'
import { reportDatabaseNotice } from '#server/platform/observability/databaseNotices.ts'
import { ConnectionError, PostgresError } from './databaseErrors.ts'
import type { BuiltStatement } from './sqlText.ts'
import { parserOf } from './sqlValues.ts'
import type { Rows, SendOptions } from './statement.ts'

/* This is the only file that loads node-postgres (scripts/check/layers.ts checks it). All other code works with the
   `db` of db.ts. See docs/decisions/026. */
export { Pool as ConnectionPool, Query as DriverQuery }

export type ConnectionTarget =
  | { connectionString: string }
  | Pick<ClientConfig, 'host' | 'port' | 'database' | 'user'>

export type ConnectionSettings = {
  target: ConnectionTarget
  /**
   * The parameters that are sent when the connection starts. A pooler in transaction mode accepts only a few of them.
   */
  parameters: Readonly<Record<string, string>>
  /** True if statements are prepared under a name, once for each connection. */
  isPreparing: boolean
  /**
   * A statement is considered lost after this many milliseconds without a byte from the server, unless its transaction
   * is unlimited. The server's own limit is shorter.
   */
  silenceMs: number
}

/**
 * The maximum number of prepared statements of one connection, because each costs memory in the server as long as the
 * connection lives.
 */
const mostPrepared = 500
const connectTimeoutMs = 3_000

const asText = (text: string) => text
const textTypes = { getTypeParser: () => asText }
const rawTypes = { getTypeParser: () => (text: string) => Buffer.from(text) }

/**
 * One connection. Its statements are pipelined: each is sent at once, and the server executes and answers them in
 * order.
 */
export class Connection extends Client {
  /** The reason why the connection has ended. Null while it works. */
  lost: Error | null = null
  /** True while statements may take any time. TCP keep-alive then notices a host that disappears. */
  isUnlimited = false
  /** Resolves when the socket is closed. */
  readonly closed: Promise<void>
  readonly #settings: ConnectionSettings
  readonly #prepared = new Set<string>()
  #unanswered = 0
  #isWatched = false

  constructor(settings: ConnectionSettings) {
    super({
      ...settings.target,
      connectionTimeoutMillis: connectTimeoutMs,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      pipeline: true,
      types: { getTypeParser: parserOf },
    })
    this.#settings = settings
    // An error of an unused connection must not end the process, because the pool replaces the connection.
    this.on('error', (error) => (this.lost ??= error))
    this.on('notice', ({ severity, code, message }) =>
      reportDatabaseNotice({ severity: severity ?? '', code: code ?? '', text: message ?? '' }),
    )
    this.closed = new Promise((resolve) => {
      this.on('end', () => {
        this.lost ??= new Error('The connection was closed')
        resolve()
      })
    })
  }

  /** This replaces the driver's own list, which contains neither the time zone nor the encoding. */
  getStartupConf(): Record<string, string | undefined> {
    return { user: this.user, database: this.database, ...this.#settings.parameters }
  }

  /** True if the connection has prepared as many statements as it may, so it is replaced after its work. */
  get isWornOut(): boolean {
    return this.#prepared.size >= mostPrepared
  }

  /** Sends a statement and returns its rows. Rejects with `PostgresError` or `ConnectionError`. */
  async send(statement: BuiltStatement, { isScript, isRaw, isText }: SendOptions): Promise<Rows<object[]>> {
    if (this.lost) throw closedBy(this.lost)
    const config: QueryConfig & { rowMode?: 'array'; queryMode?: 'extended' } = {
      text: statement.text,
      ...(isScript ? {} : { queryMode: 'extended', values: statement.values, name: this.#nameOf(statement) }),
      ...(isRaw || isText ? { rowMode: 'array', types: isRaw ? rawTypes : textTypes } : {}),
    }
    return new Promise((resolve, reject) => {
      this.#expectResponse()
      this.query(config, (error: Error | undefined, result: DriverResult | DriverResult[]) => {
        this.#unanswered -= 1
        if (error) reject(this.explain(error))
        else resolve(withCount(lastOf(result)))
      })
    })
  }

  /** Sends one or more commands without parameters, and returns the tag of the last one, such as COMMIT. */
  async command(text: string): Promise<string> {
    if (this.lost) throw closedBy(this.lost)
    return new Promise((resolve, reject) => {
      this.#expectResponse()
      this.query(text, (error: Error | undefined, result: DriverResult | DriverResult[]) => {
        this.#unanswered -= 1
        if (error) reject(this.explain(error))
        else resolve(lastOf(result).command)
      })
    })
  }

  /** Converts an error of the driver to one of ours. */
  explain(error: unknown): Error {
    return this.lost && !(error instanceof DatabaseError) ? closedBy(this.lost) : explainError(error)
  }

  /** Closes the socket without waiting for running statements. */
  destroy(): void {
    this.lost ??= new Error('The connection was destroyed')
    this.connection.stream.destroy()
  }

  /**
   * Starts waiting for a response. A host that disappears does not close the connection, and the operating system would
   * wait for a quarter of an hour. The socket counts the time since the last byte in either direction.
   */
  #expectResponse(): void {
    this.#unanswered += 1
    const { stream } = this.connection
    if (this.#isWatched || !(stream instanceof Socket)) return
    this.#isWatched = true
    // The time also runs out while no statement is waited for. The next one then starts it again.
    stream.setTimeout(this.#settings.silenceMs, () => {
      this.#isWatched = false
      if (this.#unanswered > 0 && !this.isUnlimited) this.destroy()
    })
  }

  #nameOf({ name: origin, text }: BuiltStatement): string | undefined {
    // Other commands have no plan that could be reused.
    if (!this.#settings.isPreparing || !/^[\s(]*(select|insert|update|delete|with)\b/i.test(text)) {
      return undefined
    }
    const name = statementName(origin, text)
    if (this.#prepared.has(name)) return name
    if (this.isWornOut) return undefined
    this.#prepared.add(name)
    return name
  }
}

function closedBy(cause: Error): Error {
  return new ConnectionError('CONNECTION_CLOSED', 'The connection to the database was lost', { cause })
}

type DriverResult = { rows: object[]; rowCount: number | null; command: string }

/** Returns the result of the last statement. A script of several statements has one result for each. */
function lastOf(results: DriverResult | DriverResult[]): DriverResult {
  const last = Array.isArray(results) ? results.at(-1) : results
  if (!last) throw new Error('The driver returned no result')
  return last
}

function withCount({ rows, rowCount }: DriverResult): Rows<object[]> {
  const rowsWithCount = Object.assign(rows, { count: rowCount ?? 0 })
  // The property is not enumerable so that comparisons and loops over the rows ignore it.
  Object.defineProperty(rowsWithCount, 'count', { enumerable: false })
  return rowsWithCount
}

const names = new LRUCache<string, string>({ max: 5_000 })

/**
 * Returns the name of a statement. The same text has the same name on every connection and instance. The name starts
 * with the origin of the statement in the source code so that the logs of PostgreSQL show it. PostgreSQL limits names
 * to 63 bytes.
 */
function statementName(origin: string, text: string): string {
  const cachedName = names.get(text)
  if (cachedName !== undefined) return cachedName
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const name = `${origin.slice(-46)}#${hash}`
  names.set(text, name)
  return name
}

/** Converts an error of the driver, whether or not a connection was established. */
export function explainError(error: unknown): Error {
  if (error instanceof DatabaseError) {
    return new PostgresError(error.message, {
      code: error.code ?? '',
      severity: error.severity ?? '',
      detail: error.detail,
      routine: error.routine,
      constraint_name: error.constraint,
    })
  }
  if (!(error instanceof Error)) return new Error(String(error))
  if (error instanceof AggregateError && 'code' in error) {
    // Node tried every address of the host. Only the errors of these attempts have messages.
    const reasons = error.errors.map((attempt) => explainError(attempt).message)
    return Object.assign(new Error(reasons.join(', '), { cause: error }), { code: error.code })
  }
  if ('code' in error) return error
  // The driver's own errors have no codes, so their messages are compared.
  if (error.message === 'timeout expired') {
    return new ConnectionError('CONNECT_TIMEOUT', 'The database did not answer in time', { cause: error })
  }
  if (/^(Connection terminated|Client was closed)/.test(error.message)) return closedBy(error)
  if (error.message.startsWith('Cannot use a pool')) {
    return new ConnectionError('CONNECTION_ENDED', 'The pool was closed', { cause: error })
  }
  return error
}
