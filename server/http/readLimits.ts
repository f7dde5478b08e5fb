import { setTimeout as sleep } from 'node:timers/promises'
import { LimitHit } from '../kit/audit.ts'
import type { LimitSettings } from '../kit/limitSettings.ts'
import { networkOf } from '../kit/networks.ts'

/** What is read: `people` where an answer lists people or what they think; `free` for health checks. */
export type ReadKind = 'usual' | 'people' | 'free'

export type Reader = { user_id: string | null; address: string }

export type ReadLimits = {
  /** Counts one read and throws a `LimitHit` when it is one too many. */
  count: (reader: Reader, kind: ReadKind) => void
  /** The same for a visitor outside the contract's routes, such as a shared page: a refusal is slowed down already. */
  countVisit: (address: string) => Promise<void>
  /** Throws a `LimitHit` when this network has sent too many tokens that are not live; counts nothing. */
  checkTokens: (address: string) => void
  countUnknownToken: (address: string) => void
  /** Waits a moment before a refusal of ours is answered: a client that asks in a loop then costs next to nothing. */
  slowDown: (error: unknown) => Promise<void>
  /** How many readers are remembered at the moment. */
  size: () => number
}

const windowMs = 5 * 60_000
/** Readers remembered at once. Some 200 bytes each. */
const mostKeys = 50_000

/** Milliseconds until a refusal is answered, and how many refusals may be waiting at once. */
const [pauseMs, mostPaused] = [300, 500]

/** Counted for every method, because each look-up of a token costs the same. */
const tokenRule = 'unknown_tokens'

type Window = { endsAt: number; reads: number }

/**
 * Counts reads in the memory of this instance, so that no read costs a write: a member's by their account, wherever
 * they are; everybody else's by their network. Where many instances run, each of them allows as much.
 */
export function openReadLimits(
  limits: LimitSettings,
  now: () => number = () => performance.now(),
): ReadLimits {
  const windows = new Map<string, Window>()
  let paused = 0

  function countOne(rule: string, subject: string, most: number): void {
    const key = `${rule} ${subject}`
    const at = now()
    let window = windows.get(key)
    if (!window || window.endsAt <= at) {
      // Behind all others, so that the map stays in the order in which windows end.
      windows.delete(key)
      makeRoom(at)
      window = { endsAt: at + windowMs, reads: 0 }
      windows.set(key, window)
    }
    window.reads += 1
    if (window.reads > most) throw new LimitHit(rule, subject, Math.ceil((window.endsAt - at) / 1000))
  }

  /** Lets go of windows that have ended and, when there are still too many readers, of the oldest window. */
  function makeRoom(at: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > at && windows.size < mostKeys) return
      windows.delete(key)
    }
  }

  function count({ user_id, address }: Reader, kind: ReadKind): void {
    if (kind === 'free') return
    const subject = user_id ?? networkOf(address)
    if (kind === 'people') {
      // Half of it for those who do not say who they are.
      const most = user_id ? limits.peopleReads : Math.ceil(limits.peopleReads / 2)
      countOne(user_id ? 'people_reads' : 'anonymous_people_reads', subject, most)
    }
    if (user_id) countOne('reads', subject, limits.reads)
    else countOne('anonymous_reads', subject, limits.anonymousReads)
  }

  async function slowDown(error: unknown): Promise<void> {
    if (!(error instanceof LimitHit) || paused >= mostPaused) return
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
