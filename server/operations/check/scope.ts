import type { Db, Part } from '#server/platform/postgres/db.ts'

/** The keys that one comparison or repair covers: all of them, a slice in the order of the keys, or certain ones. */
export type Scope = {
  /** The condition that a column has one of the keys. */
  has: (column: string) => Part
  /** The rows that a function of db/functions/90_derived_values.sql returns for the keys. */
  rows: (name: string) => Part
}

export type KeyType = 'uuid' | 'text'

/** A slice of keys from `first` up to, but not including, `next`. It is the last slice if `next` is null. */
export type Slice = { first: string; next: string | null }

const firstUuid = '00000000-0000-0000-0000-000000000000'
const lastUuid = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

export const firstKeys: Record<KeyType, string> = { uuid: firstUuid, text: '' }

export function everyKey(db: Db): Scope {
  return {
    has: () => db`true`,
    rows: (name) => db`${db(name)}(${firstUuid}::uuid, ${lastUuid}::uuid)`,
  }
}

/**
 * Selects a range of keys instead of a list, so that rows whose key is missing from the scanned table are compared too.
 * All slices together contain every key.
 */
export function keysOf(db: Db, type: KeyType, { first, next }: Slice): Scope {
  const cast = db.unsafe(type)
  return {
    has: (column) =>
      next === null
        ? db`${db(column)} >= ${first}::${cast}`
        : db`(${db(column)} >= ${first}::${cast} and ${db(column)} < ${next}::${cast})`,
    // Only values whose keys are UUIDs have such functions.
    rows: (name) => db`${db(name)}(${first}::uuid, ${next === null ? lastUuid : uuidBefore(next)}::uuid)`,
  }
}

/** Selects certain keys. The functions are called once for each key, so that they read nothing else. */
export function certainKeys(db: Db, type: KeyType, keys: readonly string[]): Scope {
  const list = db`${[...keys]}::${db.unsafe(type)}[]`
  return {
    has: (column) => db`${db(column)} = any(${list})`,
    rows: (name) => db`(select a.* from unnest(${list}) key cross join lateral ${db(name)}(key, key) a)`,
  }
}

function uuidBefore(uuid: string): string {
  const number = BigInt(`0x${uuid.replaceAll('-', '')}`) - 1n
  return number
    .toString(16)
    .padStart(32, '0')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
