import { importBills } from '#server/legislation/bills/import/import.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { ImportedBill, Reading } from '#server/sources/bills/importedBill.ts'
import { congressZone, dayInZone } from '#server/sources/zones.ts'

/** Returns the day `days` from today in UTC as YYYY-MM-DD. */
export function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the current day in Washington, by which Congress dates its actions. A later day is one that is announced. */
export function dayOfCongress(): string {
  return dayInZone(new Date(), congressZone)
}

/** Returns a federal bill with one action, dated yesterday. */
export function importedBill(number: number, more: Partial<ImportedBill> = {}): ImportedBill {
  return {
    source_name: 'Congress.gov',
    source_id: `us/119/hr/${number}`,
    source_updated_at: null,
    source_checked_at: null,
    bill_code: `H.R. ${number}`,
    title: `The Lantern Act ${number}`,
    summary: '',
    topics: [],
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'introduced',
    created_at: '2026-01-05T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: [{ date: dayFromNow(-1), text: 'Introduced in House', chamber: 'House' }],
    ...more,
  }
}

/** Imports these records as one run. */
export function importRecords(
  pool: Pool,
  bills: readonly ImportedBill[],
  options: { notify?: boolean } = {},
) {
  return importBills(pool, readings(bills), undefined, options)
}

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* readings(bills: readonly ImportedBill[]): AsyncGenerator<Reading> {
  for (const [index, imported] of bills.entries()) {
    yield { file: 'test', record: `record ${index + 1}`, imported }
  }
}
