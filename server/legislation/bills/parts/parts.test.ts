import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listActions, listAmendments, listSponsorships } from '#contract/bills/billParts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { billRecords, sourceFiles } from '#server/sources/files.ts'
import { distinctActions } from '#server/sources/parts/distinctActions.ts'
import type { ImportedParts } from '#server/sources/parts/importedParts.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const anatomy = realRecords('anatomy')

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('partsreader')
})
afterAll(() => app.close())

const idOf = async (source_id: string) => {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return row!.bill_id
}
const open = async (source_id: string) => (await reader.call(getBill, { id: await idOf(source_id) })).bill

const cosponsor = (name: string, more = {}) => ({
  name,
  classification: 'cosponsor' as const,
  entity_type: 'person' as const,
  party: 'Democratic',
  district: null,
  organization: 'us/house',
  source_person_id: null,
  sponsored_on: '2025-02-01',
  withdrawn_on: null,
  is_original: false,
  ...more,
})

const parts: ImportedParts = {
  sponsorships: [
    cosponsor('Ada Quince', { classification: 'primary', party: 'Republican' }),
    cosponsor('Bela Reed'),
    cosponsor('Carl Vance', { withdrawn_on: '2025-05-03' }),
  ],
  committees: [
    {
      committee_id: 'us/hsxx00',
      name: 'Lighting Committee',
      chamber: 'House',
      parent_name: null,
      activity: 'referred',
      occurred_on: '2025-01-10',
    },
    {
      committee_id: 'us/hsxx00',
      name: 'Lighting Committee',
      chamber: 'House',
      parent_name: null,
      activity: 'reported',
      occurred_on: '2025-03-10',
    },
    {
      committee_id: 'us/hsxx01',
      name: 'Lamps',
      chamber: 'House',
      parent_name: 'Lighting Committee',
      activity: 'hearing',
      occurred_on: '2025-02-10',
    },
  ],
  related_bills: [
    {
      related_source_id: 'us/119/hr/702',
      related_bill_code: 'H.R. 702',
      relation_type: 'identical',
      identified_by: 'House',
    },
    {
      related_source_id: 'us/118/hr/9',
      related_bill_code: 'H.R. 9',
      relation_type: 'related',
      identified_by: 'CRS',
    },
  ],
  cost_estimates: [
    {
      issuer: 'CBO',
      published_on: '2025-04-01',
      title: 'Estimate',
      url: 'https://www.cbo.gov/publication/1',
    },
  ],
  subjects: ['Street lighting'],
}

async function importTwo() {
  const report = await importRecords(app.pool, [importedBill(701, { parts }), importedBill(702, {})])
  expect(report.refusals).toEqual([])
}

describe('the parts of a bill', () => {
  // covers BEY-ANATOMY-01
  // covers BEY-ANATOMY-04
  test('name the sponsors, and a sponsor who withdrew stays with the date of withdrawal but is not counted', async () => {
    await importTwo()
    const bill = await open(importedBill(701).source_id)
    expect(bill.sponsorships.map(({ name, withdrawn_on }) => [name, withdrawn_on])).toEqual([
      ['Ada Quince', null],
      ['Bela Reed', null],
      ['Carl Vance', '2025-05-03'],
    ])
    expect(bill.sponsorship_counts).toEqual({
      primary: 1,
      cosponsor: 1,
      by_party: [
        { party: 'Democratic', count: 1 },
        { party: 'Republican', count: 1 },
      ],
    })
    const page = await reader.call(listSponsorships, { id: bill.bill_id, limit: 2 })
    expect(page).toMatchObject({
      sponsorships: [{ name: 'Ada Quince' }, { name: 'Bela Reed' }],
      pagination: { total: 3, has_more: true },
    })
  })

  // covers BEY-ANATOMY-05
  test('name each committee once, with its latest activity', async () => {
    await importTwo()
    const bill = await open(importedBill(701).source_id)
    expect(bill.committees).toEqual([
      {
        committee_id: 'us/hsxx00',
        name: 'Lighting Committee',
        chamber: 'House',
        parent_name: null,
        since: '2025-03-10',
        activity: 'reported',
      },
      {
        committee_id: 'us/hsxx01',
        name: 'Lamps',
        chamber: 'House',
        parent_name: 'Lighting Committee',
        since: '2025-02-10',
        activity: 'hearing',
      },
    ])
  })

  // covers BEY-ANATOMY-13
  test('name related bills, with the progress of an identical one that was imported', async () => {
    await importTwo()
    const { related_bills } = await open(importedBill(701).source_id)
    expect(related_bills).toMatchObject([
      {
        bill_id: await idOf('us/119/hr/702'),
        bill_code: 'H.R. 702',
        identified_by: 'House',
        progress: { measure_type: 'bill' },
      },
      { bill_id: null, bill_code: 'H.R. 9', title: null, identified_by: 'CRS', progress: null },
    ])
  })

  // covers BEY-ANATOMY-16
  test('name cost estimates by issuer, day and address', async () => {
    await importTwo()
    const bill = await open(importedBill(701).source_id)
    expect(bill.cost_estimates).toEqual(parts.cost_estimates)
    expect(bill.subjects).toEqual(['Street lighting'])
  })

  test('that a later record omits stay, and a repeated import writes nothing', async () => {
    await importTwo()
    const [before] =
      await app.pool`select p.xmin::text from bill_parts p join bills using (bill_id) where source_id = 'us/119/hr/701'`
    await importTwo()
    const [after] =
      await app.pool`select p.xmin::text from bill_parts p join bills using (bill_id) where source_id = 'us/119/hr/701'`
    expect(after).toEqual(before)
    await importRecords(app.pool, [
      importedBill(701, { title: 'Another title', source_updated_at: '2026-11-21T00:00:00.000Z' }),
    ])
    const bill = await open('us/119/hr/701')
    expect(bill.title).toBe('Another title')
    expect(bill.committees).toHaveLength(2)
  })

  // covers HURD-LINKS-01
  test('keep their roll calls and actions without a date if a later record omits the actions', async () => {
    const recorded = [
      { acted_on: null, chamber: 'House', description: 'Printed', classification: 'other' as const },
      {
        acted_on: '2026-11-02',
        chamber: 'House',
        description: 'On passage: passed by 219 - 200',
        classification: 'passed' as const,
        roll_number: 12,
      },
    ]
    const stored = () => app.pool`
      select a.acted_on::text, a.description, a.classification, a.roll_number
        from bill_actions a join bills using (bill_id) where source_id = 'us/119/hr/704' order by position`
    await importRecords(app.pool, [importedBill(704, { parts: { actions: recorded } })])
    const before = await stored()
    expect(before).toMatchObject([{ acted_on: null }, { roll_number: 12 }])
    await importRecords(app.pool, [
      importedBill(704, { title: 'Another title', actions: [], omitted: ['actions'] }),
    ])
    expect((await open('us/119/hr/704')).title).toBe('Another title')
    expect(await stored()).toEqual(before)
  })
})

// covers BEY-ANATOMY-03
test('a representative of the viewer comes first', async () => {
  await importTwo()
  await app.pool`insert into representatives (rep_id, rep_name, source_name, source_checked_at) values ('Z000001', 'Zoe Last', 'test', now())`
  await app.pool`insert into representative_terms (rep_id, organization, title, government_level, division)
                 values ('Z000001', 'us/senate', 'Senator', 'federal', 'ocd-division/country:us/state:ny')`
  await app.pool`insert into member_divisions (user_id, division)
                 select user_id, 'ocd-division/country:us/state:ny' from users where username = 'partsreader'`
  const many = [
    ...Array.from({ length: 40 }, (_, index) =>
      cosponsor(`Member ${'abcdefghij'[index % 10] ?? ''}${'klmn'[Math.floor(index / 10)] ?? ''}`),
    ),
    cosponsor('Zoe Last', { source_person_id: 'bioguide:Z000001' }),
  ]
  await importRecords(app.pool, [importedBill(703, { parts: { sponsorships: many } })])
  const bill = await open('us/119/hr/703')
  expect(bill.sponsorships).toHaveLength(20)
  expect(bill.sponsorships[0]).toMatchObject({ name: 'Zoe Last', rep_id: 'Z000001', represents_you: true })
})

// covers BEY-ANATOMY-03
test('the at-large representative of a state comes first for a viewer whose address names only the state', async () => {
  await app.representative('Z000009', {
    rep_name: 'Wanda Wick',
    organization: 'us/house',
    division: 'ocd-division/country:us/state:wy/cd:at-large',
  })
  const viewer = await app.member('atlarge')
  await app.pool`insert into member_divisions (user_id, division)
                 select user_id, 'ocd-division/country:us/state:wy' from users where username = 'atlarge'`
  const sponsorships = [
    cosponsor('Ada Quince'),
    cosponsor('Wanda Wick', { source_person_id: 'bioguide:Z000009' }),
  ]
  await importRecords(app.pool, [importedBill(709, { parts: { sponsorships } })])
  const id = await idOf('us/119/hr/709')
  const first = { name: 'Wanda Wick', represents_you: true }
  const { bill } = await viewer.call(getBill, { id })
  expect(bill.sponsorships[0]).toMatchObject(first)
  expect((await viewer.call(listSponsorships, { id })).sponsorships[0]).toMatchObject(first)
})

const openStatesSponsor = (org_classification: string) => ({
  name: 'Wilma Quillfeather',
  primary: true,
  person: { name: 'Wilma Quillfeather', current_role: { org_classification } },
})

// covers BEY-ANATOMY-02
test('a sponsor of a federal bill from Open States is linked to the member of the chamber that the record states', async () => {
  await app.representative('Q000712', { rep_name: 'Wilma Quillfeather', organization: 'us/house' })
  await app.representative('Q000713', { rep_name: 'Wilma Quillfeather', organization: 'us/senate' })
  const record = readOpenStates({
    identifier: 'HR 712',
    legislative_session: '119',
    title: 'Lantern Act',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/government' },
    sponsorships: [openStatesSponsor('lower'), openStatesSponsor('upper')],
    actions: [{ description: 'Introduced in House', date: '2025-02-20' }],
  })
  await importBills(app.pool, readings([record]))
  const { sponsorships } = await open('us/119/hr/712')
  expect(sponsorships.map(({ rep_id }) => rep_id)).toEqual(['Q000712', 'Q000713'])
})

// covers BEY-ANATOMY-17
test('the next event is the earliest that names the bill and is not canceled, or else a meeting of its committee', async () => {
  await importTwo()
  const event = (
    event_id: string,
    days: number,
    status: string,
    committee_id: string | null = null,
  ) => app.pool`
    insert into events (event_id, organization, committee_id, jurisdiction, name, starts_at, starts_on, time_zone, status, source_name)
    values (${event_id}, 'us/house', ${committee_id}, 'ocd-division/country:us', ${event_id}, now() + ${days} * interval '1 day',
            current_date + ${days}::int, 'America/New_York', ${status}, 'test')`
  await event('committee', 1, 'scheduled', 'us/hsxx01')
  expect((await open('us/119/hr/701')).next_event).toMatchObject({ event_id: 'committee', names_bill: false })
  await event('cancelled', 2, 'cancelled')
  await event('hearing', 3, 'scheduled')
  await event('later', 4, 'scheduled')
  await app.pool`insert into event_bills (event_id, bill_id)
                 select e, bill_id from bills, unnest(array['cancelled', 'hearing', 'later']) e where source_id = 'us/119/hr/701'`
  expect((await open('us/119/hr/701')).next_event).toMatchObject({ event_id: 'hearing', names_bill: true })
})

// covers BEY-ANATOMY-07
test('a step that two systems report is listed once, with the longer text', () => {
  const step = {
    acted_on: '2025-01-10',
    chamber: 'House',
    description: 'Introduced in House',
    classification: 'introduced' as const,
  }
  const other = {
    ...step,
    chamber: null,
    description: 'Sponsor introductory remarks. Introduced in the House.',
  }
  expect(distinctActions([step, other], true)).toEqual([{ ...other, chamber: 'House' }])
  const referred = (committee: string) => ({
    ...step,
    classification: 'referred' as const,
    description: `Referred to the Committee on ${committee}.`,
  })
  expect(distinctActions([referred('Rules'), referred('Finance')], true)).toHaveLength(2)
})

describe.skipIf(!existsSync(anatomy))('real records', () => {
  // covers BEY-ANATOMY-07
  // covers BEY-ANATOMY-08
  test('real bills of the 119th Congress have each step once, in order', async () => {
    const files = await sourceFiles([`${anatomy}/congress119_full.jsonl.gz`])
    const report = await importBills(app.pool, billRecords(files, null))
    expect(report).toMatchObject({ inserted: 27, refused: 0 })
    const repeated = await app.pool`
      select bill_id from bill_actions where classification = 'introduced' group by bill_id, acted_on, chamber having count(*) > 1`
    expect(repeated).toHaveLength(0)
    const actions = await reader.call(listActions, { id: await idOf('us/119/s/3012') })
    const introduced = actions.actions.filter(({ classification }) => classification === 'introduced')
    expect(introduced).toHaveLength(1)
    const days = actions.actions.map(({ acted_on }) => acted_on ?? '')
    expect(days).toEqual(days.toSorted())
  })

  // covers BEY-ANATOMY-15
  test('H.R. 5278 of the 114th Congress has every amendment of the source', async () => {
    const files = await sourceFiles([`${anatomy}/billstatus/amendment-votes_BILLSTATUS-114hr5278.xml.gz`])
    const report = await importBills(app.pool, billRecords(files, null))
    expect(report.refused).toBe(0)
    const bill = await open('us/114/hr/5278')
    const page = await reader.call(listAmendments, { id: bill.bill_id })
    expect(page.pagination.total).toBe(bill.amendment_counts.total)
    expect(bill.amendment_counts.total).toBe(8)
    expect(page.amendments[0]).toMatchObject({
      chamber: 'House',
      number: expect.stringMatching(/^H\.Amdt\. 11\d\d$/),
    })
  })
})
