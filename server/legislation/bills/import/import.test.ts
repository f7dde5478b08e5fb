import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getBill, listBills } from '#contract/bills/bills.ts'
import type { ImportedBill, Reading } from '#server/sources/bills/importedBill.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { startTestServer } from '#server/testing/testServer.ts'
import { importBills } from './import.ts'

const fixtures = new URL('../../../sources/fixtures/', import.meta.url).pathname

describe('importBills', () => {
  let app: Awaited<ReturnType<typeof startTestServer>>
  beforeAll(async () => {
    app = await startTestServer()
  })
  afterAll(() => app.close())

  const importFiles = async (...names: string[]) =>
    importBills(app.pool, billRecords(await sourceFiles(names.map((name) => fixtures + name)), null))
  const importRecords = (...bills: ImportedBill[]) => importBills(app.pool, readings(bills))
  const billOf = async (source_id: string) => {
    const [row] = await app.pool<
      { bill_id: string }[]
    >`select bill_id from bills where source_id = ${source_id}`
    const reader = await app.member(`reader${Math.random().toString(36).slice(2, 8)}`)
    return (await reader.call(getBill, { id: row!.bill_id })).bill
  }

  // covers CIV-FEED-16
  test('an imported bill is shown as it was written', async () => {
    const report = await importFiles('hurd.jsonl')
    expect(report).toMatchObject({ inserted: 1, updated: 0, unchanged: 0, refused: 3 })
    expect(report.refusals[0]).toMatchObject({
      record: 'line 2 (H.R. 9904)',
      reason: 'The field "government_level" is missing.',
    })
    expect(await billOf('us/119/hr/9903')).toMatchObject({
      bill_code: 'H.R. 9903',
      topics: ['environmental_protection'],
      status: 'introduced',
      source_name: 'Congress.gov',
      source_checked_at: '2026-11-20T00:00:00.000Z',
      sponsors: [{ name: 'Ada Lark' }],
      bill_sections: { sections: [{ number: '1', title: 'Limits' }] },
      formatted_text: '<p>Night limits</p>',
    })
  })

  // covers HURD-IMPORT-01
  test('records before the point where a source breaks off are stored, and its error is reported', async () => {
    await expect(importBills(app.pool, brokenOff())).rejects.toThrow('the source broke off')
    const [stored] =
      await app.pool`select count(*)::int as bills from bills where source_id like 'us/119/hr/77%'`
    expect(stored).toEqual({ bills: 450 })
  })

  test('every record is counted once, and a second run changes nothing', async () => {
    const files = [
      'congress.jsonl',
      'openstates.jsonl',
      'openstates-v3.json',
      'legiscan.json',
      'boston_matters.json',
      'nyc.jsonl',
      'billstatus-old.xml',
      'billstatus-new.xml',
    ]
    const first = await importFiles(...files)
    const second = await importFiles(...files)
    const read = 3 + 5 + 1 + 1 + 2 + 2 + 1 + 1
    expect(first.inserted + first.updated + first.unchanged + first.refused).toBe(read)
    expect(second).toMatchObject({
      inserted: 0,
      updated: 0,
      unchanged: first.inserted + first.updated,
      refused: first.refused,
    })
    expect(second.refusals).toEqual(first.refusals)
  })

  test('the newest version of a text is shown, regardless of the order of the records', async () => {
    const report = await importFiles('bill-enr.xml', 'bill-ih.xml', 'plaw.xml')
    expect(report).toMatchObject({ updated: 3, refused: 0 })
    const bill = await billOf('us/119/hr/9901')
    expect(bill.full_text).toContain('A bus shall run at night.')
    expect(bill.title).toBe('Night Bus Act')
    expect(await importFiles('bill-enr.xml', 'bill-ih.xml', 'plaw.xml')).toMatchObject({
      updated: 0,
      unchanged: 3,
      refused: 0,
    })
  })

  test('a summary written for Hurd stays when the record is imported again, and all other fields are updated', async () => {
    const own = {
      ...sample('oh/136/hb9950', {}),
      summary: 'Buses would run at night.',
      summary_by: 'hurd' as const,
    }
    expect(await importRecords(own)).toMatchObject({ inserted: 1 })
    const record = {
      ...sample('oh/136/hb9950', {}),
      summary: 'This bill establishes a nocturnal omnibus programme.',
      title: 'Night Bus Act of 2026',
      status: 'passed' as const,
      source_updated_at: '2026-09-01T00:00:00.000Z',
    }
    expect(await importRecords(record)).toMatchObject({ updated: 1 })
    expect(await billOf('oh/136/hb9950')).toMatchObject({
      summary: 'Buses would run at night.',
      title: 'Night Bus Act of 2026',
      status: 'passed',
    })
    expect(await importRecords(record)).toMatchObject({ unchanged: 1 })

    const better = {
      ...own,
      summary: 'Buses would run all night.',
      source_updated_at: '2026-10-01T00:00:00.000Z',
    }
    expect(await importRecords(better)).toMatchObject({ updated: 1 })
    expect((await billOf('oh/136/hb9950')).summary).toBe('Buses would run all night.')
    const bare = { ...record, summary: '', source_updated_at: '2026-11-01T00:00:00.000Z' }
    await importRecords(bare)
    expect((await billOf('oh/136/hb9950')).summary).toBe('Buses would run all night.')
  })

  test("a record's summary is replaced by a newer one", async () => {
    const first = { ...sample('oh/136/hb9951', {}), summary: 'First words.' }
    await importRecords(first)
    await importRecords({ ...first, summary: 'Newer words.', source_updated_at: '2026-09-01T00:00:00.000Z' })
    expect((await billOf('oh/136/hb9951')).summary).toBe('Newer words.')
  })

  test('a list entry updates the status of a bill and keeps its other fields', async () => {
    await importFiles('congress-list.json')
    const bill = await billOf('us/119/hr/9901')
    expect(bill).toMatchObject({
      status: 'passed',
      summary: 'Buses run at night.',
      sponsors: [{ name: 'Ada Lark' }],
    })
    expect(bill.actions).toHaveLength(2)
    const again = await importFiles('congress.jsonl')
    expect(again.refusals.map(({ reason }) => reason)).toContain('Older than the stored record (2026-10-08).')
  })

  test('a record of a bill that belongs to another source changes nothing, and the report says why', async () => {
    await importRecords(sample('oh/136/hb1', { source_name: 'Open States' }))
    const report = await importRecords(
      sample('oh/136/hb1', { source_name: 'LegiScan', title: 'Other words' }),
    )
    expect(report).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, refused: 0 })
    expect(report.notes).toMatchObject([
      { reason: 'H.B. 1 belongs to Open States, which keeps it up to date.' },
    ])
    const versions = [{ code: null, label: 'Introduced', printed_on: '2026-02-01', text: null }]
    const withVersion = sample('oh/136/hb1', { source_name: 'LegiScan', title: 'Other words', versions })
    expect(await importRecords(withVersion)).toMatchObject({ updated: 1, unchanged: 0, notes: [] })
    expect((await billOf('oh/136/hb1')).title).toBe('A bill')
  })

  test('if an import has two records of one bill, the older one is refused', async () => {
    const older = sample('oh/136/hb2', { source_updated_at: '2026-01-01T00:00:00.000Z', title: 'Older' })
    const newer = sample('oh/136/hb2', { source_updated_at: '2026-02-01T00:00:00.000Z', title: 'Newer' })
    expect(await importRecords(older, newer, older)).toMatchObject({ inserted: 1, updated: 0, refused: 2 })
    expect((await billOf('oh/136/hb2')).title).toBe('Newer')
  })

  test('a changed record updates its bill, and the stances on it stay', async () => {
    await importRecords(sample('oh/136/hb3', {}))
    const [row] = await app.pool<
      { bill_id: string }[]
    >`select bill_id from bills where source_id = 'oh/136/hb3'`
    await app.pool`update bill_counters set support_count = 1 where bill_id = ${row!.bill_id}`
    expect(await importRecords(sample('oh/136/hb3', { status: 'passed' }))).toMatchObject({ updated: 1 })
    expect(await billOf('oh/136/hb3')).toMatchObject({
      bill_id: row!.bill_id,
      status: 'passed',
      support_count: 1,
    })
  })

  test('a record that the database rejects is refused, and the others of its batch are imported', async () => {
    const bad = sample('oh/136/hb5', { created_at: '2026-13-99T00:00:00.000Z' })
    const report = await importRecords(sample('oh/136/hb4', {}), bad, sample('oh/136/hb6', {}))
    expect(report).toMatchObject({ inserted: 2, refused: 1 })
    expect(report.refusals[0]?.record).toBe('record 2')
  })

  test('a text without a bill is refused with instructions', async () => {
    const report = await importBills(
      app.pool,
      one({
        source_id: 'oh/136/hb99',
        source_name: 'Open States',
        version: { code: null, label: 'Bill text', printed_on: null, text: null },
      }),
    )
    expect(report.refusals).toMatchObject([
      { reason: 'The bill oh/136/hb99 is not in the database. Import the bill first, then its texts.' },
    ])
  })

  test('imported bills are found in the feed by level and topic', async () => {
    const reader = await app.member('feedreader')
    const { bills } = await reader.call(listBills, {
      government_level: 'local',
      topics: ['transportation_and_public_works'],
    })
    expect(bills.map(({ bill_code }) => bill_code)).toContain('Int 991-2025')
  })
})

function sample(source_id: string, more: Partial<ImportedBill>): ImportedBill {
  return {
    source_name: 'Open States',
    source_id,
    source_updated_at: null,
    source_checked_at: null,
    bill_code: `H.B. ${source_id.replace(/^.*hb/, '')}`,
    title: 'A bill',
    summary: '',
    topics: [],
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:oh',
    status: 'introduced',
    created_at: '2026-01-01T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: [],
    ...more,
  }
}

async function* readings(bills: ImportedBill[]): AsyncGenerator<Reading> {
  for (const [index, imported] of bills.entries()) {
    yield { file: 'test', record: `record ${index + 1}`, imported }
  }
}

async function* one(imported: Extract<Reading, { imported: unknown }>['imported']): AsyncGenerator<Reading> {
  yield { file: 'test', record: 'record 1', imported }
}

async function* brokenOff(): AsyncGenerator<Reading> {
  for (let n = 1; n <= 450; n += 1) yield* one(sample(`us/119/hr/77${n}`, {}))
  throw new Error('the source broke off')
}
