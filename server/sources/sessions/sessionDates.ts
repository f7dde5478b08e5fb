import type { DateRules } from '#server/sources/externalJson.ts'
import { congressZone, zoneOfState } from '#server/sources/zones.ts'
import { bundledSessions, congressSession } from './bundledSessions.ts'
import { carryOverRule } from './carryOver.ts'
import type { ImportedSession } from './importedSession.ts'
import { knownSession } from './knownSession.ts'
import { lastDayForBills } from './lastDay.ts'
import { sessionKey } from './sessionKey.ts'

/** Returns how the dates of a bill in a state's session are read. */
export function stateDates(state: string, session: string): DateRules {
  sessions ??= new Map(
    bundledSessions().map((known) => [`${known.place}/${sessionKey(known.identifier)}`, known]),
  )
  const bundled = sessions.get(`${state}/${sessionKey(knownSession(state, session))}`)
  return { zone: zoneOfState(state), latest: bundled ? latestDay(bundled) : null }
}

/** Returns how the dates of a bill of Congress are read. */
export function federalDates(congress: number): DateRules {
  return { zone: congressZone, latest: latestDay(congressSession(congress)) }
}

let sessions: ReadonlyMap<string, ImportedSession> | undefined

/**
 * Returns the latest possible day of an action. Governors sign bills and laws take effect for months after the last day on
 * which the session could pass them, but not for more than a year. Null if that last day is not known.
 */
function latestDay(session: ImportedSession): string | null {
  const { last_day_for_bills } = lastDayForBills(session, carryOverRule(session.place))
  if (last_day_for_bills === null) return null
  return `${Number(last_day_for_bills.slice(0, 4)) + 1}${last_day_for_bills.slice(4)}`
}
