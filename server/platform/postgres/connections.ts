import { connectionWaits } from '#server/platform/observability/counters.ts'
import { ConnectionError, isStalePlan, PostgresError } from './databaseErrors.ts'
import { Connection, ConnectionPool, type ConnectionSettings, explainError } from './driver.ts'

export type ConnectionCounts = { used: number; idle: number; waiting: number }

type CheckedOut = { connection: Connection; release: (destroy: boolean) => void }

// The server also closes the connection after these errors: a shutdown, a session or transaction timeout, or a protocol
// error.
const endsConnection = /^(57P0.|25P0[345]|08...)$/

/** The open connections of one pool. A caller has a connection to itself from check-out to release. */
export class Connections {
  readonly #pool: ConnectionPool
  readonly #open = new Set<Connection>()
  // Connections that were opened before a change of the schema are replaced, because their prepared statements no
  // longer match the schema.
  readonly #outdated = new WeakSet<Connection>()
  /**
   * Functions that reject the callers that wait for a connection, because node-postgres never answers them once its pool
   * has ended.
   */
  readonly #waiting = new Set<(error: Error) => void>()
  #ended: Promise<void> | null = null

  constructor(settings: ConnectionSettings, most: number) {
    const open = this.#open
    this.#pool = new ConnectionPool({
      max: most,
      idleTimeoutMillis: 60_000,
      Client: class extends Connection {
        constructor() {
          super(settings)
          open.add(this)
          void this.closed.then(() => open.delete(this))
        }
      },
    })
    // A connection that broke while idle emits this event. The pool has already replaced it.
    this.#pool.on('error', () => {})
  }

  /** Runs `work` on a connection, and waits for a free one if necessary. A connection that broke is not used again. */
  async use<R>(work: (connection: Connection) => Promise<R>): Promise<R> {
    const began = performance.now()
    const { connection, release } = await this.#checkOut()
    connectionWaits.observe({}, (performance.now() - began) / 1000)
    try {
      return await work(connection)
    } catch (error) {
      if (isStalePlan(error)) for (const each of this.#open) this.#outdated.add(each)
      if (error instanceof PostgresError && endsConnection.test(error.code)) connection.destroy()
      throw error
    } finally {
      release(connection.lost !== null || connection.isWornOut || this.#outdated.has(connection))
    }
  }

  /** Returns the number of connections in use, of idle connections, and of callers that wait for one. */
  counts(): ConnectionCounts {
    const { totalCount, idleCount, waitingCount } = this.#pool
    return { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }
  }

  /**
   * Rejects the callers that wait for a connection, waits at most `timeoutMs` for running work, and then closes every
   * connection.
   */
  async end(timeoutMs: number): Promise<void> {
    this.#ended ??= this.#end(timeoutMs)
    return this.#ended
  }

  async #end(timeoutMs: number): Promise<void> {
    const ended = this.#pool.end()
    for (const reject of this.#waiting) reject(new ConnectionError('CONNECTION_ENDED', 'The pool was closed'))
    this.#waiting.clear()
    const closed = ended.then(async () => Promise.all([...this.#open].map((each) => each.closed)))
    await atMost(timeoutMs, closed)
    for (const connection of this.#open) connection.destroy()
  }

  async #checkOut(): Promise<CheckedOut> {
    for (;;) {
      const checkedOut = await this.#connect()
      if (!this.#outdated.has(checkedOut.connection)) return checkedOut
      checkedOut.release(true)
    }
  }

  async #connect(): Promise<CheckedOut> {
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject)
      this.#pool.connect((error, connection, release) => {
        // The caller was rejected when the pool ended, so nobody uses the new connection.
        if (!this.#waiting.delete(reject)) release(true)
        else if (connection instanceof Connection) resolve({ connection, release })
        else reject(error ? explainError(error) : new ConnectionError('CONNECTION_CLOSED', 'No connection'))
      })
    })
  }
}

/** Waits until `work` is done, but no longer than `timeoutMs`. */
export async function atMost(timeoutMs: number, work: Promise<unknown>): Promise<void> {
  const { promise: timeUp, resolve } = Promise.withResolvers<void>()
  const timer = timeoutMs === Infinity ? undefined : setTimeout(resolve, timeoutMs)
  try {
    await Promise.race([work, timeUp])
  } finally {
    clearTimeout(timer)
  }
}
