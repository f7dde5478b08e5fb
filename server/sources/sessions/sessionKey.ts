import { bundledSessions } from './bundledSessions.ts'

/**
 * Returns the key of a session. "57th - 2nd Regular" becomes "57th-2nd-regular", as in a bill's `source_id` and in
 * `session_key` of the database.
 */
export function sessionKey(session: string): string {
  return session.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

let starts: ReadonlyMap<string, string> | undefined

/**
 * Returns the first day of a legislative session by its state and identifier, or undefined if the bundled table does not
 * have it.
 */
export function sessionStart(state: string, session: string): string | undefined {
  starts ??= new Map(
    bundledSessions().map(({ place, identifier, start_date }) => [
      `${place}/${sessionKey(identifier)}`,
      start_date,
    ]),
  )
  return starts.get(`${state}/${sessionKey(session)}`)
}
