import { setTimeout as sleep } from 'node:timers/promises'
import { LimitHit } from '#server/platform/limits/audit.ts'
import type { LimitSettings } from '#server/platform/settings/limitSettings.ts'
import { networkOf } from '#server/platform/settings/networks.ts'

/**
 * The kinds of reads for the limits. `people` is for lists of members or of their stances, and `free` is for calls that
 * have limits of their own.
 */
export type ReadKind = 'usual' | 'people' | 'free'

type Reader = { user_id: string | null; address: string }

export type ReadLimits = {
  /** Counts one read. Throws a `LimitHit` if the limit is exceeded. */
  count: (reader: Reader, kind: ReadKind) => void
  /** Counts a visitor's request outside the contract's routes, such as for a shared page. Also delays the refusal. */
  countVisit: (address: string) => Promise<void>
  /** Throws a `LimitHit` if this network has sent too many tokens that are not valid. Does not count. */
  checkTokens: (address: string) => void
  countUnknownToken: (address: string) => void
  /** Delays the answer to a refused read, so that a client that retries in a loop causes little load. */
  slowDown: (error: unknown) => Promise<void>
  /** The number of readers in memory. */
  size: () => number
}

const windowMs = 5 * 60_000
/** The most readers in memory at the same time. Each takes about 200 bytes. */
const maxKeys = 50_000

/** The delay of a refusal in milliseconds, and the most refusals that are delayed at the same time. */
const [pauseMs, maxPaused] = [300, 500]

/** Requests of every method count, because every token lookup costs the same. */
const tokenRule = 'unknown_tokens'

type Window = { endsAt: number; reads: number }

/**
 * Counts reads in memory, so that a read never causes a write. Members are counted by account and visitors by network.
 * Each instance counts for itself, so several instances together allow a multiple of the limit.
 */
export function openReadLimits(
  limits: LimitSettings,
  now: () => number = () => performance.now(),
): ReadLimits {
  const windows = new Map<string, Window>()
  let paused = 0

  function countOne(rule: string, subject: string, max: number): void {
    const key = `${rule} ${subject}`
    const at = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= at) {
      // The entry is deleted and added again, so that the map stays sorted by the end of the windows.
      windows.delete(key)
      evict(at)
      window = { endsAt: at + windowMs, reads: 0 }
      windows.set(key, window)
    }
    window.reads += 1
    if (window.reads > max) throw new LimitHit(rule, subject, Math.ceil((window.endsAt - at) / 1000))
  }

  /** Removes the windows that have ended and, if there are still too many, the oldest one. */
  function evict(at: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size < maxKeys) return
      windows.delete(key)
    }
  }

  function count({ user_id, address }: Reader, kind: ReadKind): void {
    if (kind === 'free') return
    const subject = user_id ?? networkOf(address)
    if (kind === 'people') {
      // Visitors get half of a member's limit.
      const max = user_id ? limits.peopleReads : Math.ceil(limits.peopleReads / 2)
      countOne(user_id ? 'people_reads' : 'anonymous_people_reads', subject, max)
    }
    if (user_id) countOne('reads', subject, limits.reads)
    else countOne('anonymous_reads', subject, limits.anonymousReads)
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
    async countVisit(address) {
      try {
        count({ user_id: null, address }, 'usual')
      } catch (error) {
        await slowDown(error)
        throw error
      }
    },
    checkTokens(address) {
      const subject = networkOf(address)
      const window = windows.get(`${tokenRule} ${subject}`)
      const msLeft = window ? window.endsAt - now() : 0
      if (window && msLeft > 0 && window.reads >= limits.anonymousReads) {
        throw new LimitHit(tokenRule, subject, Math.ceil(msLeft / 1000))
      }
    },
    countUnknownToken(address) {
      countOne(tokenRule, networkOf(address), limits.anonymousReads)
    },
    slowDown,
    size: () => windows.size,
  }
}
