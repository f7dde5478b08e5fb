import { readItem, writeItem } from '#web/kit/browserStorage.ts'

/*
 * A server with a replica answers each write with the position of its database after the write. For one minute, reads send
 * the position back so that no replica that lags behind answers without the new data. All tabs share the position. It
 * says nothing about the member, so it is kept after signing out.
 */
const header = 'x-hurd-position'
const key = 'writePosition'
const maxAgeMs = 60_000

function readPosition(): string | null {
  const [position = '', until] = (readItem('local', key) ?? '').split(' ')
  return Number(until) > Date.now() ? position : null
}

/** Stores the position of a response, unless the response to another write had a later position. */
export function keepPosition({ headers }: Pick<Response, 'headers'>) {
  const position = headers.get(header)
  if (!position || position < (readPosition() ?? '')) return
  writeItem('local', key, `${position} ${Date.now() + maxAgeMs}`)
}

/** Returns the headers that a read sends with the stored position. */
export function positionHeaders(): Record<string, string> {
  const position = readPosition()
  return position ? { [header]: position } : {}
}
