import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  saveDistrictNames,
  saveDivisions,
  saveSource,
  saveZipCodes,
  selectCounties,
} from '#server/legislation/places/queries.ts'
import {
  countSaved,
  emptyReport,
  refuseRecord,
  secondsSince,
  type ImportReport,
} from '#server/platform/cli/importReport.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { type CsvRecord, csvRecords } from '#server/sources/csv.ts'
import { type Division, readDivision } from './divisionRecords.ts'
import { type Population, readPopulation, savePopulations } from './populations.ts'
import { countiesByNumber, readZipFacts, type ZipFacts } from './zipRecords.ts'

/** The number of records per statement. */
const batchSize = 2_000

/**
 * Imports divisions by their OCD id, from the Open Civic Data tables and from tables that map legislative districts to
 * divisions. Importing a file again changes nothing.
 */
export async function importDivisions(db: Pool, files: readonly string[]): Promise<ImportReport> {
  return importFiles(db, 'imported divisions', files, async (file, report) => {
    const divisions: Division[] = []
    const districtNames: Division[] = []
    for (const { record, line } of await readTable(file)) {
      const division = attempt(report, file, line, () => readDivision(record))
      if (!division) continue
      // Only the tables of legislative districts have the column `division_id`.
      const isDistrictName = record['division_id'] !== undefined
      ;(isDistrictName ? districtNames : divisions).push(division)
    }
    for (const batch of batches(divisions)) {
      count(report, batch.length, await saveDivisions(db, batch))
    }
    for (const batch of batches(districtNames)) {
      count(report, batch.length, await saveDistrictNames(db, batch))
    }
  })
}

export async function readDistrictIds(files: readonly string[]): Promise<string[]> {
  const tables = await Promise.all(files.map(readTable))
  const ids = tables.flat().map(({ record }) => record['id'] ?? record['division_id'] ?? '')
  return [...new Set(ids.filter((id) => /^ocd-division\/country:us\/.+\/cd:[^/]+$/.test(id)))]
}

/** Imports ZIP codes from the public tables that `readZipFacts` lists. Fields that a table lacks stay unchanged. */
export async function importZipCodes(db: Pool, files: readonly string[]): Promise<ImportReport> {
  const countyOf = countiesByNumber(await selectCounties(db))
  return importFiles(db, 'imported ZIP codes', files, async (file, report) => {
    const byZip = new Map<string, ZipFacts>()
    for (const { record, line } of await readTable(file)) {
      const facts = attempt(report, file, line, () => readZipFacts(record, countyOf))
      if (facts) byZip.set(facts.zip, merge(byZip.get(facts.zip), facts))
    }
    const all = [...byZip.values()]
    for (let at = 0; at < all.length; at += batchSize) {
      const batch = all.slice(at, at + batchSize)
      count(report, batch.length, await saveZipCodes(db, batch))
    }
  })
}

/** Imports how many people live in each division. A newer census of a division does not replace an older one. */
export async function importPopulations(db: Pool, files: readonly string[]): Promise<ImportReport> {
  return importFiles(db, 'imported populations', files, async (file, report) => {
    const byKey = new Map<string, Population>()
    for (const { record, line } of await readTable(file)) {
      const population = attempt(report, file, line, () => readPopulation(record))
      if (population) byKey.set(`${population.division} ${population.as_of}`, population)
    }
    const all = [...byKey.values()]
    for (let at = 0; at < all.length; at += batchSize) {
      const batch = all.slice(at, at + batchSize)
      count(report, batch.length, await savePopulations(db, batch))
    }
  })
}

async function importFiles(
  db: Pool,
  source: string,
  files: readonly string[],
  importFile: (file: string, report: ImportReport) => Promise<void>,
): Promise<ImportReport> {
  const started = performance.now()
  const report = emptyReport()
  for (const file of files) {
    try {
      await importFile(file, report)
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error
      refuseRecord(report, { file, record: 'file' }, error.message)
    }
  }
  const records = report.inserted + report.updated + report.unchanged
  if (records > 0) await saveSource(db, source, records, new Date().toISOString().slice(0, 10))
  report.seconds = secondsSince(started)
  return report
}

class UnreadableTable extends Error {
  override name = 'UnreadableTable'
}

/** Returns each record with its line number. The line numbers are correct as long as no field contains a line break. */
async function readTable(file: string): Promise<{ record: CsvRecord; line: number }[]> {
  try {
    const bytes = await readFile(file)
    const text = (file.endsWith('.gz') ? await promisify(gunzip)(bytes) : bytes).toString('utf8')
    // The table of states has no header line.
    const hasHeader = !text.startsWith('ocd-division/')
    const records = [...csvRecords(hasHeader ? text : `id,name\n${text}`)]
    const firstLine = hasHeader ? 2 : 1
    return records.map((record, index) => ({ record, line: firstLine + index }))
  } catch (error) {
    throw new UnreadableTable(
      `The file cannot be read: ${error instanceof Error ? error.message : 'unknown'}.`,
    )
  }
}

function attempt<T>(report: ImportReport, file: string, line: number, read: () => T): T | null {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    refuseRecord(report, { file, record: `line ${line}` }, reason)
    return null
  }
}

function count(report: ImportReport, records: number, saved: readonly { is_new: boolean }[]): void {
  const { inserted, updated, unchanged } = countSaved(records, saved)
  report.inserted += inserted
  report.updated += updated
  report.unchanged += unchanged
}

/** Splits divisions into batches without duplicates, because one statement cannot update the same row twice. */
function* batches(divisions: Division[]): Generator<Division[]> {
  let batch = new Map<string, Division>()
  for (const division of divisions) {
    if (batch.size >= batchSize || batch.has(division.division)) {
      yield [...batch.values()]
      batch = new Map()
    }
    batch.set(division.division, division)
  }
  if (batch.size > 0) yield [...batch.values()]
}

/** A table may have several rows for one ZIP code, each with a part of its districts or counties. */
function merge(existing: ZipFacts | undefined, more: ZipFacts): ZipFacts {
  if (!existing) return more
  const [states, districts, counties] = [
    union(existing.states, more.states),
    union(existing.congressional_districts, more.congressional_districts),
    union(existing.counties, more.counties),
  ]
  return {
    ...existing,
    ...more,
    ...(states ? { states } : {}),
    ...(districts ? { congressional_districts: districts } : {}),
    ...(counties ? { counties } : {}),
  }
}

function union(a: string[] | undefined, b: string[] | undefined): string[] | undefined {
  return a === undefined && b === undefined ? undefined : [...new Set([...(a ?? []), ...(b ?? [])])]
}
