import type { ImportedBill, ImportedTextOnly, Reading } from '#server/sources/bills/importedBill.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'

const fixtures = new URL('../../../sources/fixtures/', import.meta.url).pathname

/** Reads all records of one file in the fixtures of the sources. */
async function readAll(name: string): Promise<Reading[]> {
  return collect(billRecords(await sourceFiles([fixtures + name]), null))
}

export async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

export async function billsOf(name: string): Promise<ImportedBill[]> {
  const readings = await readAll(name)
  return readings.flatMap((reading) =>
    'imported' in reading && 'bill_code' in reading.imported ? [reading.imported] : [],
  )
}

export async function textsOf(name: string): Promise<ImportedTextOnly[]> {
  const readings = await readAll(name)
  return readings.flatMap((reading) =>
    'imported' in reading && !('bill_code' in reading.imported) ? [reading.imported] : [],
  )
}

export async function reasonsOf(name: string): Promise<string[]> {
  return (await readAll(name)).flatMap((reading) => ('reason' in reading ? [reading.reason] : []))
}
