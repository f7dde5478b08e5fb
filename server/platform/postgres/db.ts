import { measureStatement } from '#server/platform/observability/slowStatements.ts'
import { atMost, Connections, type ConnectionCounts } from './connections.ts'
import { isStalePlan } from './databaseErrors.ts'
import type { Connection } from './driver.ts'
import { Listener, type Listening } from './listening.ts'
import { type DatabaseTarget, limitsOf, type PoolLimits, settingsOf } from './poolSettings.ts'
import { sendAfterReplay, sendAndReport } from './replica/replaySync.ts'
import type { WalPosition } from './replica/walPosition.ts'
import { transact } from './session.ts'
import { type BuiltStatement, Identifier, JsonValue, List, Part, RowsToWrite } from './sqlText.ts'
import type { ArrayValue, Scalar } from './sqlValues.ts'
import { type Executor, type Row, type Rows, type SendOptions, Statement } from './statement.ts'

export { violatedConstraint, databaseErrorKind, isCollision, PostgresError } from './databaseErrors.ts'
export { healthLimits, operatorLimits, requestLimits } from './poolSettings.ts'
export type { DatabaseTarget, Part, PoolLimits }

type Value = Scalar | ArrayValue | Part

/**
 * Runs plain SQL. Values in a template are bound as parameters, and statements in a template become a part of it. A
 * `Db` is a pool for reads and a transaction for writes, and handlers need not know which of the two they have.
 */
export interface Db {
  <T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<T>
  /**
   * Returns a part of a statement: quoted identifiers, the list of an `in`, or an object as the columns and values of
   * an `insert` or an `update … set`.
   */
  (part: string | readonly Scalar[] | object): Part
  json(value: unknown): Part
  /**
   * Uses SQL text from the source code as is: a part of a statement, or a script of several statements without
   * parameters.
   */
  unsafe<T extends readonly object[] = Row[]>(sql: string): Statement<T>
}

/** The `db` of one transaction. After the transaction has ended or its connection is lost, every statement rejects. */
export interface Transaction extends Db {
  readonly isTransaction: true
}

export type TransactionOptions = {
  /** The text after `begin`, such as `isolation level repeatable read`. */
  mode?: string
  /**
   * The time by which all statements of the transaction must have ended, on the clock of `performance.now()`. Without
   * it, only each statement and each wait for a lock have a limit.
   */
  deadline?: number
  /** True if the transaction removes the time limit of its statements, such as that of a migration. */
  isUnlimited?: true
}

export interface Pool extends Db {
  /** Runs the statements that are not part of a transaction. */
  readonly executor: Executor
  /** Commits when `work` has ended, and rolls back when it throws or any of its statements failed. */
  begin<R>(work: (db: Transaction) => R | Promise<R>): Promise<R>
  begin<R>(options: TransactionOptions, work: (db: Transaction) => R | Promise<R>): Promise<R>
  /**
   * Listens to a channel. `onListen` is called whenever listening begins or begins again. Rejects if a pooler makes
   * listening impossible.
   */
  listen(channel: string, onNotify: (payload: string) => void, onListen?: () => void): Promise<Listening>
  connectionCounts(): ConnectionCounts
  /**
   * Returns the same pool, except that each statement and each commit also reports the position of the log after it, in
   * the same round trip.
   */
  reporting(report: (position: WalPosition) => void): Pool
  /** Returns the same pool, except that `executor` runs its statements outside of transactions. */
  through(executor: Executor): Pool
  /**
   * Returns an executor for the pool of a replica. Its statements reject with `ReplicaBehind` unless the log is
   * replayed up to the position.
   */
  afterReplay(position: WalPosition): Executor
  /** Closes the pool. Waits at most `timeout` seconds for running statements. */
  end(options?: { timeout?: number }): Promise<void>
}

export function openPool(
  target: DatabaseTarget,
  limits: PoolLimits,
  /** Called with every statement before it is sent. */
  observe: (statement: BuiltStatement) => void = () => {},
): Pool {
  const { isPooled, ...settings } = settingsOf(target, limits)
  const connections = new Connections(settings, limits.connections)
  const listeners: Listener[] = []
  // A pooler discards the limits of the connection, so they are set for each transaction.
  const begin = (mode = '') => (isPooled ? `begin ${mode}; ${limitsOf(limits)}` : `begin ${mode}`)

  const executorWith = (sendWith: SendWith): Executor => ({
    async run(statement, options) {
      observe(statement)
      const isAlone = !isPooled || options.isScript
      const send = async (connection: Connection) =>
        measureStatement(statement.name, async () =>
          sendWith(connection, async () =>
            isAlone
              ? connection.send(statement, options)
              : sendInTransaction(connection, begin(), statement, options),
          ),
        )
      return connections.use(send).catch((error: unknown) => {
        if (!isStalePlan(error)) throw error
        return connections.use(send)
      })
    },
    copyOut: needTransaction,
    copyIn: needTransaction,
  })

  async function transaction<R>(
    sendWith: SendWith,
    options: TransactionOptions,
    work: (db: Transaction) => R | Promise<R>,
  ): Promise<R> {
    const time = { deadline: options.deadline ?? Infinity, statement: limits.statement }
    return connections.use(async (connection) => {
      connection.isUnlimited = options.isUnlimited ?? false
      const commit = () => sendWith(connection, () => connection.command('commit'))
      return transact(connection, { begin: begin(options.mode), commit }, time, async (session) => {
        const observed: Executor = {
          run: async (statement, options) => {
            observe(statement)
            return measureStatement(statement.name, async () => session.run(statement, options))
          },
          copyOut: async (statement) => session.copyOut(statement),
          copyIn: async (statement) => session.copyIn(statement),
        }
        return work(Object.assign(makeDb(observed), { isTransaction: true as const }))
      }).finally(() => (connection.isUnlimited = false))
    })
  }

  const poolWith = (sendWith: SendWith, executor = executorWith(sendWith)): Pool =>
    Object.assign(makeDb(executor), {
      executor,
      async begin<R>(
        ...[first, second]:
          | [(db: Transaction) => R | Promise<R>]
          | [TransactionOptions, (db: Transaction) => R | Promise<R>]
      ): Promise<R> {
        const [options, work] = typeof first === 'function' ? [{}, first] : [first, second]
        if (!work) throw new TypeError('A transaction needs a function')
        return transaction(sendWith, options, work)
      },
      connectionCounts: () => connections.counts(),
      reporting: (report: (position: WalPosition) => void) =>
        poolWith((connection, send) => sendAndReport(connection, report, send)),
      afterReplay: (position: WalPosition) =>
        executorWith((connection, send) => sendAfterReplay(connection, position, isPooled, send)),
      through: (other: Executor) => poolWith(sendWith, other),
      listen,
      end,
    })
  return poolWith((_connection, send) => send())

  async function listen(channel: string, onNotify: (payload: string) => void, onListen = () => {}) {
    if (isPooled) throw new Error('A pooler in transaction mode does not pass notifications on')
    const listener = new Listener(settings, channel, onNotify, onListen)
    listeners.push(listener)
    await listener.start()
    return listener
  }

  async function end({ timeout = Infinity }: { timeout?: number } = {}) {
    const unlistened = Promise.all(listeners.map(async (listener) => listener.unlisten()))
    await Promise.all([atMost(timeout * 1000, unlistened), connections.end(timeout * 1000)])
  }
}

/** Sends a statement or a commit, together with the statement that the pool adds to it, if any. */
type SendWith = <R>(connection: Connection, send: () => Promise<R>) => Promise<R>

/** Sends all three commands at once so that the limits of a pooled connection cost no further round trip. */
async function sendInTransaction(
  connection: Connection,
  begin: string,
  statement: BuiltStatement,
  options: SendOptions,
): Promise<Rows<object[]>> {
  const [began, ran, ended] = await Promise.allSettled([
    connection.command(begin),
    connection.send(statement, options),
    connection.command('commit'),
  ])
  if (began.status === 'rejected') throw began.reason
  if (ran.status === 'rejected') throw ran.reason
  if (ended.status === 'rejected') throw ended.reason
  return ran.value
}

async function needTransaction(): Promise<never> {
  throw new Error('A copy needs a transaction')
}

function makeDb(executor: Executor): Db {
  function tag<T extends readonly object[] = Row[]>(
    strings: TemplateStringsArray,
    ...values: readonly Value[]
  ): Statement<T>
  function tag(part: string | readonly Scalar[] | object): Part
  function tag(first: string | readonly Scalar[] | object, ...values: readonly Value[]): Part {
    if (typeof first === 'string') return new Identifier(first)
    if (isTemplate(first)) return new Statement(executor, first, values)
    if (!Array.isArray(first)) return new RowsToWrite([first])
    return isListOfRows(first) ? new RowsToWrite(first) : new List(first)
  }
  return Object.assign(tag, {
    json: (value: unknown) => new JsonValue(value),
    unsafe: <T extends readonly object[] = Row[]>(sql: string) => new Statement<T>(executor, [sql], [], true),
  })
}

function isTemplate(value: object): value is TemplateStringsArray {
  return Array.isArray(value) && 'raw' in value
}

function isListOfRows(items: readonly unknown[]): items is readonly object[] {
  const [first] = items
  return (
    typeof first === 'object' && first !== null && !(first instanceof Date) && !(first instanceof Uint8Array)
  )
}
