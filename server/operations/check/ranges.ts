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

/**
 * Yields ranges of at most `size` keys of a table. All ranges together contain every possible key, so rows whose key is
 * missing from the walked table are compared too. If the end of a range cannot be read, it contains all further keys.
 */
export async function* rangesOf(db: Db, walk: Walk | null, size = walk?.size ?? 0): AsyncGenerator<Scope> {
  if (!walk) {
    yield everyKey(db)
    return
  }
  const type = db.unsafe(walk.type)
  for (let first: string | null = firstKeys[walk.type]; first !== null;) {
    const from: string = first
    const rows: { next: string }[] | null = await unlessBusy(
      () => db`
        select ${db(walk.column)} as next from ${db(walk.table)} where ${db(walk.column)} >= ${from}::${type}
         order by ${db(walk.column)} offset ${size} limit 1`,
    )
    const next = rows?.[0]?.next ?? null
    yield {
      has: (column) =>
        next === null
          ? db`${db(column)} >= ${from}::${type}`
          : db`(${db(column)} >= ${from}::${type} and ${db(column)} < ${next}::${type})`,
    }
    first = next
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
