import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getVersion, listVersions } from '#contract/bills/versions.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { saveBatch } from '#server/platform/cli/importReport.ts'
import { detectFormat } from '#server/sources/bills/formats.ts'
import { reading } from '#server/sources/files.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
})
afterAll(() => app.close())

function bill(number: number, versions: object[]) {
  return {
    source_id: `us/119/hr/${number}`,
    source_name: 'Congress.gov',
    bill_code: `H.R. ${number}`,
    title: 'Lantern Act',
    government_level: 'federal',
    jurisdiction: 'ocd-division/country:us',
    status: 'passed',
    created_at: '2025-05-01',
    versions,
  }
}

const amendment = (
  number: number,
) => `<amendment-doc><metadata><dublinCore><dc:title>119 HR ${number} EAS: Lantern Act</dc:title><dc:date>2025-07-17</dc:date></dublinCore></metadata>
  <congress>119</congress><legis-num>H. R. ${number}</legis-num><engrossed-amendment-body><amendment>
  <amendment-instruction><text>Strike out all after the enacting clause and insert:</text></amendment-instruction>
  <amendment-block><section><enum>1.</enum><header>Lamps</header><text>Lamps burn.</text></section></amendment-block></amendment></engrossed-amendment-body></amendment-doc>`
const law = (
  number: number,
) => `<pLaw><meta><dc:title>Public Law 119-901</dc:title><approvedDate>2025-07-26</approvedDate><congress>119</congress></meta>
  <main><longTitle><officialTitle>To light lamps.<sidenote><p><ref href="/us/bill/119/hr/${number}">H.R. ${number}</ref></p></sidenote></officialTitle></longTitle>
  <section><num value="1">SECTION 1. </num><heading>LAMPS.</heading><content>Lamps burn.</content></section></main></pLaw>`

function substitute(document_type: string) {
  return {
    ...bill(9803, [{ label: 'Substitute 1', document_type, printed_on: '2025-07-25', sections: null }]),
    source_id: 'vt/2025-2026/h803',
    source_name: 'Open States',
  }
}

async function importRecords(...records: (object | string)[]) {
  // oxlint-disable-next-line require-await -- the import reads an async iterable
  async function* readings() {
    for (const record of records) {
      yield reading(
        'records',
        'document',
        record,
        typeof record === 'string' ? 'billtext' : detectFormat(record),
      )
    }
  }
  return importBills(app.pool, readings())
}

async function versionsOf(source_id: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return (await reader.call(listVersions, { id: row!.bill_id })).versions
}

describe('versions that a record names', () => {
  // covers BEY-TEXT-20 BEY-VERSION-08 HURD-VERSION-03
  test('an amendment is no version of the bill, and texts fill the versions that were named with other spellings', async () => {
    const named = bill(9801, [
      { code: 'IH', label: 'Introduced in House', printed_on: '2025-05-01', sections: null },
      { code: 'eas', label: 'Engrossed Amendment Senate', printed_on: '2025-07-17', sections: null },
      { code: 'PLAW', label: 'Public Law', printed_on: '2025-07-25' },
    ])
    expect(await importRecords(named)).toMatchObject({ inserted: 1, refused: 0 })
    expect(await versionsOf('us/119/hr/9801')).toMatchObject([
      { code: 'plaw', document_type: 'bill', is_current: true },
      { code: 'eas', document_type: 'amendment', kind: null, is_current: false },
      { code: 'ih', document_type: 'bill' },
    ])
    const texts = [amendment(9801), law(9801)]
    expect(await importRecords(...texts)).toMatchObject({ updated: 2, refused: 0 })
    const versions = await versionsOf('us/119/hr/9801')
    expect(versions).toHaveLength(3)
    expect(versions).toMatchObject([
      { code: 'plaw', text_format: 'uslm', is_current: true, kind: 'first' },
      { code: 'eas', text_format: 'xml', document_type: 'amendment' },
      { code: 'ih', text_format: null },
    ])
    expect(await importRecords(named, ...texts)).toMatchObject({ updated: 0, unchanged: 3, refused: 0 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-VERSION-03
  test('a version without a code is the one that its label names', async () => {
    await importRecords(
      bill(9802, [{ code: null, label: 'Public Law', printed_on: '2025-07-25', sections: null }]),
    )
    expect(await importRecords(law(9802))).toMatchObject({ updated: 1, refused: 0 })
    expect(await versionsOf('us/119/hr/9802')).toMatchObject([
      { code: 'plaw', text_format: 'uslm', is_current: true },
    ])
  })

  // covers HURD-VERSION-03
  test('two documents of one name and day are kept, whatever their types', async () => {
    await importRecords(substitute('bill'))
    await importRecords(substitute('amendment'))
    expect(
      (await versionsOf('vt/2025-2026/h803')).map(({ document_type }) => document_type).toSorted(),
    ).toEqual(['amendment', 'bill'])
  })
})

// covers HURD-IMPORT-02
test('no reason for a refusal has the name of a table or a constraint', async () => {
  const { bill_id } = await app.bill('Refused Act')
  const reasons: string[] = []
  const writes = [
    () => app.pool`insert into bill_counters (bill_id) values (${bill_id})`,
    () => app.pool`insert into bill_counters (bill_id) values (${crypto.randomUUID()})`,
    () => app.pool`update bills set title = null where bill_id = ${bill_id}`,
    () => app.pool`update bills set status = 'unheard of' where bill_id = ${bill_id}`,
    () => app.pool`select '2026-02-31'::date`,
    () => app.pool`select 'x'::int`,
    () => app.pool`select 99999::smallint`,
    () => app.pool`select 1 / 0`,
  ]
  for (const write of writes) {
    // oxlint-disable-next-line no-await-in-loop -- one write after the other
    await saveBatch(
      [write],
      async ([only]) => void (await only?.()),
      (_write, reason) => reasons.push(reason),
    )
  }
  expect(reasons).toHaveLength(writes.length)
  for (const reason of reasons) {
    expect.soft(reason).toMatch(/^The record cannot be stored: [a-z ]+\.$/)
    expect.soft(reason).not.toMatch(/_|"|constraint|bill|column|relation/)
  }
})

const legiScanText = (doc_id: number, date: string, type: string) => ({
  doc_id,
  date,
  type,
  url: `https://example.org/AK/text/id/${doc_id}`,
})

// covers HURD-VERSION-06
test('the texts that LegiScan lists are versions, two of one type too, and a second import changes nothing', async () => {
  const record = {
    bill: {
      bill_id: 98011,
      state: 'AK',
      bill_number: 'HB980',
      title: 'Lantern posts',
      session: { year_start: 2025, year_end: 2026, special: 0, session_name: '34th Legislature' },
      history: [{ date: '2025-02-20', action: '(H) READ THE FIRST TIME', chamber: 'H' }],
      texts: [
        legiScanText(501, '2025-02-20', 'Introduced'),
        legiScanText(502, '2025-03-16', 'Comm Sub'),
        legiScanText(503, '2025-03-16', 'Comm Sub'),
        legiScanText(504, '2025-03-17', 'Fiscal Note'),
      ],
    },
  }
  const importOnce = () => importRecords(record)
  expect(await importOnce()).toMatchObject({ inserted: 1, refused: 0 })
  const versions = await versionsOf('ak/34/hb980')
  expect(versions).toMatchObject([
    { label: 'Committee Substitute', printed_on: '2025-03-16', has_text: false },
    { label: 'Committee Substitute', printed_on: '2025-03-16' },
    { label: 'Introduced', source_url: 'https://example.org/AK/text/id/501' },
  ])
  expect(await importOnce()).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
  expect(await versionsOf('ak/34/hb980')).toEqual(versions)
})

const legiScanPage = (doc_id: number, bill_id: number, more: object = {}) => ({
  text: {
    doc_id,
    bill_id,
    date: '2025-03-16',
    type: 'Comm Sub',
    mime: 'text/html',
    doc: Buffer.from(`<pre>Section 1. Posts carry number ${doc_id}.</pre>`).toString('base64'),
    ...more,
  },
})

// covers BEY-VERSION-10 HURD-VERSION-07
test('a text of LegiScan fills the version with the number of its document, however many have its name and day', async () => {
  const record = {
    bill: {
      bill_id: 98012,
      state: 'AK',
      bill_number: 'HB981',
      title: 'Lantern posts of number',
      session: { year_start: 2025, year_end: 2026, special: 0, session_name: '34th Legislature' },
      history: [{ date: '2025-02-20', action: '(H) READ THE FIRST TIME', chamber: 'H' }],
      texts: [legiScanText(602, '2025-03-16', 'Comm Sub'), legiScanText(603, '2025-03-16', 'Comm Sub')],
    },
  }
  expect(await importRecords(legiScanPage(603, 98012))).toMatchObject({
    refused: 1,
    refusals: [{ reason: expect.stringContaining('LegiScan 98012 is not in the database') }],
  })
  // The text may come in the same import as the record of its bill.
  expect(await importRecords(record, legiScanPage(603, 98012))).toMatchObject({
    inserted: 1,
    updated: 1,
    refused: 0,
  })
  expect(await versionsOf('ak/34/hb981')).toMatchObject([
    { source_url: 'https://example.org/AK/text/id/603', has_text: true },
    { source_url: 'https://example.org/AK/text/id/602', has_text: false },
  ])
  expect(await importRecords(legiScanPage(602, 98012))).toMatchObject({ updated: 1, refused: 0 })
  expect((await versionsOf('ak/34/hb981')).map(({ has_text }) => has_text)).toEqual([true, true])
  expect(await importRecords(record, legiScanPage(602, 98012), legiScanPage(603, 98012))).toMatchObject({
    inserted: 0,
    updated: 0,
    unchanged: 3,
  })
  const refused = await importRecords(
    legiScanPage(604, 98012, { mime: 'application/pdf' }),
    legiScanPage(605, 98012, { type: 'Fiscal Note' }),
  )
  expect(refused.refusals.map(({ reason }) => reason)).toEqual([
    'The text is application/pdf, not a web page.',
    'Not the text of the bill itself: Fiscal Note.',
  ])
})

const billStatus = `<billStatus><version>3.0.0</version><bill><number>9805</number><type>HR</type><congress>119</congress>
  <introducedDate>2025-02-01</introducedDate><title>Lantern Oil Act</title>
  <actions><item><actionDate>2025-02-01</actionDate><text>Introduced in House</text><actionCode>1000</actionCode></item></actions>
  <textVersions><item><type>Introduced in House</type><date>2025-02-01T05:00:00Z</date>
    <formats><item><url>https://www.govinfo.gov/content/pkg/BILLS-119hr9805ih/xml/BILLS-119hr9805ih.xml</url></item></formats>
  </item></textVersions></bill></billStatus>`
const stateBill = {
  id: 'ocd-bill/00000000-0000-4000-8000-000000009806',
  legislative_session: '2025-2026',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:vt/government', classification: 'state' },
  identifier: 'H 9806',
  title: 'Lantern glass',
  actions: [
    { date: '2025-01-10', description: 'Read first time', organization: { classification: 'lower' } },
  ],
  versions: [
    {
      note: 'As Introduced',
      date: '2025-01-10',
      links: [{ url: 'https://legislature.example.org/h9806.pdf', media_type: 'application/pdf' }],
    },
  ],
}
const nycMatter = {
  ID: 9807,
  GUID: 'EF-7',
  File: 'Int 9807-2025',
  Name: 'Lanterns at bus stops.',
  Title: 'A Local Law in relation to lanterns at bus stops',
  TypeName: 'Introduction',
  StatusName: 'Laid Over in Committee',
  IntroDate: '2025-03-18T00:00:00Z',
  History: [{ Date: '2025-03-18T13:00:00Z', Action: 'Introduced by Council', BodyName: 'City Council' }],
  Version: 'A',
  LastModified: '2025-07-15T19:02:34.677Z',
}
const legistarMatter = {
  client: 'boston',
  matter: {
    MatterId: 9808,
    MatterFile: '2025-9808',
    MatterTitle: 'Resolution for lanterns in every park',
    MatterTypeName: 'Council Legislative Resolution',
    MatterStatusName: 'Passed',
    MatterIntroDate: '2025-09-30T00:00:00',
    MatterVersion: '2',
  },
}

// covers BEY-VERSION-11
test('versions without a text are listed by name, with their date and link, whatever the source', async () => {
  const report = await importRecords(stateBill, nycMatter, legistarMatter)
  expect(report).toMatchObject({ inserted: 3, refused: 0 })
  expect(await importBills(app.pool, xmlReading(billStatus))).toMatchObject({ inserted: 1, refused: 0 })
  const [federal] = await versionsOf('us/119/hr/9805')
  expect(federal).toMatchObject({
    code: 'ih',
    label: 'Introduced in House',
    printed_on: '2025-02-01',
    has_text: false,
  })
  expect(federal?.source_url).toContain('BILLS-119hr9805ih')
  expect(await versionsOf('vt/2025-2026/h9806')).toMatchObject([
    {
      label: 'As Introduced',
      printed_on: '2025-01-10',
      source_url: 'https://legislature.example.org/h9806.pdf',
      has_text: false,
    },
  ])
  // A city names its versions by letters or numbers, and links to the matter.
  const [nyc] = await versionsOf('nyc/2025/int9807')
  expect(nyc).toMatchObject({ code: 'A', label: 'Version A', has_text: false })
  expect(nyc?.source_url).toMatch(/^https:\/\//)
  const [boston] = await versionsOf('boston/2025-9808')
  expect(boston).toMatchObject({ code: '2', label: 'Version 2', has_text: false })
  expect(boston?.source_url).toMatch(/^https:\/\//)

  // The text of the matter is stored with the version that was named.
  expect(await importRecords({ ...nycMatter, Text: 'Section 1. Lanterns.' })).toMatchObject({ updated: 1 })
  expect(await versionsOf('nyc/2025/int9807')).toMatchObject([{ code: 'A', has_text: true }])
})

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* xmlReading(xml: string) {
  yield reading('records', 'document', xml, 'billstatus')
}

const legisBody = (words: string, mark = '') =>
  `<legis-body${mark}><section><enum>1.</enum><header>Lamps</header><text>${words}</text></section></legis-body>`

// covers BEY-VERSION-07
test('words that a reported bill marks as struck are no part of its version, and are read apart', async () => {
  await importRecords(bill(9804, []))
  const reported = `<bill bill-stage="Reported-in-House"><metadata><dublinCore><dc:title>119 HR 9804 RH: Lantern Act</dc:title>
    <dc:date>2025-06-09</dc:date></dublinCore></metadata><form><congress>119th CONGRESS</congress>
    <legis-num>H. R. 9804</legis-num><official-title>To light lamps.</official-title></form>
    ${legisBody('Lamps may burn.', ' changed="deleted" reported-display-style="strikethrough"')}
    ${legisBody('Lamps shall burn all night.', ' changed="added"')}</bill>`
  expect(await importRecords(reported)).toMatchObject({ updated: 1, refused: 0 })
  const [version] = await versionsOf('us/119/hr/9804')
  const { bill_id } = (
    await app.pool<{ bill_id: string }[]>`
    select bill_id from bills where source_id = 'us/119/hr/9804'`
  )[0]!
  const { sections, struck_sections } = await reader.call(getVersion, {
    id: bill_id,
    version_no: version!.version_no,
  })
  const words = (listed: typeof struck_sections) =>
    listed.map(({ blocks }) => blocks.map((block) => block.text))
  expect(words(sections)).toEqual([['Lamps shall burn all night.']])
  expect(words(struck_sections)).toEqual([['Lamps may burn.']])
})
