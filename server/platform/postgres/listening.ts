import { setTimeout as sleep } from 'node:timers/promises'
import { Connection, type ConnectionSettings, explainError } from './driver.ts'
import { Identifier, StatementText } from './sqlText.ts'

export type Listening = { unlisten(): Promise<void> }

const reconnectMs = 500

/**
 * Listens on a separate connection and connects again whenever it is lost. `onListen` is called each time listening
 * begins, because notifications may have been missed before.
 */
export class Listener implements Listening {
  readonly #settings: ConnectionSettings
  readonly #channel: string
  readonly #onNotify: (payload: string) => void
  readonly #onListen: () => void
  readonly #stopping = new AbortController()
  /** Set before the connection is established so that a connection attempt can be stopped too. */
  #connection: Connection | null = null
  #reconnecting: Promise<void> | null = null

  constructor(
    settings: ConnectionSettings,
    channel: string,
    onNotify: (payload: string) => void,
    onListen: () => void,
  ) {
    this.#settings = settings
    this.#channel = channel
    this.#onNotify = onNotify
    this.#onListen = onListen
  }

  /** Rejects if the first connection fails. */
  async start(): Promise<void> {
    const connection = await this.#connect()
    this.#reconnecting = this.#reconnect(connection)
  }

  async unlisten(): Promise<void> {
    this.#stopping.abort()
    this.#connection?.destroy()
    await this.#reconnecting
  }

  async #connect(): Promise<Connection> {
    const connection = new Connection(this.#settings)
    this.#connection = connection
    connection.on('notification', ({ payload }) => this.#onNotify(payload ?? ''))
    try {
      await connection.connect()
      const statement = new StatementText()
      statement.append('listen ')
      statement.bind(new Identifier(this.#channel))
      await connection.command(statement.text)
    } catch (error) {
      connection.destroy()
      throw explainError(error)
    }
    if (!this.#stopping.signal.aborted) this.#onListen()
    return connection
  }

  async #reconnect(first: Connection): Promise<void> {
    const { signal } = this.#stopping
    let connection: Connection | null = first
    for (;;) {
      await connection?.closed
      await sleep(reconnectMs, undefined, { signal }).catch(() => {})
      if (signal.aborted) return
      // The loop tries again if the database is still unreachable.
      connection = await this.#connect().catch(() => null)
    }
  }
}
