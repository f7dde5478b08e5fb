import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/**
 * An id that may be used in logs and in the audit log. It has no `@`, so that an email address is never accepted as an
 * id, and no quotes, spaces or control characters.
 */
const idShape = /^[A-Za-z0-9._~:=+/-]{8,128}$/

/**
 * Returns the function that chooses the id of a request. A trusted proxy may choose it with the header X-Request-Id, so
 * that the logs of both have the same id. Visitors may not, because they could make the log lines of different requests
 * look like those of one.
 */
export function requestIds(isTrusted: (address: string) => boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const id = headers['x-request-id']
    if (typeof id !== 'string' || !idShape.test(id)) return randomUUID()
    return isTrusted(socket.remoteAddress ?? '') ? id : randomUUID()
  }
}
