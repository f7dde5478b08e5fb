/*
 * A server with a replica answers a write with the position of its database after it. Reads send it back for a minute, so
 * that a replica that is behind does not answer without what was just written. All tabs share it. It says nothing about the
 * member, so it stays after signing out.
 */
const header = 'x-hurd-position'
const key = 'writePosition'
const maxAgeMs = 60_000

function readPosition(): string | null {
  const [position = '', until] = (localStorage.getItem(key) ?? '').split(' ')
  return Number(until) > Date.now() ? position : null
}

/** Keeps the position in an answer, unless another write has answered with a later one already. */
export function keepPosition({ headers }: Pick<Response, 'headers'>) {
  const position = headers.get(header)
  if (!position || position < (readPosition() ?? '')) return
  try {
    localStorage.setItem(key, `${position} ${Date.now() + maxAgeMs}`)
  } catch {
    // The storage is full. The write has succeeded, and the server remembers it too.
  }
}

/** The headers of a read. */
export function positionHeaders(): Record<string, string> {
  const position = readPosition()
  return position ? { [header]: position } : {}
}
