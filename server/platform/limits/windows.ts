import { LimitHit } from './audit.ts'

/** What is left of a limit in the window of a subject. */
type Allowance = { remaining: number; secondsLeft: number; isExceeded: boolean }

export type AttemptWindows = {
  /** Counts one attempt of a subject and returns what is left of the limit. */
  take: (key: string, limit: number) => Allowance
  /** Takes back one counted attempt. */
  refund: (key: string) => void
  /** Counts like `take`. Throws a `LimitHit` if there are more than `max` attempts in the window. */
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

  function take(key: string, limit: number): Allowance {
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
    return {
      remaining: Math.max(0, limit - window.attempts),
      secondsLeft: Math.ceil((window.endsAt - at) / 1000),
      isExceeded: window.attempts > limit,
    }
  }

  return {
    take,
    refund(key) {
      const window = windows.get(key)
      if (window && window.attempts > 0) window.attempts -= 1
    },
    count(rule, subject, max) {
      const { isExceeded, secondsLeft } = take(`${rule} ${subject}`, max)
      if (isExceeded) throw new LimitHit(rule, subject, secondsLeft)
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
