import { LRUCache } from 'lru-cache'

/** A notice or warning that PostgreSQL sends beside the response of a statement. */
export type DatabaseNotice = { severity: string; code: string; text: string }

/** A connection repeats its warnings whenever it is opened, so equal notices are written once in this time. */
const repeatMs = 60 * 60_000
/** The maximum number of texts to compare with, because a text may contain a different number each time. */
const mostTexts = 1_000

let write: ((notice: DatabaseNotice) => void) | null = null
const written = new LRUCache<string, true>({ max: mostTexts, ttl: repeatMs })

export function logDatabaseNotices(writer: typeof write): void {
  write = writer
  written.clear()
}

export function reportDatabaseNotice(notice: DatabaseNotice): void {
  if (!write) return
  const key = `${notice.code} ${notice.text}`
  if (written.has(key)) return
  written.set(key, true)
  write({ ...notice, text: notice.text.slice(0, 1_000) })
}
