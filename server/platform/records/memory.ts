import { LRUCache } from 'lru-cache'
import type { Db } from '#server/platform/postgres/db.ts'

/** For how many milliseconds a response that is the same for everybody may be used again. */
export const sharedMs = 1_000

/** A replica is at most ten seconds behind, so after this time it has what a write on this instance changed. */
const replicaDelayMs = 15_000

/**
 * The id under which values depend on how a member is shown to others: names, picture, badges, and whether stances are
 * public. A write that changes one of them forgets this id.
 */
export const shownMember = (user_id: string): string => `member:${user_id}`

/** How much memory one cache uses, for the metrics. */
type CacheSize = { name: string; bytes: () => number }

/**
 * What one instance knows about its own writes, and the caches of that instance. A write calls `forget` with the ids of
 * what it changed so that the next read on this instance sees it. Other instances follow when their values are a second
 * old. A write that does not call `forget` is therefore seen a second late here too, but is never missed.
 */
export class Memory {
  readonly #primary: Db
  /** At most about 20 MB: an entry has an id and a time. */
  readonly #writes = new LRUCache<string, number>({ max: 100_000 })
  readonly #caches: CacheSize[] = []
  #lastWide = -Infinity
  #lastOutdated = -Infinity

  /** @param primary the pool of the primary database, which has every write of this instance at once */
  constructor(primary: Db) {
    this.#primary = primary
  }

  /** Values about these ids that were read before now are no longer used. Call it after the commit. */
  forget(...ids: readonly (string | null | undefined)[]): void {
    const now = performance.now()
    for (const id of ids) if (id) this.#writes.set(id, now)
  }

  /** No value that was read before now is used any longer, because a write on this instance may have changed any. */
  forgetAll(): void {
    this.#lastWide = performance.now()
    this.outdate()
  }

  /** No value that was read before now is used any longer. Tests also call it after they write to the database themselves. */
  outdate(): void {
    this.#lastOutdated = performance.now()
  }

  /** Returns true if no write on this instance has changed what was read about the id at this time. */
  isUnchanged(id: string, since: number): boolean {
    return since > this.#lastOutdated && since > (this.#writes.get(id) ?? -Infinity)
  }

  /**
   * Returns the database for a value that many readers will share. A replica may not have the last write on this instance
   * yet, and the reader who reads the value need not be the writer.
   */
  databaseFor(ids: readonly string[], db: Db): Db {
    const since = performance.now() - replicaDelayMs
    const isWritten = (id: string) => (this.#writes.get(id) ?? -Infinity) > since
    return this.#lastWide > since || ids.some(isWritten) ? this.#primary : db
  }

  add(cache: CacheSize): void {
    this.#caches.push(cache)
  }

  sizes(): { name: string; bytes: number }[] {
    return this.#caches.map(({ name, bytes }) => ({ name, bytes: bytes() }))
  }
}

/** Returns a function that creates the cache of an instance when it is needed for the first time. */
export function cacheOf<T extends object>(create: (memory: Memory) => T): (memory: Memory) => T {
  const caches = new WeakMap<Memory, T>()
  return (memory) => {
    const existing = caches.get(memory)
    if (existing) return existing
    const cache = create(memory)
    caches.set(memory, cache)
    return cache
  }
}

export type CacheOptions<V> = {
  name: string
  maxBytes: number
  /** Estimates the bytes of a value, without its key. */
  sizeOf: (value: V) => number
}

/** The bytes that an entry takes besides its key and its value. */
export const entryBytes = 300
