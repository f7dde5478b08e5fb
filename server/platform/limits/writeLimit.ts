import type { LimitRule } from './limits.ts'
import { attemptWindows } from './windows.ts'

/** The maximum number of writes by one member per minute on one instance. */
const writesPerMinute = 120

/** A limit of writes of one kind by one member in a minute on one instance. */
export type MinuteLimit = LimitRule & { seconds: 60 }

export function isMinuteLimit(limit: LimitRule): limit is MinuteLimit {
  return limit.seconds === 60
}

/** One counted write under a rule of its own. */
export type Turn = {
  /**
   * The seconds until the member may write again, or null if this write is within the limit. The caller refuses it, because a
   * repeat of an earlier request gets its first response in any case.
   */
  secondsToWait: number | null
  /** Takes the count back, because the write changed nothing. */
  refund: () => void
}

export type WriteLimit = {
  /** Counts a write of a member. Throws a `LimitHit` above the limit of all writes. */
  count: (user_id: string) => void
  /** Counts a write under a rule of its own. */
  take: (limit: MinuteLimit, user_id: string) => Turn
}

/** Counts the writes of members in memory, before their transactions. */
export function openWriteLimit(now?: () => number): WriteLimit {
  const windows = attemptWindows(60_000, now)
  return {
    count: (user_id) => windows.count('writes', user_id, writesPerMinute),
    take({ rule, attempts }, user_id) {
      const key = `${rule} ${user_id}`
      const { isExceeded, secondsLeft } = windows.take(key, attempts)
      return { secondsToWait: isExceeded ? secondsLeft : null, refund: () => windows.refund(key) }
    },
  }
}

export const noTurn: Turn = { secondsToWait: null, refund: () => undefined }

export const noWriteLimit: WriteLimit = { count: () => undefined, take: () => noTurn }
