import { LRUCache } from 'lru-cache'
import { inLanguage } from '#server/platform/language/current.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { type CacheOptions, entryBytes, type Memory, sharedMs } from './memory.ts'

/** A value and the time at which its statement was sent. */
type Entry<V> = { value: V; since: number }
type Load<V> = { values: Promise<ReadonlyMap<string, V>>; since: number }

type SharedOptions<V> = CacheOptions<V> & {
  /** Returns ids of what the value shows besides what it is about. `Memory.forget` with one of them outdates it as well. */
  shows?: (value: V) => readonly string[]
}

/**
 * Keeps what is the same for every reader for at most a second. Readers who need the same value at the same time wait for
 * one statement. The first word of a key is the id of what the value is about: `Memory.forget` with this id makes the next
 * reader read again.
 */
export class Shared<V extends object> {
  readonly #memory: Memory
  readonly #entries: LRUCache<string, Entry<V>>
  readonly #loads = new Map<string, Load<V>>()
  readonly #shows: (value: V) => readonly string[]

  constructor(memory: Memory, { name, maxBytes, sizeOf, shows = () => [] }: SharedOptions<V>) {
    this.#memory = memory
    this.#shows = shows
    this.#entries = new LRUCache<string, Entry<V>>({
      maxSize: maxBytes,
      sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + entryBytes,
    })
    memory.add({ name, bytes: () => this.#entries.calculatedSize })
  }

  /** Returns the value of the key. `load` reads it if it is not in memory. */
  async get(key: string, db: Db, load: (db: Db) => Promise<V>): Promise<V> {
    const values = await this.find([key], db, async (database) => new Map([[key, await load(database)]]))
    return values.get(key)!
  }

  /** Returns the values of the keys. `load` reads all that are not in memory. It returns no entry for what does not exist. */
  async find(
    keys: readonly string[],
    db: Db,
    load: (db: Db, missing: string[]) => Promise<ReadonlyMap<string, V>>,
  ): Promise<Map<string, V>> {
    const since = performance.now()
    const values = new Map<string, V>()
    const loads = new Set<Load<V>>()
    const missing: string[] = []
    for (const key of keys) {
      const value = this.peek(key)
      const loading = this.#loads.get(key)
      if (value) {
        values.set(key, value)
      } else if (loading && this.#isUnchanged(key, loading.since)) {
        loads.add(loading)
      } else {
        missing.push(key)
      }
    }
    if (missing.length > 0) loads.add(this.#load(missing, since, db, load))
    const stale: string[] = []
    const loaded = await Promise.all(
      [...loads].map(async (loading) => ({ began: loading.since, values: await loading.values })),
    )
    for (const { began, values: loadedValues } of loaded) {
      for (const key of keys) {
        const value = loadedValues.get(key)
        if (!value) continue
        // Only the value of another reader's statement says whether it shows what has changed since that statement was sent.
        if (began < since && !this.#isShownUnchanged(value, began)) stale.push(key)
        else values.set(key, value)
      }
    }
    if (stale.length === 0) return values
    return new Map([...values, ...(await this.find(stale, db, load))])
  }

  /** Returns the value of the key if it is in memory. */
  peek(key: string): V | undefined {
    const entry = this.#entries.get(key)
    const isCurrent =
      entry &&
      performance.now() - entry.since < sharedMs &&
      this.#isUnchanged(key, entry.since) &&
      this.#isShownUnchanged(entry.value, entry.since)
    return isCurrent ? entry.value : undefined
  }

  /** Keeps values that another statement, sent at this time, has read as well. */
  keep(values: ReadonlyMap<string, V>, since: number): void {
    for (const [key, value] of values) {
      // A statement that was sent later may have answered earlier.
      if ((this.#entries.peek(key)?.since ?? -Infinity) < since) this.#entries.set(key, { value, since })
    }
  }

  #load(
    missing: string[],
    since: number,
    db: Db,
    load: (db: Db, missing: string[]) => Promise<ReadonlyMap<string, V>>,
  ): Load<V> {
    const begin = async () => {
      try {
        // Readers of all languages share the value.
        const values = await inLanguage('en', () =>
          load(this.#memory.databaseFor(this.#idsOf(missing), db), missing),
        )
        this.keep(values, since)
        return values
      } finally {
        for (const key of missing) if (this.#loads.get(key) === loading) this.#loads.delete(key)
      }
    }
    const loading: Load<V> = { values: begin(), since }
    for (const key of missing) this.#loads.set(key, loading)
    return loading
  }

  /** Returns the ids of these keys, and those of what their last values show. */
  #idsOf(keys: readonly string[]): string[] {
    return keys.flatMap((key) => {
      const entry = this.#entries.peek(key)
      return [idOf(key), ...(entry ? this.#shows(entry.value) : [])]
    })
  }

  #isUnchanged(key: string, since: number): boolean {
    return this.#memory.isUnchanged(idOf(key), since)
  }

  #isShownUnchanged(value: V, since: number): boolean {
    return this.#shows(value).every((id) => this.#memory.isUnchanged(id, since))
  }
}

function idOf(key: string): string {
  const end = key.indexOf(' ')
  return end === -1 ? key : key.slice(0, end)
}
