import { setImmediate } from 'node:timers/promises'
import { compareImported } from '#server/legislation/texts/classify.ts'
import { fingerprint } from '#server/legislation/texts/fingerprint.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { ImportedText, Reading } from '#server/sources/bills/importedBill.ts'

/**
 * The number of records per transaction. It is large enough to make round trips negligible and small enough to keep
 * locks only briefly.
 */
const batchSize = 200
/** A batch also ends when its texts have this many characters, which limits the memory that it uses. */
const batchCharacters = 8_000_000
/** After this many records, the import pauses so that the process can handle the responses of the database. */
const recordsAtOnce = 5

/** Collects the records in batches. If the source fails, its error follows the batch of the records before it. */
export async function* batchesOf(records: AsyncIterable<Reading>): AsyncGenerator<Reading[]> {
  let batch: Reading[] = []
  let characters = 0
  try {
    for await (const reading of records) {
      batch.push(reading)
      for (const text of textsOf(reading)) {
        fingerprint(text)
        // The sections are about as long as the plain text, so the factor covers them too.
        characters += (text.formatted_text?.length ?? 0) + (text.full_text?.length ?? 0) * 3
      }
      if (batch.length >= batchSize || characters >= batchCharacters) {
        yield batch
        batch = []
        characters = 0
      }
      if (batch.length % recordsAtOnce === 0) await setImmediate()
    }
  } catch (error) {
    if (batch.length > 0) yield batch
    throw error
  }
  if (batch.length > 0) yield batch
}

/**
 * Compares consecutive versions of each new bill before the transaction so that the transaction does not have to. A
 * bill that is already stored seldom has a new version.
 */
export async function* compareAhead(db: Pool, batches: AsyncIterable<Reading[]>): AsyncGenerator<Reading[]> {
  for await (const batch of batches) {
    const storedIds = await selectStoredIds(db, sourceIdsOf(batch))
    for (const [at, reading] of batch.entries()) {
      if (!('imported' in reading) || storedIds.has(reading.imported.source_id)) continue
      const texts = textsOf(reading)
      for (const [index, older] of texts.slice(0, -1).entries()) compareImported(older, texts[index + 1]!)
      if (at % recordsAtOnce === 0) await setImmediate()
    }
    yield batch
  }
}

export function sourceIdsOf(batch: readonly Reading[]): string[] {
  return batch.flatMap((reading) => ('imported' in reading ? [reading.imported.source_id] : []))
}

async function selectStoredIds(db: Pool, source_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ source_id: string }[]>`
    select source_id from bills where source_id = any(${[...source_ids]})`
  return new Set(rows.map(({ source_id }) => source_id))
}

/**
 * Reads the next item while the caller processes the previous one. If the source fails, the caller gets the error after
 * all items before it.
 */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const next = source.next()
    // The promise is awaited only when the caller is done with the previous item, so an earlier rejection would count as
    // unhandled.
    next.catch(() => {})
    return next
  }
  try {
    for (let next = await read(); !next.done;) {
      const following = read()
      yield next.value
      next = await following
    }
  } finally {
    await source.return(undefined)
  }
}

function textsOf(reading: Reading): ImportedText[] {
  if (!('imported' in reading)) return []
  const { imported } = reading
  const versions = 'version' in imported ? [imported.version] : (imported.versions ?? [])
  return versions.flatMap(({ text }) => text ?? [])
}
