import { performance } from 'node:perf_hooks'

const windowMs = 60 * 60_000
/** The maximum number of callers in memory at the same time. Each takes about 200 bytes. */
const maxCallers = 50_000

type Window = { endsAt: number; requests: number }

/** The values of the `RateLimit-*` headers of a response. */
export type Allowance = { limit: number; remaining: number; secondsLeft: number; isExceeded: boolean }

/**
 * Counts requests per hour in memory so that a read never causes a write. An hour begins with the first request of a
 * caller. Each instance counts for itself, so several instances together allow a multiple of the limit.
 */
export function countRequests(now: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()

  /** Removes the windows that have ended and, when there are still too many, the oldest one. */
  function evict(at: number): void {
    for (const [caller, { endsAt }] of windows) {
      if (endsAt > at && windows.size < maxCallers) return
      windows.delete(caller)
    }
  }

  function count(caller: string, limit: number): Allowance {
    const at = now()
    let window = windows.get(caller)
    if (!window || window.endsAt <= at) {
      // The entry is deleted and added again so that the map stays sorted by the end of the windows.
      windows.delete(caller)
      evict(at)
      window = { endsAt: at + windowMs, requests: 0 }
      windows.set(caller, window)
    }
    window.requests += 1
    return {
      limit,
      remaining: Math.max(0, limit - window.requests),
      secondsLeft: Math.ceil((window.endsAt - at) / 1000),
      isExceeded: window.requests > limit,
    }
  }

  /** Takes back one counted request. */
  function refund(caller: string): void {
    const window = windows.get(caller)
    if (window && window.requests > 0) window.requests -= 1
  }
  return Object.assign(count, { refund })
}
