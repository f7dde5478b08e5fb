import { afterAll, beforeAll, expect, test } from 'vitest'
import { listActions, listSponsorships } from '#contract/bills/billParts.ts'
import { getBill } from '#contract/bills/bills.ts'
import type { BillFormat } from '#server/sources/bills/formats.ts'
import { reading } from '#server/sources/files.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { importBills } from './import.ts'

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
})
afterAll(() => app.close())

function importRecord(record: object | string, format: BillFormat) {
  return importRecords([record], format)
}

function importRecords(records: readonly (object | string)[], format: BillFormat) {
  // oxlint-disable-next-line require-await -- the import reads an async iterable
  async function* readings() {
    for (const record of records) yield reading('records', 'document', record, format)
  }
  return importBills(app.pool, readings())
}

async function openBill(source_id: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  const id = row!.bill_id
  const [{ bill }, { sponsorships }, { actions }] = await Promise.all([
    ana.call(getBill, { id }),
    ana.call(listSponsorships, { id }),
    ana.call(listActions, { id }),
  ])
  return {
    title: bill.title,
    status: bill.status,
    introduced: bill.created_at.slice(0, 10),
    sponsors: sponsorships.map(({ name }) => name),
    actions: actions.map(({ description }) => description),
    committees: bill.committees.map(({ name }) => name),
  }
}

// covers BEY-ANATOMY-01
test('a record of Open States with actions but without sponsorships leaves the stored sponsors', async () => {
  const record = {
    legislative_session: '2025-2026',
    identifier: 'HB 9701',
    title: 'Lanterns',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
    actions: [{ description: 'Introduced', date: '2025-02-20' }],
  }
  const sponsorships = [{ name: 'Ada Quince', primary: true }]
  expect(await importRecord({ ...record, sponsorships }, 'openstates')).toMatchObject({ inserted: 1 })
  const next = { ...record, title: 'Lanterns and lamps' }
  expect(await importRecord(next, 'openstates')).toMatchObject({ updated: 1 })
  expect(await openBill('mi/2025-2026/hb9701')).toMatchObject({
    title: 'Lanterns and lamps',
    sponsors: ['Ada Quince'],
  })
  expect(await importRecord({ ...next, sponsorships: [] }, 'openstates')).toMatchObject({ updated: 1 })
  expect(await openBill('mi/2025-2026/hb9701')).toMatchObject({ sponsors: [] })
})

// covers BEY-ANATOMY-01
test('what a later record of the same import leaves out stays', async () => {
  const record = {
    legislative_session: '2025-2026',
    identifier: 'HB 9704',
    title: 'Lanterns',
    jurisdiction: { id: 'ocd-jurisdiction/country:us/state:mi/government' },
    updated_at: '2025-02-21T00:00:00Z',
    latest_action_date: '2025-02-20',
    latest_action_description: 'Referred to Committee on Lamps',
  }
  const full = {
    ...record,
    sponsorships: [{ name: 'Ada Quince', primary: true }],
    actions: [
      { description: 'Introduced', date: '2025-02-19' },
      { description: 'Referred to Committee on Lamps', date: '2025-02-20' },
    ],
  }
  const listed = { ...record, title: 'Lanterns and lamps', updated_at: '2025-02-22T00:00:00Z' }
  expect(await importRecords([full, listed], 'openstates')).toMatchObject({ inserted: 1, refused: 1 })
  expect(await openBill('mi/2025-2026/hb9704')).toMatchObject({
    title: 'Lanterns and lamps',
    sponsors: ['Ada Quince'],
    actions: ['Introduced', 'Referred to Committee on Lamps'],
  })
})

// covers BEY-ANATOMY-01
test('a record of LegiScan without sponsors leaves the stored ones', async () => {
  const bill = {
    bill_id: 9705,
    state: 'MI',
    bill_number: 'HB9705',
    title: 'Lanterns',
    session: { year_start: 2025, year_end: 2026, special: 0, session_name: 'Regular Session' },
    history: [{ date: '2025-02-20', action: 'Introduced', chamber: 'H' }],
  }
  const sponsors = [{ people_id: 97, name: 'Ada Quince', sponsor_type_id: 1 }]
  expect(await importRecord({ bill: { ...bill, sponsors } }, 'legiscan')).toMatchObject({ inserted: 1 })
  const next = { ...bill, title: 'Lanterns and lamps' }
  expect(await importRecord({ bill: next }, 'legiscan')).toMatchObject({ updated: 1 })
  expect(await openBill('mi/2025-2026/hb9705')).toMatchObject({
    title: 'Lanterns and lamps',
    sponsors: ['Ada Quince'],
  })
})

const matter = (MatterTitle: string) => ({
  MatterId: 9702,
  MatterFile: '2026-9702',
  MatterTitle,
  MatterTypeName: 'Ordinance',
  MatterStatusName: '',
})

const acted = (day: string, MatterHistoryActionName: string) => ({
  MatterHistoryActionDate: `2026-02-${day}T00:00:00`,
  MatterHistoryActionName,
  MatterHistoryActionBodyName: 'Committee on Lamps',
})

// covers BEY-ANATOMY-01 BEY-ANATOMY-05 BEY-ANATOMY-08
test('a Legistar matter without lists leaves the stored history, committees, sponsors and progress', async () => {
  const full = {
    client: 'boston',
    matter: { ...matter('Lanterns'), MatterLastModifiedUtc: '2026-02-20T00:00:00' },
    histories: [acted('03', 'Referred to Committee'), acted('12', 'Hearing')],
    sponsors: [{ MatterSponsorName: 'Ada Quince' }],
  }
  const bare = {
    client: 'boston',
    ...matter('Lanterns and lamps'),
    MatterLastModifiedUtc: '2026-02-21T00:00:00',
  }
  expect(await importRecord(full, 'legistar')).toMatchObject({ inserted: 1 })
  const before = await openBill('boston/2026-9702')
  expect(before).toMatchObject({
    status: 'active',
    introduced: '2026-02-03',
    sponsors: ['Ada Quince'],
    committees: ['Committee on Lamps'],
  })
  expect(before.actions).toHaveLength(2)
  expect(await importRecord(bare, 'legistar')).toMatchObject({ updated: 1 })
  expect(await openBill('boston/2026-9702')).toEqual({ ...before, title: 'Lanterns and lamps' })
  const withNulls = {
    ...bare,
    MatterTitle: 'Lanterns of glass',
    MatterLastModifiedUtc: '2026-02-22T00:00:00',
    MatterSponsors: null,
    MatterHistories: null,
  }
  expect(await importRecord(withNulls, 'legistar')).toMatchObject({ updated: 1 })
  expect(await openBill('boston/2026-9702')).toEqual({ ...before, title: 'Lanterns of glass' })
  const emptied = { client: 'boston', matter: withNulls, histories: [], sponsors: [] }
  expect(await importRecord(emptied, 'legistar')).toMatchObject({ updated: 1 })
  expect(await openBill('boston/2026-9702')).toMatchObject({ sponsors: [], actions: [], committees: [] })
})

const billXml = (
  stage: string,
  code: string,
  sponsor: string,
) => `<bill bill-stage="${stage}"><metadata><dublinCore>
  <dc:title>119 HR 9703 ${code}: Lantern Act</dc:title><dc:date>2026-02-03</dc:date></dublinCore></metadata>
  <form><congress>119th CONGRESS</congress><legis-num>H. R. 9703</legis-num>${sponsor}<official-title>To light lamps.</official-title></form>
  <legis-body><section><enum>1.</enum><header>Lamps</header><text>Lamps burn in ${stage}.</text></section></legis-body></bill>`

// covers BEY-ANATOMY-01
test('the text of a later printing, which names no sponsor, leaves the sponsors of the first one', async () => {
  const introduced = billXml(
    'Introduced-in-House',
    'IH',
    '<action><action-desc><sponsor>Ms. Quince</sponsor></action-desc></action>',
  )
  expect(await importRecord(introduced, 'billtext')).toMatchObject({ inserted: 1 })
  expect(await openBill('us/119/hr/9703')).toMatchObject({ status: 'introduced', sponsors: ['Quince'] })
  expect(await importRecord(billXml('Engrossed-in-House', 'EH', ''), 'billtext')).toMatchObject({
    updated: 1,
  })
  expect(await openBill('us/119/hr/9703')).toMatchObject({ status: 'engrossed', sponsors: ['Quince'] })
})
