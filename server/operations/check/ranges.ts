import type { Db, Part } from '#server/platform/postgres/db.ts'

/** A table whose keys are walked, `size` of them at a time. */
export type Walk = { table: string; column: string; type: 'uuid' | 'text'; size: number }

/** The keys that one comparison or repair covers, as the condition that a column has one of them. */
export type Scope = { has: (column: string) => Part }

/** Keys from `first` up to, but not including, `next`. It is the last range if `next` is null. */
export type Range = { first: string; next: string | null }

const firstKeys = { uuid: '00000000-0000-0000-0000-000000000000', text: '' }

/** The key at which a walk begins. */
export function firstKey(walk: Walk | null): string {
  return firstKeys[walk?.type ?? 'text']
}

export function inRange(db: Db, walk: Walk | null, { first, next }: Range): Scope {
  if (!walk) return { has: () => db`true` }
  const type = db.unsafe(walk.type)
  return {
    has: (column) =>
      next === null
        ? db`${db(column)} >= ${first}::${type}`
        : db`(${db(column)} >= ${first}::${type} and ${db(column)} < ${next}::${type})`,
  }
}

export function ofKey(db: Db, walk: Walk | null, key: string): Scope {
  return { has: (column) => (walk ? db`${db(column)} = ${key}::${db.unsafe(walk.type)}` : db`true`) }
}

/**
 * Returns the range that begins with a key and has at most `size` keys of the table. All ranges together contain every
 * possible key, so rows whose key is missing from the walked table are compared too.
 */
export async function rangeFrom(db: Db, walk: Walk | null, first: string, size?: number): Promise<Range> {
  if (!walk) return { first, next: null }
  const [row] = await db<{ next: string }[]>`
    select ${db(walk.column)} as next from ${db(walk.table)}
     where ${db(walk.column)} >= ${first}::${db.unsafe(walk.type)}
     order by ${db(walk.column)} offset ${size ?? walk.size} limit 1`
  return { first, next: row?.next ?? null }
}
