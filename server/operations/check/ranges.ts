import { isCollision, type Db, type Part, PostgresError } from '#server/platform/postgres/db.ts'

/** A table whose keys are walked, `size` of them at a time. */
export type Walk = { table: string; column: string; type: 'uuid' | 'text'; size: number }

/** The keys that one comparison or repair covers, as the condition that a column has one of them. */
export type Scope = { has: (column: string) => Part }

const firstKeys = { uuid: '00000000-0000-0000-0000-000000000000', text: '' }

export function everyKey(db: Db): Scope {
  return { has: () => db`true` }
}

export function ofKey(db: Db, walk: Walk | null, key: string): Scope {
  return walk ? { has: (column) => db`${db(column)} = ${key}::${db.unsafe(walk.type)}` } : everyKey(db)
}

/** One range of keys, and the first key after it, or null if it is the last one. */
type Range = { scope: Scope; next: string | null }

/** The key with which the ranges of a table begin. */
export function firstKeyOf(walk: Walk | null): string {
  return walk ? firstKeys[walk.type] : ''
}

/**
 * Returns the range of at most `size` keys that begins with `from`. The first range begins before every key and the last one
 * has no end, so rows whose key is missing from the walked table are compared too.
 */
export async function rangeFrom(
  db: Db,
  walk: Walk | null,
  from: string,
  size = walk?.size ?? 0,
): Promise<Range> {
  if (!walk) return { scope: everyKey(db), next: null }
  const type = db.unsafe(walk.type)
  const rows = await db<{ next: string }[]>`
    select ${db(walk.column)} as next from ${db(walk.table)} where ${db(walk.column)} >= ${from}::${type}
     order by ${db(walk.column)} offset ${size} limit 1`
  const next = rows[0]?.next ?? null
  const end = (column: string) => (next === null ? db`` : db`and ${db(column)} < ${next}::${type}`)
  return { scope: { has: (column) => db`(${db(column)} >= ${from}::${type} ${end(column)})` }, next }
}

export async function* rangesOf(db: Db, walk: Walk | null): AsyncGenerator<Scope> {
  for (let from: string | null = firstKeyOf(walk); from !== null;) {
    const { scope, next }: Range = await rangeFrom(db, walk, from)
    yield scope
    from = next
  }
}

/**
 * Tries a transaction again if another attempt can succeed: after a collision, after a lock that another transaction kept
 * too long, or after a row was deleted while this transaction waited. Returns null if each attempt failed.
 */
export async function unlessBusy<T>(attempt: () => PromiseLike<T>, retries = 5): Promise<T | null> {
  try {
    return await attempt()
  } catch (error) {
    const mayPass =
      isCollision(error) || (error instanceof PostgresError && ['55P03', '23503'].includes(error.code))
    if (!mayPass) throw error
    return retries > 0 ? unlessBusy(attempt, retries - 1) : null
  }
}
