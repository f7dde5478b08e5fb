/** The facts about a session that decide whether its bills have ended. */
export type SessionFacts = {
  last_day_for_bills: string | null
  is_confirmed: boolean
  carry_over: string
  /** The days of official actions on the bills of the session, in any order. They begin 45 days before the last day. */
  action_days: readonly string[]
}

export type ClosingPlan = {
  /** The day on which the session ends its open bills, or null if the day is not known yet. */
  closes_on: string | null
  /** A sentence for operators that says why the session ends its bills or why it waits. */
  reason: string
}

/** The number of days that a session waits after its last day, because sources report late. */
const graceDays = 14
/** A session is not over if something happened within this many days, whatever its dates say. */
const quietDays = 45

/** Decides whether a session has ended its open bills on a day (YYYY-MM-DD). The function has no side effects. */
export function planClosing(session: SessionFacts, on: string): ClosingPlan {
  const { last_day_for_bills, is_confirmed, carry_over } = session
  if (last_day_for_bills === null) {
    const reason = carry_over === 'unknown' ? 'The carry-over rule is unknown.' : 'The last day is unknown.'
    return { closes_on: null, reason }
  }
  if (on <= last_day_for_bills) {
    return { closes_on: null, reason: `Bills are open until ${last_day_for_bills}.` }
  }
  const earliest = addDays(last_day_for_bills, graceDays)
  if (on < earliest) {
    return { closes_on: null, reason: `The last day was less than ${graceDays} days ago.` }
  }
  const closes_on = firstQuietDay(earliest, session.action_days)
  if (closes_on > on) {
    return { closes_on: null, reason: `The source reported an action in the last ${quietDays} days.` }
  }
  const reason = is_confirmed
    ? `Ended: the last day for bills was ${last_day_for_bills}.`
    : 'The rule is not confirmed, so nothing is closed automatically.'
  return { closes_on, reason }
}

/** Returns the first day from `earliest` on that has no action within `quietDays` before it. */
function firstQuietDay(earliest: string, action_days: readonly string[]): string {
  let day = earliest
  for (const action of action_days.toSorted()) {
    if (action <= day && addDays(action, quietDays) > day) day = addDays(action, quietDays)
  }
  return day
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}
