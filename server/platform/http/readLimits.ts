import { setTimeout as sleep } from 'node:timers/promises'
import { LimitHit } from '#server/platform/limits/audit.ts'
import { attemptWindows } from '#server/platform/limits/windows.ts'
import type { LimitSettings } from '#server/platform/settings/limitSettings.ts'
import { networkOf } from '#server/platform/settings/networks.ts'

/**
 * The kinds of reads for the limits. `people` is for lists of members or of their stances, and `free` is for calls that
 * have limits of their own.
 */
export type ReadKind = 'usual' | 'people' | 'free'

type Reader = { user_id: string | null; ip: string }

export type ReadLimits = {
  /** Counts one read. Throws a `LimitHit` if the limit is exceeded. */
  count: (reader: Reader, kind: ReadKind) => void
  /** Counts a visitor's request outside the contract's routes, such as for a shared page. Also delays the refusal. */
  countVisit: (ip: string) => Promise<void>
  /** Throws a `LimitHit` if this network has sent too many tokens that are not valid. Does not count. */
  checkTokens: (ip: string) => void
  countUnknownToken: (ip: string) => void
  /** Delays the response to a refused read so that a client that retries in a loop causes little load. */
  slowDown: (error: unknown) => Promise<void>
  /** The number of readers in memory. */
  size: () => number
}

const windowMs = 5 * 60_000
/** The delay of a refusal in milliseconds, and the maximum number of refusals that are delayed at the same time. */
const [pauseMs, maxPaused] = [300, 500]

/** Requests of every method count, because every token lookup costs the same. */
const tokenRule = 'unknown_tokens'

/**
 * Counts reads in memory so that a read never causes a write. Members are counted by account and visitors by network.
 * Each instance counts for itself, so several instances together allow a multiple of the limit.
 */
export function openReadLimits(limits: LimitSettings, now?: () => number): ReadLimits {
  const windows = attemptWindows(windowMs, now)
  let paused = 0

  function count({ user_id, ip }: Reader, kind: ReadKind): void {
    if (kind === 'free') return
    const subject = user_id ?? networkOf(ip)
    if (kind === 'people') {
      // Visitors get half of a member's limit.
      const max = user_id ? limits.peopleReads : Math.ceil(limits.peopleReads / 2)
      windows.count(user_id ? 'people_reads' : 'anonymous_people_reads', subject, max)
    }
    if (user_id) windows.count('reads', subject, limits.reads)
    else windows.count('anonymous_reads', subject, limits.anonymousReads)
  }

  async function slowDown(error: unknown): Promise<void> {
    if (!(error instanceof LimitHit) || paused >= maxPaused) return
    if (error.rule !== tokenRule && !error.rule.endsWith('reads')) return
    paused += 1
    await sleep(pauseMs, undefined, { ref: false })
    paused -= 1
  }

  return {
    count,
    async countVisit(ip) {
      try {
        count({ user_id: null, ip }, 'usual')
      } catch (error) {
        await slowDown(error)
        throw error
      }
    },
    checkTokens(ip) {
      windows.check(tokenRule, networkOf(ip), limits.anonymousReads)
    },
    countUnknownToken(ip) {
      windows.count(tokenRule, networkOf(ip), limits.anonymousReads)
    },
    slowDown,
    size: windows.size,
  }
}
