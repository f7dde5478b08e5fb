import type { Readable, Writable } from 'node:stream'
import { CopyIn, CopyOut } from './copyStreams.ts'
import { ConnectionError, PostgresError } from './databaseErrors.ts'
import type { Connection } from './driver.ts'
import { lockMs } from './poolSettings.ts'
import type { BuiltStatement } from './sqlText.ts'
import type { Executor, Rows, SendOptions } from './statement.ts'

export type TimeLimits = {
  /**
   * The time by which the transaction must have ended, on the clock of `performance.now()`. With `Infinity`, only the
   * limits of its statements apply.
   */
  deadline: number
  /** The connection allows each statement this many milliseconds. */
  statement: number
}

/**
 * New time limits are sent only after at least this many milliseconds have passed. Almost every transaction ends
 * earlier and sends none.
 */
const unnoticedMs = 250

/**
 * The statements of one transaction. A session is bound to its connection: if the connection is lost or the transaction
 * has ended, every further statement is refused, so nothing can run outside the transaction or inside another one.
 */
export class Session implements Executor {
  /**
   * The error of the first statement that failed. The transaction is rolled back even if the caller has caught the
   * error.
   */
  failure: unknown = null
  readonly #connection: Connection
  #isOver = false
  #copying: Promise<void> | null = null
  #pending = 0
  readonly #deadline: number
  /** The time limit that PostgreSQL currently has for each statement. */
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
   * Lowers the time limits of PostgreSQL to the remaining time of the transaction as soon as some of it has passed, in
   * the same round trip as the next statement. Without this, several waits could add up, because PostgreSQL's limits
   * start again with each statement.
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

  /**
   * Refuses all further statements. A copy that is still open cannot be ended cleanly, so its connection is closed.
   */
  close(): void {
    this.#isOver = true
    if (this.#copying) this.#connection.destroy()
  }

  async #startCopy(copy: CopyIn | CopyOut): Promise<void> {
    if (this.#copying || this.#pending > 1) {
      throw new Error('A copy needs the connection to itself: await the statements before it')
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

  async #noteFailure<R>(send: () => Promise<R>): Promise<R> {
    this.#pending += 1
    try {
      if (this.#isOver) {
        throw new ConnectionError('CONNECTION_ENDED', 'The transaction of this statement is over')
      }
      return await send()
    } catch (error) {
      this.failure ??= error
      throw error
    } finally {
      this.#pending -= 1
    }
  }
}

function outOfTime(): PostgresError {
  // This is the code of PostgreSQL for a statement that reached its time limit so that both are handled the same way.
  return new PostgresError('The transaction has used up its time', { code: '57014', severity: 'ERROR' })
}

/** The commands that begin and commit a transaction. `commit` returns the tag of the command. */
type Frame = { begin: string; commit: () => Promise<string> }

/** Runs `body` between `begin` and `commit`. Any failure rolls back. The caller must release the connection. */
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
    // PostgreSQL answers ROLLBACK if a statement failed whose result nobody waited for.
    if ((await commit()) !== 'COMMIT') {
      throw session.failure ?? new Error('The transaction was rolled back because a statement in it failed')
    }
    return result
  } catch (error) {
    session.close()
    // If the rollback fails, the connection is destroyed, and the server rolls back by itself.
    await connection.command('rollback').catch(() => connection.destroy())
    throw causeOf(error, session.failure)
  }
}

/** Returns the first failure, which "current transaction is aborted" and "the stream is destroyed" hide. */
function causeOf(error: unknown, failure: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return failure && (code === '25P02' || code.startsWith('ERR_STREAM_')) ? failure : error
}
