import { attemptWindows } from './windows.ts'

/** The maximum number of writes by one member per minute on one instance. */
const writesPerMinute = 120

export type WriteLimit = {
  /** Counts a write of a member. Throws a `LimitHit` above the limit of all writes. */
  count: (user_id: string) => void
  /**
   * Counts a write under a rule of its own. Returns the seconds until the member may write again, or null if this write is
   * within the limit. The caller refuses it, because a repeat of an earlier request gets its first response in any case.
   */
  secondsToWait: (rule: string, user_id: string, perMinute: number) => number | null
}

/** Counts the writes of members in memory, before their transactions. */
export function openWriteLimit(now?: () => number): WriteLimit {
  const windows = attemptWindows(60_000, now)
  return {
    count: (user_id) => windows.count('writes', user_id, writesPerMinute),
    secondsToWait(rule, user_id, perMinute) {
      const { isExceeded, secondsLeft } = windows.take(`${rule} ${user_id}`, perMinute)
      return isExceeded ? secondsLeft : null
    },
  }
}

export const noWriteLimit: WriteLimit = { count: () => undefined, secondsToWait: () => null }
