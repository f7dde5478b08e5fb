/**
 * An error that PostgreSQL reported. Its message may quote a row, so log.ts recognizes the error by its name and omits the
 * message.
 */
export class PostgresError extends Error {
  override name = 'PostgresError'
  readonly code: string
  readonly severity: string
  readonly detail: string | undefined
  readonly routine: string | undefined
  readonly constraint_name: string | undefined

  constructor(
    message: string,
    fields: Pick<PostgresError, 'code' | 'severity'> &
      Partial<Pick<PostgresError, 'detail' | 'routine' | 'constraint_name'>>,
  ) {
    super(message)
    this.code = fields.code
    this.severity = fields.severity
    this.detail = fields.detail
    this.routine = fields.routine
    this.constraint_name = fields.constraint_name
  }
}

/** The connection failed, or was closed before the statement was sent. */
export class ConnectionError extends Error {
  override name = 'ConnectionError'
  readonly code: 'CONNECTION_CLOSED' | 'CONNECTION_ENDED' | 'CONNECT_TIMEOUT'
  constructor(code: ConnectionError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
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
  'CONNECT_TIMEOUT',
])
// These codes mean a connection failure (08), an operator intervention (57P), too many connections, a full disk, or a
// read-only server.
const unavailableStates = /^(08...|57P0.|53300|53100|25006)$/
// These codes mean a statement timeout, a lock timeout, a deadlock, or a serialization failure.
const busyStates = new Set(['57014', '55P03', '40P01', '40001'])

/**
 * Returns true if running the whole transaction again can succeed, because it collided with another one and was rolled
 * back, or because the schema changed under a prepared statement.
 */
export function isCollision(error: unknown): boolean {
  if (isStalePlan(error)) return true
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

/** Returns true if a prepared statement no longer fits the schema, or is missing on its connection. */
export function isStalePlan(error: unknown): boolean {
  if (!(error instanceof PostgresError)) return false
  return error.code === '26000' || (error.code === '0A000' && error.routine === 'RevalidateCachedQuery')
}

/**
 * Returns what an error means for a request: the database cannot be reached (`unavailable`), it was too busy and a
 * retry may succeed (`busy`), or the error is a bug in Hurd (null).
 */
export function databaseErrorKind(error: unknown): 'unavailable' | 'busy' | null {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (unreachableCodes.has(code) || unavailableStates.test(code)) return 'unavailable'
  return busyStates.has(code) ? 'busy' : null
}

/** Returns the name of the unique constraint that an insert violated, or null for any other error. */
export function violatedConstraint(error: unknown): string | null {
  if (!(error instanceof PostgresError) || error.code !== '23505') return null
  return error.constraint_name ?? null
}
