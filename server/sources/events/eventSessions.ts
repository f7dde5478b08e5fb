import { bundledSessions } from '#server/sources/sessions/bundledSessions.ts'

/**
 * The number of sessions that are searched for a bill on an agenda. Agendas name bills without their session, and where
 * bills carry over, bills of an earlier session are heard too.
 */
const maxSessions = 4

/** Returns the sessions of a state that had begun by a day, the latest first. */
export function sessionsAround(state: string, day: string): string[] {
  return bundledSessions()
    .filter(({ place, start_date }) => place === state && start_date <= day)
    .toSorted((a, b) => b.start_date.localeCompare(a.start_date))
    .slice(0, maxSessions)
    .map(({ identifier }) => identifier)
}
