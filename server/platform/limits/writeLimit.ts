import { attemptWindows } from './windows.ts'

/** The maximum number of writes by one member per minute on one instance. */
const writesPerMinute = 120

/** Returns a function that counts a write of a member and throws a `LimitHit` above the limit. */
export function openWriteLimit(now?: () => number): (user_id: string) => void {
  const windows = attemptWindows(60_000, now)
  return (user_id) => windows.count('writes', user_id, writesPerMinute)
}
