import { pino, type Logger } from 'pino'

/**
 * Structured logs on standard output. Requests are logged by route and status only: no address, no query, no body;
 * what could still slip in by a field's name is replaced.
 */
export function openLog(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
  })
}

const secretFields = [
  'authorization',
  'password',
  'currentPassword',
  'newPassword',
  'password_hash',
  'token',
  'access_code',
  'email',
  'address',
  'message_body',
  'content',
]

/** Type, code and stack. The message of a database error may quote a row, so it stays out. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const fromDatabase = error.name === 'PostgresError'
  const stack = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    type: error.name,
    ...('code' in error ? { code: error.code } : {}),
    ...(fromDatabase ? {} : { text: error.message }),
    stack: stack.slice(0, 12).map((line) => line.trim()),
  }
}
