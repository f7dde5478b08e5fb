import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getVersion, listVersions } from '#contract/bills/versions.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { reading } from '#server/sources/files.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
})
afterAll(() => app.close())

const bill = {
  legislative_session: '2025-2026',
  identifier: 'H. 9914',
  title: 'An act relating to lamps',
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:vt/government' },
  actions: [{ date: '2026-01-08', description: 'Read first time', classification: ['reading-1'] }],
}
const lines = [
  'H.9914',
  'An act relating to lamps',
  'Sec. 1. LAMPS',
  '(a) Each town shall keep',
  'three lamps lit from dusk',
  'to dawn in the months of',
  'November through March.',
]

async function importRecords(...records: object[]) {
  // oxlint-disable-next-line require-await -- the import reads an async iterable
  async function* readings() {
    for (const record of records) yield reading('records.jsonl', 'line 1', record, 'openstates')
  }
  return importBills(app.pool, readings())
}

function printed(version: string, header: string, perPage: number) {
  const pages = Math.ceil(lines.length / perPage)
  const text = Array.from({ length: pages }, (_page, index) => [
    `${header} H.9914`,
    `2026 Page ${index + 1} of ${pages}`,
    ...lines.slice(index * perPage, (index + 1) * perPage).map((line, at) => `${at + 1} ${line}`),
    `VT LEG #38000${perPage} v.1`,
  ])
  const head = `Title: \nSource: versions - ${version}\nMedia Type: application/pdf\n\n${'='.repeat(80)}\n\n`
  return {
    state: 'vt',
    session: '2025-2026',
    identifier: 'H. 9914',
    extracted_text: head + text.map((page) => page.join('\n')).join('\n\n'),
  }
}

describe('printings of one text', () => {
  // covers BEY-TEXT-15 BEY-TEXT-21 HURD-TEXT-03
  test('a reader hears that the words are the same, wherever the pages of a printing end', async () => {
    const printings = [
      printed('As Introduced', 'BILL AS INTRODUCED', 5),
      printed('As Passed by the House', 'AS PASSED BY HOUSE', 3),
      printed('As Passed by Both Houses', 'AS PASSED BY BOTH HOUSES', 9),
    ]
    await importRecords(bill)
    for (const printing of printings) {
      // oxlint-disable-next-line no-await-in-loop -- each printing arrives in an import of its own
      expect(await importRecords(printing)).toMatchObject({ updated: 1, refused: 0 })
    }
    const [row] = await app.pool<{ bill_id: string }[]>`
      select bill_id from bills where source_id = 'vt/2025-2026/h9914'`
    const id = row!.bill_id
    const { versions } = await reader.call(listVersions, { id })
    expect(versions.map(({ kind }) => kind)).toEqual(['unchanged', 'unchanged', 'first'])
    const { sections, full_text } = await reader.call(getVersion, { id, version_no: 2 })
    expect(full_text).toBe(lines.join('\n'))
    expect(sections[0]?.blocks.map(({ text }) => text).join(' ')).toBe(lines.join(' '))
    expect(await importRecords(bill, ...printings)).toMatchObject({ inserted: 0, updated: 0, unchanged: 4 })
  })
})
