import { bundledSessions } from '../sessions/bundledSessions.ts'

/** Agendas name bills without their session. Bills of an earlier session are heard where they carry over. */
const mostSessions = 4

/** The sessions of a state that had begun by a day, the latest first. */
export function sessionsAround(state: string, day: string): string[] {
  return bundledSessions()
    .filter(({ place, start_date }) => place === state && start_date <= day)
    .toSorted((a, b) => b.start_date.localeCompare(a.start_date))
    .slice(0, mostSessions)
    .map(({ identifier }) => identifier)
}
