import { expect, test } from 'vitest'
import type { Reading } from './bills/importedBill.ts'
import { billRecords, sourceFiles } from './files.ts'

test('the example file in the documentation of the hurd format can be imported', async () => {
  const file = new URL('../../docs/example-bills.jsonl', import.meta.url).pathname
  const readings: Reading[] = []
  for await (const reading of billRecords(await sourceFiles([file]), 'hurd')) readings.push(reading)
  expect(
    readings.map((reading) => ('imported' in reading ? reading.imported.source_id : reading.reason)),
  ).toEqual(['us/119/hr/9903', 'mi/2025-2026/hb9904'])
})
