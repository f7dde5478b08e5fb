/** A notice or warning that PostgreSQL sends beside the response of a statement. */
export type DatabaseNotice = { severity: string; code: string; text: string }

/** A connection repeats its warnings whenever it is opened, so equal notices are written once in this time. */
const repeatMs = 60 * 60_000
/** The maximum number of texts to compare with, because a text may contain a different number each time. */
const mostTexts = 1_000

let write: ((notice: DatabaseNotice) => void) | null = null
const writtenAt = new Map<string, number>()

export function logDatabaseNotices(writer: typeof write): void {
  write = writer
  writtenAt.clear()
}

export function reportDatabaseNotice(notice: DatabaseNotice): void {
  if (!write) return
  const now = performance.now()
  const key = `${notice.code} ${notice.text}`
  if (now - (writtenAt.get(key) ?? -Infinity) < repeatMs) return
  if (writtenAt.size >= mostTexts) writtenAt.clear()
  writtenAt.set(key, now)
  write({ ...notice, text: notice.text.slice(0, 1_000) })
}
