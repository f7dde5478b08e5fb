import { existsSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { BillFormat } from './bills/formats.ts'
import type { ImportedBill, ImportedTextOnly, Reading } from './bills/importedBill.ts'
import { billCode, readOpenStates } from './bills/openstates.ts'
import { billRecords, sourceFiles } from './files.ts'

const fixtures = new URL('fixtures/', import.meta.url).pathname
const realRecords = new URL('../../../shared/data/', import.meta.url).pathname

async function readAll(name: string, format: BillFormat | null = null): Promise<Reading[]> {
  return collect(billRecords(await sourceFiles([fixtures + name]), format))
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}

async function bills(name: string): Promise<ImportedBill[]> {
  const readings = await readAll(name)
  return readings.flatMap((reading) =>
    'imported' in reading && 'bill_code' in reading.imported ? [reading.imported] : [],
  )
}

async function texts(name: string): Promise<ImportedTextOnly[]> {
  const readings = await readAll(name)
  return readings.flatMap((reading) =>
    'imported' in reading && !('bill_code' in reading.imported) ? [reading.imported] : [],
  )
}

async function reasons(name: string): Promise<string[]> {
  return (await readAll(name)).flatMap((reading) => ('reason' in reading ? [reading.reason] : []))
}

describe('a federal bill of Congress', () => {
  // covers CIV-FEED-16
  test('the old BILLSTATUS yields code, newest summary and sponsor, and the status of its newest action', async () => {
    expect(await bills('billstatus-old.xml')).toMatchObject([
      {
        source_id: 'us/114/hr/901',
        bill_code: 'H.R. 901',
        title: 'Public Boats Act',
        summary: 'Lets towns lend boats & oars.',
        topics: ['sports_and_recreation'],
        status: 'engrossed',
        created_at: '2015-03-04T00:00:00.000Z',
        source_updated_at: '2016-01-09T10:00:00.000Z',
        source_url: 'https://www.congress.gov/bill/114th-congress/house-bill/901',
        sponsors: [{ name: 'Ada B. Lark Jr.', party: 'Democratic', role: 'Sponsor', district: 'OR-3' }],
      },
    ])
  })

  test('the new BILLSTATUS yields the same fields, and a veto that was not overridden is a rejection', async () => {
    const [bill] = await bills('billstatus-new.xml')
    expect(bill).toMatchObject({ source_id: 'us/117/sjres/77', bill_code: 'S.J.Res. 77', status: 'rejected' })
    expect(bill?.summary).toBe('Stops a rule on kettles.')
    expect(bill?.sponsors.map(({ name, role }) => `${name}, ${role}`)).toEqual([
      'Ivo Moss, Sponsor',
      'Una Reed, Cosponsor',
    ])
    expect(bill?.actions[0]).toEqual({ date: '2021-02-01', text: 'Introduced in Senate', chamber: 'Senate' })
  })

  test('Congress.gov JSON: a stale latest action is ignored, and a repeated action appears once', async () => {
    const [bill, reserved] = await bills('congress.jsonl')
    expect(bill).toMatchObject({
      source_id: 'us/119/hr/9901',
      status: 'engrossed',
      topics: ['transportation_and_public_works'],
    })
    expect(bill?.actions.map(({ text }) => text)).toHaveLength(2)
    expect(bill?.omitted).toBeUndefined()
    expect(reserved).toMatchObject({ status: 'pending', created_at: '2025-01-03T00:00:00.000Z' })
  })

  test('an entry of a list names the fields that it omits', async () => {
    const [law, bare] = await bills('congress-list.json')
    expect(law).toMatchObject({
      status: 'passed',
      omitted: ['actions', 'created_at', 'sponsors', 'summary', 'topics'],
    })
    expect(bare).toMatchObject({ bill_code: 'S. 9902', status: 'pending', actions: [] })
  })
})

describe('the text of a federal bill', () => {
  // covers CIV-BILLTEXT-04 CIV-BILLTEXT-05
  test('sections of the bill become sections, sections of quoted law do not', async () => {
    const [read] = await texts('bill-ih.xml')
    expect(read?.text.bill_sections?.sections).toEqual([
      { number: '1', title: 'Short title', content: 'This Act may be cited as the “Night Bus Act”.' },
      {
        number: '101',
        title: 'Night buses',
        content: expect.stringContaining('6. Buses at night A bus may shall run & stop at night.'),
      },
    ])
    expect(read?.text.formatted_text).toContain('<blockquote>')
    expect(read?.text.formatted_text).toContain('run &amp; stop at <em>night</em>')
    expect(read?.text.full_text).toContain('To keep buses running at night.')
  })

  test('the text describes enough of the bill to show it: name, sponsor, stage', async () => {
    const [read] = await texts('bill-ih.xml')
    expect(read).toMatchObject({
      source_id: 'us/119/hr/9901',
      text: { version: 'ih' },
      bill: { title: 'Night Bus Act', status: 'introduced', created_at: '2025-02-03T00:00:00.000Z' },
    })
    expect(read?.bill?.sponsors.map(({ name }) => name)).toEqual(['Lark', 'Moss'])
  })

  test('USLM: an enrolled bill and a public law name their bill and their sections', async () => {
    const [enrolled] = await texts('bill-enr.xml')
    expect(enrolled).toMatchObject({
      source_id: 'us/119/hr/9901',
      text: { version: 'enr' },
      bill: { status: 'pending' },
    })
    expect(enrolled?.text.bill_sections?.sections.map(({ number }) => number)).toEqual(['1', '2'])
    const [law] = await texts('plaw.xml')
    expect(law).toMatchObject({
      source_id: 'us/119/hr/9901',
      text: { version: 'plaw' },
      bill: { status: 'passed' },
    })
  })

  // covers CIV-BILLTEXT-06
  test('a text with headings has sections at the level of its numbers', async () => {
    const [read] = await texts('congress.jsonl')
    expect(read?.text.bill_sections?.sections).toEqual([
      { number: '1', title: 'Short title', content: 'This Act may be cited as the Night Bus Act.' },
      { number: '2', title: 'Night buses', content: '(a) In general\n(1) A bus shall run.' },
    ])
  })
})

describe('a bill of a state', () => {
  test('a scraped record: oldest action first, and a bill that passed both chambers and is with the governor is pending', async () => {
    const [bill] = await bills('openstates.jsonl')
    expect(bill).toMatchObject({
      source_id: 'mi/2025-2026/hb4001',
      bill_code: 'HB 4001',
      jurisdiction: 'ocd-division/country:us/state:mi',
      topics: ['education'],
      status: 'pending',
      created_at: '2026-01-10T00:00:00.000Z',
      sponsors: [
        { name: 'Una Reed', role: 'Sponsor' },
        { name: 'Ivo Moss', role: 'Cosponsor' },
      ],
    })
    expect(bill?.actions.map(({ date }) => date)).toEqual([
      '2026-01-10',
      '2026-03-01',
      '2026-04-20',
      '2026-05-02',
    ])
  })

  test('the text keeps amendment marks and loses scripts; amendments and votes are rejected', async () => {
    const [read] = await texts('openstates.jsonl')
    expect(read).toMatchObject({
      source_id: 'mi/2025-2026/hb4001',
      text: { version: 'House Introduced Bill' },
    })
    expect(read?.text.formatted_text).toBe('<p>A pupil <s>may</s> <u>shall</u> eat at § 5. <a>x</a></p>')
    expect(await reasons('openstates.jsonl')).toEqual([
      'Not the text of the bill itself: Amendment HB4001HS001 (Standing Committee).',
      'The record is a roll-call vote, not a bill.',
    ])
  })

  test('a bill whose record has no action gets an introduction on the first day of its session that says so', () => {
    const record = {
      identifier: 'H.B. 0077',
      title: 'x',
      versions: [],
      actions: [],
      jurisdiction: { id: 'state:il' },
    }
    const read = readOpenStates({ ...record, legislative_session: '104th' })
    expect(read).toMatchObject({
      source_id: 'il/104th/hb77',
      bill_code: 'HB 77',
      status: 'introduced',
      created_at: '2025-01-08T00:00:00.000Z',
      actions: [
        {
          date: '2025-01-08',
          text: 'Introduced. The record names no action; this is the first day of the session.',
          chamber: null,
        },
      ],
    })
    expect(() => readOpenStates({ ...record, legislative_session: 'unheard of' })).toThrow(
      'The record has no date',
    )
  })

  test('the code of a bill has one spelling, however its record spells it', () => {
    const written = ['S.277', 'S 277', 'H.B. 4001', 'HB4001', 'HB 04001', 'HR 12A', 'Prop 5']
    expect(written.map(billCode)).toEqual([
      'S 277',
      'S 277',
      'HB 4001',
      'HB 4001',
      'HB 4001',
      'HR 12A',
      'Prop 5',
    ])
  })

  test('API v3 yields the latest action, and LegiScan the status of its codes', async () => {
    expect(await bills('openstates-v3.json')).toMatchObject([
      {
        source_id: 'ny/2025-2026/a991',
        status: 'active',
        summary: 'Plants and waters street trees.',
        created_at: '2026-04-01T00:00:00.000Z',
      },
    ])
    expect(await bills('legiscan.json')).toMatchObject([
      {
        source_id: 'ak/2011-2012/hb3',
        status: 'active',
        topics: ['transportation_and_public_works'],
        created_at: '2011-01-18T00:00:00.000Z',
      },
    ])
  })
})

describe('a bill of a city', () => {
  test('a Legistar matter: law is imported, minutes are rejected, staff fields are never shown', async () => {
    const [bill] = await bills('boston_matters.json')
    expect(bill).toMatchObject({
      source_id: 'boston/2026-9001',
      status: 'passed',
      jurisdiction: 'ocd-division/country:us/state:ma/place:boston',
      source_url: 'https://boston.legistar.com/gateway.aspx?m=l&id=/matter.aspx?key=1',
    })
    expect(JSON.stringify(bill)).not.toMatch(/private@example|staff only/)
    expect(await reasons('boston_matters.json')).toEqual(['Not a bill: Minutes.'])
  })

  test('New York City: the short name becomes the title, the plain summary is kept, year 1 is not a date', async () => {
    expect(await bills('nyc.jsonl')).toMatchObject([
      {
        source_id: 'nyc/2025/int991',
        bill_code: 'Int 991-2025',
        title: 'Benches at bus stops.',
        summary: 'Puts a bench at every bus stop.',
        status: 'pending',
        sponsors: [{ name: 'Una Reed' }],
        actions: [{ date: '2025-03-18' }, { date: '2025-04-01' }],
        text: { full_text: 'Be it enacted by the Council as follows:\n\nSection 1. Benches.' },
      },
    ])
  })
})

describe('Hurd’s interchange format', () => {
  test('a digest keeps its note, HTML is cleaned, and a wrong line is rejected with its field', async () => {
    const [bill] = await bills('hurd.jsonl')
    expect(bill?.text).toMatchObject({
      formatted_text: '<p>Night limits</p>',
      bill_sections: { note: "A digest in Hurd's own words" },
    })
    expect(bill).not.toHaveProperty('support_count')
    expect(await reasons('hurd.jsonl')).toEqual([
      'The field "government_level" is missing.',
      '"gardening" is not one of the 32 topics.',
      'The line is not JSON.',
    ])
  })

  test('a file of another format is rejected with the list of formats', async () => {
    const readings = await collect(
      billRecords(await sourceFiles([new URL('../../package.json', import.meta.url).pathname]), null),
    )
    expect(readings).toMatchObject([
      { reason: expect.stringContaining('billstatus, billtext, congress, openstates') },
    ])
  })
})

describe.skipIf(!existsSync(realRecords))('real public records (skipped when they are not available)', () => {
  test('every record is a bill, a text, or rejected with a reason', { timeout: 60_000 }, async () => {
    const folders = ['federal_bills', 'state_bills', 'local_bills', 'legiscan', 'openstates_api_v3'].map(
      (name) => realRecords + name,
    )
    const seen = { imported: 0, reasons: [] as string[] }
    for await (const reading of billRecords(await sourceFiles(folders), null)) {
      if ('reason' in reading) seen.reasons.push(reading.reason)
      else seen.imported += 1
    }
    expect(seen.imported).toBeGreaterThan(3000)
    expect(seen.reasons.filter((reason) => /could not be understood|cannot be read/.test(reason))).toEqual([])
  })
})
