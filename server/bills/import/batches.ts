import { setImmediate } from 'node:timers/promises'
import type { Pool } from '../../postgres/db.ts'
import type { ImportedText, Reading } from '../../sources/bills/importedBill.ts'
import { compareImported } from '../versions/classify.ts'
import { fingerprint } from '../versions/fingerprint.ts'

/** Records per transaction: enough to make round trips negligible, few enough to hold locks only briefly. */
const batchSize = 200
/** A batch also ends when its texts are large, which bounds the memory. */
const batchCharacters = 8_000_000
/** Records read before answers of the database are looked at again. */
const recordsAtOnce = 5

export async function* batchesOf(records: AsyncIterable<Reading>): AsyncGenerator<Reading[]> {
  let batch: Reading[] = []
  let characters = 0
  for await (const reading of records) {
    batch.push(reading)
    for (const text of textsOf(reading)) {
      fingerprint(text)
      // The sections are about as long as the plain text.
      characters += (text.formatted_text?.length ?? 0) + (text.full_text?.length ?? 0) * 3
    }
    if (batch.length >= batchSize || characters >= batchCharacters) {
      yield batch
      batch = []
      characters = 0
    }
    if (batch.length % recordsAtOnce === 0) await setImmediate()
  }
  if (batch.length > 0) yield batch
}

/**
 * Compares the texts of each new bill that follow each other, so that its transaction does not have to. A stored bill seldom has
 * a new version.
 */
export async function* compareAhead(db: Pool, batches: AsyncIterable<Reading[]>): AsyncGenerator<Reading[]> {
  for await (const batch of batches) {
    const stored = await selectStoredIds(db, sourceIdsOf(batch))
    for (const [at, reading] of batch.entries()) {
      if (!('imported' in reading) || stored.has(reading.imported.source_id)) continue
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

/** Reads the next item while the caller is busy with the one before. Errors of the source reach the caller in their turn. */
export async function* readAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  const read = () => {
    const next = source.next()
    // It is awaited later, when the caller is done with the item before.
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
