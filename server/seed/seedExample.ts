import { fileURLToPath } from 'node:url'
import { importBills } from '../bills/import/import.ts'
import type { Pool } from '../postgres/db.ts'
import { billRecords, sourceFiles } from '../sources/files.ts'

/** Imports the invented bill whose text has two versions, because no text of a real bill is bundled. */
export async function seedExampleBill(db: Pool): Promise<void> {
  const file = fileURLToPath(new URL('../../db/seed/example.jsonl', import.meta.url))
  const { refusals } = await importBills(db, billRecords(await sourceFiles([file]), 'hurd'))
  const [first] = refusals
  if (first) throw new Error(`The example bill was rejected: ${first.reason}`)
}
