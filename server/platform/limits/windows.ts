import { LimitHit } from './audit.ts'

export type AttemptWindows = {
  /** Counts one attempt of a subject. Throws a `LimitHit` if there are more than `max` in its window. */
  count: (rule: string, subject: string, max: number) => void
  /** Throws like `count` if the subject has had `max` attempts. Does not count. */
  check: (rule: string, subject: string, max: number) => void
  /** The number of subjects in memory. */
  size: () => number
}

/** The maximum number of subjects in memory at the same time. Each takes about 200 bytes. */
const maxKeys = 50_000

type Window = { endsAt: number; attempts: number }

/**
 * Counts attempts in memory so that counting causes no write. The window of a subject begins with its first attempt.
 * Each instance counts for itself, so several instances together allow a multiple of a limit.
 */
export function attemptWindows(
  windowMs: number,
  now: () => number = () => performance.now(),
): AttemptWindows {
  const windows = new Map<string, Window>()

  /** Removes the windows that have ended and, if there are still too many, the oldest one. */
  function evict(at: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size < maxKeys) return
      windows.delete(key)
    }
  }

  return {
    count(rule, subject, max) {
      const key = `${rule} ${subject}`
      const at = now()
      let window = windows.get(key)
      if (!window || window.endsAt <= at) {
        // The entry is deleted and added again so that the map stays sorted by the end of the windows.
        windows.delete(key)
        evict(at)
        window = { endsAt: at + windowMs, attempts: 0 }
        windows.set(key, window)
      }
      window.attempts += 1
      if (window.attempts > max) throw new LimitHit(rule, subject, Math.ceil((window.endsAt - at) / 1000))
    },
    check(rule, subject, max) {
      const window = windows.get(`${rule} ${subject}`)
      const msLeft = window ? window.endsAt - now() : 0
      if (window && msLeft > 0 && window.attempts >= max) {
        throw new LimitHit(rule, subject, Math.ceil(msLeft / 1000))
      }
    },
    size: () => windows.size,
  }
}
