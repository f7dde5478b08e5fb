import { readFileSync } from 'node:fs'
import type { ImportedSession } from './importedSession.ts'

export const bundledAsOf = '2026-08-14T00:00:00.000Z'
/**
 * The numbers of the first and the last Congress. Their sessions are computed from the numbers, because the table has
 * Congresses only since 2011.
 */
const congresses = { first: 93, last: 121 }

let table: readonly ImportedSession[] | undefined

/**
 * Returns the sessions of db/seed/sessions.txt and every Congress since 1973. The comment at the top of the file explains
 * its lines.
 */
export function bundledSessions(): readonly ImportedSession[] {
  table ??= [...computedCongresses(), ...readTable()]
  return table
}

function readTable(): ImportedSession[] {
  const text = readFileSync(new URL('../../../db/seed/sessions.txt', import.meta.url), 'utf8')
  const sessions: ImportedSession[] = []
  let place = ''
  for (const line of text.trim().split('\n')) {
    if (line.startsWith('#')) continue
    if (line.startsWith('= ')) {
      place = line.slice(2)
      continue
    }
    const [identifier = '', name = '', start_date = '', end_date = '', kind = ''] = line.split('\t')
    if (place === 'usa') continue
    sessions.push({
      place,
      identifier: uniqueIdentifier(sessions, place, identifier),
      name,
      classification: kind.startsWith('s') ? 'special' : 'regular',
      start_date,
      end_date: end_date < start_date ? null : end_date,
      active_at_source: kind.endsWith('+') ? true : kind.endsWith('-') ? false : null,
      source_name: 'Open States',
      source_checked_at: bundledAsOf,
    })
  }
  return sessions
}

/**
 * Returns a unique identifier of a session. Two sessions of Virginia have the same identifier in the source, so the
 * second becomes "2018specialI~2".
 */
function uniqueIdentifier(sessions: readonly ImportedSession[], place: string, identifier: string): string {
  const isTaken = sessions.some((other) => other.place === place && other.identifier === identifier)
  return isTaken ? `${identifier}~2` : identifier
}

function computedCongresses(): ImportedSession[] {
  return Array.from({ length: congresses.last - congresses.first + 1 }, (_, index) =>
    congressSession(congresses.first + index),
  )
}

export function congressSession(congress: number): ImportedSession {
  const year = 1787 + 2 * congress
  return {
    place: 'us',
    identifier: String(congress),
    name: `${congress}${ordinalEnding(congress)} Congress`,
    classification: 'regular',
    start_date: `${year}-01-03`,
    end_date: `${year + 2}-01-03`,
    active_at_source: null,
    source_name: 'Congress.gov',
    source_checked_at: bundledAsOf,
  }
}

function ordinalEnding(number: number): string {
  if (Math.floor((number % 100) / 10) === 1) return 'th'
  return ['th', 'st', 'nd', 'rd'][number % 10] ?? 'th'
}
