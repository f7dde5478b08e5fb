import type { Transaction } from '#server/platform/postgres/db.ts'
import { type Reading, sourceFamily } from '#server/sources/bills/importedBill.ts'

type SourceRecord = { source_family: string; record_id: string; source_id: string }

/**
 * Gives each bill the id under which its source's record is stored. The source's own permanent id decides: a matter whose
 * number was typed differently is the same bill, which gets the new number, and a second matter under the number of another one
 * is another bill, whose id ends with the source's id. A text that names its bill by that permanent id gets the id of the bill.
 */
export async function withStoredIds(db: Transaction, batch: readonly Reading[]): Promise<Reading[]> {
  const records = batch.flatMap((reading) => recordOf(reading) ?? [])
  if (records.length === 0) return [...batch]
  const storedRecords = await selectRecords(db, records)
  const byRecord = new Map(storedRecords.map((record) => [keyOf(record), record.source_id]))
  const byBill = new Map(
    storedRecords.map((record) => [`${record.source_family} ${record.source_id}`, keyOf(record)]),
  )
  const existing = await selectExisting(
    db,
    records.map(({ source_id }) => source_id),
  )
  const readings: Reading[] = []
  for (const reading of batch) {
    const record = recordOf(reading)
    if (!record) {
      readings.push(reading)
      continue
    }
    const key = keyOf(record)
    const current = byRecord.get(key)
    if (record.source_id === '') {
      readings.push(withId(reading, current ?? ''))
      continue
    }
    const owner = byBill.get(`${record.source_family} ${record.source_id}`)
    let source_id = record.source_id
    if (current !== undefined && current !== source_id) {
      if (existing.has(source_id)) source_id = current
      // oxlint-disable-next-line no-await-in-loop -- a bill is seldom renumbered
      else await db`update bills set source_id = ${source_id} where source_id = ${current}`
    } else if (owner !== undefined && owner !== key) {
      source_id = `${source_id}-${record.record_id.replace(/^.*\//, '')}`
    }
    byRecord.set(key, source_id)
    byBill.set(`${record.source_family} ${source_id}`, key)
    existing.add(source_id)
    readings.push(withId(reading, source_id))
  }
  return readings
}

/** Stores the ids of the sources' records of these bills. */
export async function saveSourceRecords(db: Transaction, batch: readonly Reading[]): Promise<void> {
  const records = batch.flatMap((reading) => recordOf(reading) ?? [])
  if (records.length === 0) return
  await db`
    insert into bill_source_records (source_family, record_id, bill_id)
    select r.source_family, r.record_id, b.bill_id
      from jsonb_to_recordset(${db.json(records)}) as r(source_family text, record_id text, source_id text)
      join bills b using (source_id)
     order by 1, 2
    on conflict do nothing`
}

/** Returns the source's record of a bill, or of the bill of a text. The `source_id` of such a text is empty. */
function recordOf(reading: Reading): SourceRecord | null {
  if (!('imported' in reading)) return null
  const { source_record_id: record_id, source_id, source_name } = reading.imported
  return record_id ? { source_family: sourceFamily(source_name), record_id, source_id } : null
}

function keyOf({ source_family, record_id }: SourceRecord): string {
  return `${source_family} ${record_id}`
}

/** Returns the reading with another id of its bill, which its votes name too. */
function withId(reading: Reading, source_id: string): Reading {
  if (!('imported' in reading) || reading.imported.source_id === source_id) return reading
  const before = reading.imported.source_id
  const votes = reading.votes?.map((vote) =>
    'imported' in vote && vote.imported.bill_source_id === before
      ? { ...vote, imported: { ...vote.imported, bill_source_id: source_id } }
      : vote,
  )
  return { ...reading, imported: { ...reading.imported, source_id }, ...(votes ? { votes } : {}) }
}

async function selectRecords(db: Transaction, records: readonly SourceRecord[]): Promise<SourceRecord[]> {
  return db<SourceRecord[]>`
    select s.source_family, s.record_id, b.source_id
      from bill_source_records s join bills b using (bill_id)
     where (s.source_family, s.record_id) in (
             select r.source_family, r.record_id
               from jsonb_to_recordset(${db.json([...records])}) as r(source_family text, record_id text))
        or s.bill_id in (select bill_id from bills where source_id = any(${records.map(({ source_id }) => source_id)}))`
}

async function selectExisting(db: Transaction, source_ids: readonly string[]): Promise<Set<string>> {
  const rows = await db<{ source_id: string }[]>`
    select source_id from bills where source_id = any(${[...source_ids]})`
  return new Set(rows.map(({ source_id }) => source_id))
}
