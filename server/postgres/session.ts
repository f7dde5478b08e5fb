import type { Readable, Writable } from 'node:stream'
import { CopyIn, CopyOut } from './copyStreams.ts'
import { ConnectionError, PostgresError } from './databaseErrors.ts'
import type { Connection } from './driver.ts'
import { lockMs } from './poolSettings.ts'
import type { BuiltStatement } from './sqlText.ts'
import type { Executor, Rows, SendOptions } from './statement.ts'

export type TimeLimits = {
  /** When the transaction must be over, by `performance.now()`; `Infinity` leaves it to the limits of its statements. */
  deadline: number
  /** Milliseconds that the connection allows each statement. */
  statement: number
}

/** Less than this passes in almost every transaction, so that almost none sends new time limits. */
const unnoticedMs = 250

/**
 * The statements of one transaction. It is bound to its connection: when that is lost, or when the transaction is over,
 * every further statement is refused, so nothing can run outside the transaction or inside another one.
 */
export class Session implements Executor {
  /** The first statement that failed; the transaction is rolled back even if the caller has caught the error. */
  failure: unknown = null
  readonly #connection: Connection
  #isOver = false
  #copying: Promise<void> | null = null
  #pending = 0
  readonly #deadline: number
  /** The time limit that PostgreSQL has for each statement at the moment. */
  #statementMs: number

  constructor(connection: Connection, { deadline, statement }: TimeLimits) {
    this.#connection = connection
    this.#deadline = deadline
    this.#statementMs = statement
  }

  async run(statement: BuiltStatement, options: SendOptions): Promise<Rows<object[]>> {
    return this.#noteFailure(async () => {
      if (this.#copying) await this.#copying
      const limited = this.#limitTime()
      const [rows] = await Promise.all([this.#connection.send(statement, options), limited])
      return rows
    })
  }

  /**
   * The time limits of PostgreSQL start again with each statement, so several waits could add up. They are lowered to
   * what is left of the transaction's time as soon as some of it is gone, in the same round trip as the next statement.
   */
  #limitTime(): Promise<unknown> | undefined {
    if (this.#deadline === Infinity) return undefined
    const left = Math.ceil(this.#deadline - performance.now())
    if (left <= 0) throw outOfTime()
    if (this.#statementMs - left < unnoticedMs) return undefined
    this.#statementMs = left
    return this.#connection.command(
      `set local lock_timeout = ${Math.min(left, lockMs)}; set local statement_timeout = ${left}`,
    )
  }

  async copyOut({ text }: BuiltStatement): Promise<Readable> {
    return this.#noteFailure(async () => {
      const copy = new CopyOut(text, this.#connection)
      await this.#startCopy(copy)
      await copy.ready
      return copy.stream
    })
  }

  async copyIn({ text }: BuiltStatement): Promise<Writable> {
    return this.#noteFailure(async () => {
      const copy = new CopyIn(text, this.#connection)
      await this.#startCopy(copy)
      await copy.ready
      return copy.stream
    })
  }

  /** After this nothing more is accepted. A copy that is still open cannot be ended in order, so it costs the connection. */
  close(): void {
    this.#isOver = true
    if (this.#copying) this.#connection.destroy()
  }

  async #startCopy(copy: CopyIn | CopyOut): Promise<void> {
    if (this.#copying || this.#pending > 1) {
      throw new Error('A copy needs the connection for itself: await the statements before it')
    }
    this.#copying = copy.done.then(
      () => void (this.#copying = null),
      (error: unknown) => {
        this.#copying = null
        this.failure ??= error
      },
    )
    this.#connection.query(copy)
  }

  async #noteFailure<R>(act: () => Promise<R>): Promise<R> {
    this.#pending += 1
    try {
      if (this.#isOver) {
        throw new ConnectionError('CONNECTION_ENDED', 'The transaction of this statement is over')
      }
      return await act()
    } catch (error) {
      this.failure ??= error
      throw error
    } finally {
      this.#pending -= 1
    }
  }
}

function outOfTime(): PostgresError {
  // The code of a statement that PostgreSQL itself ends for its time, so that it is answered in the same way.
  return new PostgresError('The transaction has used up its time', { code: '57014', severity: 'ERROR' })
}

/** How a transaction begins, and how it commits: answers the tag of the command. */
type Frame = { begin: string; commit: () => Promise<string> }

/** Runs `body` between `begin` and `commit`; any failure inside rolls back. The connection is the caller's to release. */
export async function transact<R>(
  connection: Connection,
  { begin, commit }: Frame,
  limits: TimeLimits,
  body: (session: Session) => Promise<R>,
): Promise<R> {
  await connection.command(begin)
  const session = new Session(connection, limits)
  try {
    const result = await body(session)
    if (session.failure) throw session.failure
    session.close()
    // PostgreSQL answers ROLLBACK when a statement has failed that nobody waited for.
    if ((await commit()) !== 'COMMIT') {
      throw session.failure ?? new Error('The transaction was rolled back because a statement in it failed')
    }
    return result
  } catch (error) {
    session.close()
    // A connection that cannot roll back is destroyed, and the server rolls back by itself.
    await connection.command('rollback').catch(() => connection.destroy())
    throw causeOf(error, session.failure)
  }
}

/** "Current transaction is aborted" and "the stream is destroyed" hide what failed first. */
function causeOf(error: unknown, failure: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return failure && (code === '25P02' || code.startsWith('ERR_STREAM_')) ? failure : error
}
