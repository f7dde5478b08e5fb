import { LRUCache } from 'lru-cache'
import { type CacheOptions, entryBytes, type Memory } from './memory.ts'

/**
 * Keeps what an entity looks like to everybody, by id. A record is valid as long as its version is the one in the database.
 * The version is usually the `xmin` of the row, which a statement about the row reads at no cost and which every update
 * changes. A record without a version never changes.
 */
export class Records<V extends { version?: string }> {
  readonly #records: LRUCache<string, V>

  constructor(memory: Memory, { name, maxBytes, sizeOf }: CacheOptions<V>) {
    this.#records = new LRUCache<string, V>({
      maxSize: maxBytes,
      sizeCalculation: (record, id) => sizeOf(record) + 2 * id.length + entryBytes,
    })
    memory.add({ name, bytes: () => this.#records.calculatedSize })
  }

  has(id: string): boolean {
    return this.#records.has(id)
  }

  /** Returns the record of the id if it is in memory and has this version. */
  get(id: string, version?: string): V | undefined {
    const record = this.#records.get(id)
    return record && (version === undefined || record.version === version) ? record : undefined
  }

  keep(id: string, record: V): V {
    this.#records.set(id, record)
    return record
  }
}
