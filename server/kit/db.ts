import type postgres from 'postgres'
import { connectPostgres } from './driver.ts'

/** A pool for reads, a transaction for writes: handlers never know which they hold. */
export type Db = postgres.ISql<Types>
export type Pool = postgres.Sql<Types>
/** A part of a statement, to be put into another one. */
export type Part = postgres.PendingQuery<postgres.Row[]>
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- postgres.js writes "no types of one's own" so
type Types = Record<never, never>

// Text of a timestamptz in UTC: "2026-01-31 14:05:00.123456+00".
const timestampText = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/

/** Times leave the database as the contract writes them: ISO 8601 UTC with milliseconds. */
function isoTime(text: string): string {
  const [, day, time, fraction = ''] = timestampText.exec(text) ?? []
  if (!day) throw new Error('A time came out of the database in a form that is not UTC')
  return `${day}T${time}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}

const asIs = (text: string) => text

export type PoolLimits = {
  /** Connections of this instance. */
  connections: number
  /** Milliseconds after which a statement is ended by the database. */
  statement: number
}

/** For requests: everything ends well before the client's own limit of 10 s. */
export const requestLimits: PoolLimits = { connections: 10, statement: 5_000 }
/** For commands, imports and the seed. */
export const operatorLimits: PoolLimits = { connections: 4, statement: 10 * 60_000 }

/** `target` is an address (`postgres://…`) or, for a server on a Unix socket, its options. */
export function openPool(
  target: string | { host: string; port: number; database: string; username: string },
  limits: PoolLimits,
): Pool {
  const options: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: limits.connections,
    idle_timeout: 60,
    connect_timeout: 3,
    // A database that comes back is found again within half a second.
    backoff: () => 0.5,
    onnotice: () => {},
    connection: {
      application_name: 'hurd',
      TimeZone: 'UTC',
      statement_timeout: limits.statement,
      idle_in_transaction_session_timeout: 10_000,
      lock_timeout: 3_000,
    },
    types: {
      timestamptz: { to: 1184, from: [1184], serialize: asIs, parse: isoTime },
      date: { to: 1082, from: [1082], serialize: asIs, parse: asIs },
      // Counts: all far below 2^53.
      bigint: { to: 20, from: [20], serialize: String, parse: Number },
    },
  }
  return typeof target === 'string'
    ? connectPostgres(target, options)
    : connectPostgres({ ...target, ...options })
}

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CONNECTION_CLOSED',
  'CONNECTION_ENDED',
  'CONNECTION_DESTROYED',
  'CONNECT_TIMEOUT',
])
// Connection failure (08), operator intervention (57P), too many connections, disk full, read-only server.
const unavailableStates = /^(08...|57P0.|53300|53100|25006)$/
// Statement ended by its time limit, lock not to be had in time, deadlock, serialisation failure.
const busyStates = new Set(['57014', '55P03', '40P01', '40001'])

/** Two transactions stood in each other's way and one was rolled back: doing it again is right. */
export function isCollision(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

/** What an error of the database means for a caller: come back later, the database is away, or ours to mend. */
export function databaseTrouble(error: unknown): 'unavailable' | 'busy' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unreachableCodes.has(code) || unavailableStates.test(code)) return 'unavailable'
  return busyStates.has(code) ? 'busy' : null
}

/** The unique rule that an insert broke, by its name in the schema; null for any other error. */
export function brokenUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null
  return 'constraint_name' in error ? String(error.constraint_name) : null
}
