import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { billRecords } from '#server/sources/files.ts'
import type { Cluster } from '../server/cluster.ts'

export type ImportSpeed = { records: number; megabytes: number; perSecond: number; againPerSecond: number }

/** Writes seeded bills to a file in Hurd's format and imports it twice: as new bills, then as known ones. */
export async function measureImport(cluster: Cluster, from: Pool, records: number): Promise<ImportSpeed> {
  const file = join(cluster.folder, 'bills.jsonl')
  await writeBills(from, file, records)
  const { size } = await stat(file)
  const { pool } = await cluster.database('bench_import')
  const times: number[] = []
  for (const outcome of ['inserted', 'unchanged'] as const) {
    const report = await importBills(pool, billRecords([{ path: file, size }], 'hurd'))
    if (report[outcome] !== records) {
      throw new Error(`not all records were ${outcome}: ${JSON.stringify({ ...report })}`)
    }
    times.push(report.seconds)
  }
  const [first = 0, second = 0] = times
  return {
    records,
    megabytes: size / 2 ** 20,
    perSecond: records / first,
    againPerSecond: records / second,
  }
}

/** Each bill has two sponsors and four actions; every fifth has a text of 6,000 characters. */
async function writeBills(from: Pool, file: string, records: number): Promise<void> {
  const out = createWriteStream(file)
  for (let written = 0; written < records; written += 500) {
    const rows = await from<{ line: string }[]>`
    select jsonb_build_object(
             'source_id', source_id, 'source_name', source_name, 'bill_code', bill_code, 'title', title,
             'summary', summary, 'topics', topics, 'government_level', government_level,
             'jurisdiction', jurisdiction, 'status', status, 'created_at', iso_time(created_at),
             'source_url', source_url,
             'sponsors', (select jsonb_agg(jsonb_build_object('name', 'Sponsor ' || n, 'party', null, 'role', 'Sponsor',
                                                              'district', n::text)) from generate_series(1, 2) n),
             'actions', (select jsonb_agg(jsonb_build_object('date', (created_at + n * interval '9 days')::date,
                                                             'text', 'Step ' || n || ' taken', 'chamber', 'House'))
                           from generate_series(1, 4) n),
             'full_text', case when hashtext(source_id) % 5 = 0 then left(repeat(summary || ' ', 20), 6000) end)::text
             as line
      from (select * from bills order by source_id
             limit ${Math.min(500, records - written)} offset ${written}) b`
    if (!out.write(rows.map(({ line }) => `${line}\n`).join(''))) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}
