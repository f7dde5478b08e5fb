import { pino, type DestinationStream, type Logger } from 'pino'
import * as z from 'zod/mini'
import { currentRequestId } from './requestContext.ts'

/** The maximum length of a line. If a line is longer, only its start is logged. */
const maxLine = 16_000

/**
 * Writes structured logs to standard output. A request is logged only with its route and status, without IP, query
 * or body. Fields whose name suggests personal data are redacted as a second safeguard.
 */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: describeError },
    mixin: requestFields,
    hooks: { streamWrite: shorten },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** The id of the request that a line is written for. What runs outside the context of its request adds the id itself. */
function requestFields(): { reqId?: string } {
  const reqId = currentRequestId()
  return reqId === null ? {} : { reqId }
}

function shorten(line: string): string {
  if (line.length <= maxLine) return line
  const { level, time, reqId, msg } = z.parse(Line, JSON.parse(line))
  const start = line.slice(0, 2_000)
  return `${JSON.stringify({ level, time, reqId, msg: msg?.slice(0, 500), too_long: line.length, start })}\n`
}

const Line = z.object({
  level: z.number(),
  time: z.string(),
  reqId: z.optional(z.string()),
  msg: z.optional(z.string()),
})

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

/**
 * Returns the type, code and stack of an error with a limited length. The message of a database error is left out,
 * because it may quote a row.
 */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { type: typeof error }
  const stack = (error.stack ?? '').split('\n').filter((line) => line.trimStart().startsWith('at '))
  return {
    type: error.name,
    ...('code' in error ? { code: error.code } : {}),
    ...messageOf(error),
    stack: stack.slice(0, 12).map((line) => line.trim().slice(0, 300)),
  }
}

function messageOf(error: Error): object {
  if (error instanceof z.core.$ZodError) {
    // Only the first issues are logged, because the full message would repeat every row of a wrong response.
    const issues = error.issues.slice(0, 5).map(({ path, message, code }) => {
      return { path: path.map(String).join('.').slice(0, 200), code, message: message.slice(0, 200) }
    })
    return { issues, issue_count: error.issues.length }
  }
  const isFromDatabase = error.name === 'PostgresError' || 'severity' in error
  return isFromDatabase ? {} : { text: error.message.slice(0, 1_000) }
}
