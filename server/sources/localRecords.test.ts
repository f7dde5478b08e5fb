import { describe, expect, test } from 'vitest'
import { billsOf, reasonsOf, textsOf } from '#server/testing/setups/records/sourceRecords.ts'
import { readOpenStates } from './bills/openstates.ts'
import { billCode } from './bills/stateCodes.ts'

const withLatest = (latest_action_date: string, latest_action_description: string) =>
  readOpenStates({
    identifier: 'HB 78',
    legislative_session: '104th',
    title: 'Lanterns',
    jurisdiction: { id: 'state:il' },
    from_organization: { classification: 'lower' },
    first_action_date: '2025-02-03',
    latest_action_date,
    latest_action_description,
  })

describe('a bill of a state', () => {
  test('a scraped record has its oldest action first, and is pending if it passed both chambers and is with the governor', async () => {
    const [bill] = await billsOf('openstates.jsonl')
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

  test('the text keeps amendment marks and loses scripts, and amendments and votes are rejected', async () => {
    const [read] = await textsOf('openstates.jsonl')
    expect(read).toMatchObject({
      source_id: 'mi/2025-2026/hb4001',
      version: { label: 'House Introduced Bill', text: { format: 'html' } },
    })
    expect(read?.version.text?.formatted_text).toBe(
      '<p>A pupil <s>may</s> <u>shall</u> eat at § 5. <a>x</a></p>',
    )
    expect(await reasonsOf('openstates.jsonl')).toEqual([
      'Not the text of the bill itself: Amendment HB4001HS001 (Standing Committee).',
      'The record is a roll call, not a bill. Import it with import votes.',
    ])
  })

  // covers BEY-ANATOMY-08
  test('the latest action of a list is of the chamber of introduction only if it is the first one', () => {
    expect(withLatest('2025-02-03', 'First Reading')).toMatchObject({ actions: [{ chamber: 'House' }] })
    expect(withLatest('2025-04-10', 'Referred to Assignments')).toMatchObject({
      actions: [{ chamber: null }],
    })
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
    expect(written.map((code) => billCode('mi', '2025-2026', code))).toEqual([
      'S 277',
      'S 277',
      'HB 4001',
      'HB 4001',
      'HB 4001',
      'HR 12A',
      'Prop 5',
    ])
  })

  test('a bill from API v3 has the status of its latest action, and one from LegiScan that of its codes', async () => {
    expect(await billsOf('openstates-v3.json')).toMatchObject([
      {
        source_id: 'ny/2025-2026/a991',
        status: 'active',
        summary: 'Plants and waters street trees.',
        created_at: '2026-04-01T00:00:00.000Z',
      },
    ])
    expect(await billsOf('legiscan.json')).toMatchObject([
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
  test('a law from Legistar is imported without the fields for staff, and minutes are rejected', async () => {
    const [bill] = await billsOf('boston_matters.json')
    expect(bill).toMatchObject({
      source_id: 'boston/2026-9001',
      status: 'passed',
      jurisdiction: 'ocd-division/country:us/state:ma/place:boston',
      source_url: 'https://boston.legistar.com/gateway.aspx?m=l&id=/matter.aspx?key=1',
    })
    expect(JSON.stringify(bill)).not.toMatch(/private@example|staff only/)
    expect(await reasonsOf('boston_matters.json')).toEqual(['Not a bill: Minutes.'])
  })

  test('a bill of New York City has its short name as title and its plain summary, and the year 1 is not a date', async () => {
    expect(await billsOf('nyc.jsonl')).toMatchObject([
      {
        source_id: 'nyc/2025/int991',
        bill_code: 'Int 991-2025',
        title: 'Benches at bus stops.',
        summary: 'Puts a bench at every bus stop.',
        status: 'pending',
        sponsors: [{ name: 'Una Reed' }],
        actions: [{ date: '2025-03-18' }, { date: '2025-04-01' }],
        versions: [
          { text: { full_text: 'Be it enacted by the Council as follows:\n\nSection 1. Benches.' } },
        ],
      },
    ])
  })
})
