import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedVersion } from '#server/sources/bills/importedBill.ts'
import { toVersionSections } from '#server/sources/text/plainSections.ts'
import { storeVersion } from '#server/testing/setups/records/billTexts.ts'
import { dayFromNow } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let bill_id: string
let number = 0
beforeAll(async () => {
  app = await startTestServer()
})
beforeEach(async () => {
  number += 1
  const bill = await app.bill(`Stored ${number}`)
  bill_id = bill.bill_id
  await app.pool`update bills set source_id = ${`us/119/hr/${8800 + number}`} where bill_id = ${bill_id}`
})
afterAll(() => app.close())

const first = 'The Director shall award grants to ferry towns.'
const second = 'The Director may award grants to ferry towns and to islands.'

function printing(code: string, day: string | null, words: string | null): ImportedVersion {
  const sections = words ? toVersionSections({ sections: [{ number: '1', title: '', content: words }] }) : []
  return {
    code,
    label: code.toUpperCase(),
    printed_on: day,
    document_type: code.startsWith('ea') ? 'amendment' : 'bill',
    text: words
      ? { format: 'xml', sections, struck_sections: [], formatted_text: null, full_text: words }
      : null,
  }
}

async function stored() {
  return app.pool<Record<string, unknown>[]>`
    select v.version_no, v.code, v.ordinal, v.kind, v.compared_with, v.correction, t.full_text,
           v.version_no = c.version_no as is_current
      from bill_versions v
      join bill_counters c using (bill_id)
      left join bill_version_texts t on t.bill_id = v.bill_id and t.version_no = v.version_no
     where v.bill_id = ${bill_id} order by v.version_no`
}

describe('the versions of a bill', () => {
  // covers BEY-TEXT-01
  test('every version is kept, and a repeat changes nothing', async () => {
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', first))
    await storeVersion(app, bill_id, printing('eh', '2025-06-01', second))
    const before = await stored()
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', first))
    expect(await stored()).toEqual(before)
    expect(before).toMatchObject([
      { version_no: 1, code: 'ih', kind: 'first', full_text: first, is_current: false },
      { version_no: 2, code: 'eh', kind: 'material', compared_with: 1, full_text: second, is_current: true },
    ])
    const [counters] = await app.pool`
      select version_no, text_version_no, counted_from_version from bill_counters where bill_id = ${bill_id}`
    expect(counters).toEqual({ version_no: 2, text_version_no: 2, counted_from_version: 2 })
  })

  // covers BEY-ALERTS-01
  test('a later version with other words alerts followers with the number of words, and one with the same words does not', async () => {
    await storeVersion(app, bill_id, printing('ih', dayFromNow(-3), first))
    await storeVersion(app, bill_id, printing('eh', dayFromNow(-1), second))
    await storeVersion(app, bill_id, printing('rfs', dayFromNow(0), second.toUpperCase()))
    const updates = await app.pool`
      select summary, subject_id, is_alertable from bill_updates
       where bill_id = ${bill_id} and update_type = 'version' order by update_id`
    expect(updates).toEqual([
      {
        summary: expect.stringMatching(/^New version of the text: .+ \d+ words? changed\.$/),
        subject_id: '2',
        is_alertable: true,
      },
    ])
  })

  // covers BEY-TEXT-02
  test('versions are ordered by stage, then date', async () => {
    for (const [code, day] of [
      ['ih', '2025-03-01'],
      ['eh', '2025-06-01'],
      ['rfs', '2025-06-09'],
      ['enr', '2025-06-09'],
    ] as const) {
      await storeVersion(app, bill_id, printing(code, day, first))
    }
    const rows = await stored()
    expect(
      rows.toSorted((a, b) => Number(a['ordinal']) - Number(b['ordinal'])).map(({ code }) => code),
    ).toEqual(['ih', 'eh', 'rfs', 'enr'])
    expect(rows.at(-1)).toMatchObject({ code: 'enr', is_current: true })
  })

  // covers BEY-TEXT-15
  test('a version with the same words is unchanged and restarts no counts', async () => {
    await storeVersion(app, bill_id, printing('eh', '2025-06-01', first))
    await storeVersion(app, bill_id, printing('rfs', '2025-06-09', first.toUpperCase()))
    expect(await stored()).toMatchObject([{ kind: 'first' }, { kind: 'unchanged', is_current: true }])
    const [counters] =
      await app.pool`select counted_from_version from bill_counters where bill_id = ${bill_id}`
    expect(counters).toEqual({ counted_from_version: 0 })
  })

  // covers BEY-TEXT-20
  test('an amendment document never becomes the current version', async () => {
    await storeVersion(app, bill_id, printing('es', '2025-06-01', first))
    await storeVersion(app, bill_id, printing('eah', '2025-07-01', second))
    expect(await stored()).toMatchObject([
      { code: 'es', is_current: true },
      { code: 'eah', kind: null, is_current: false },
    ])
  })

  test('a corrected text is stored as another version, and the earlier one stays', async () => {
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', first))
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', second))
    expect(await stored()).toMatchObject([
      { correction: 0, full_text: first, is_current: false },
      { correction: 1, full_text: second, kind: 'material', is_current: true },
    ])
  })

  // covers BEY-VERSION-09
  test('a version that arrives late is kept as an update, and does not become current', async () => {
    await storeVersion(app, bill_id, printing('eh', '2025-06-01', second))
    const source_id = `us/119/hr/${8800 + number}`
    const earlier = { source_id, source_name: 'Congress.gov', version: printing('ih', '2025-03-01', first) }
    // oxlint-disable-next-line require-await -- the import reads an async iterable
    async function* readings() {
      yield { file: 'test', record: 'record 1', imported: earlier }
    }
    expect(await importBills(app.pool, readings())).toMatchObject({ updated: 1, unchanged: 0, refused: 0 })
    expect(await stored()).toMatchObject([
      { code: 'eh', ordinal: 2, kind: 'first', is_current: true },
      { code: 'ih', ordinal: 1, kind: 'late', is_current: false },
    ])
  })

  test('a text is stored with the version that was known by name', async () => {
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', null))
    expect(await stored()).toMatchObject([{ version_no: 1, kind: 'unknown', full_text: null }])
    await storeVersion(app, bill_id, printing('ih', null, first))
    expect(await stored()).toMatchObject([{ version_no: 1, kind: 'first', full_text: first }])
  })

  test('a text that is too long for one thread is compared in another', { timeout: 30_000 }, async () => {
    const long = Array.from({ length: 12_000 }, (_, index) => `word${index % 97}`).join(' ')
    await storeVersion(app, bill_id, printing('ih', '2025-03-01', long))
    let threads = 0
    const count = () => {
      threads += 1
    }
    process.on('worker', count)
    onTestFinished(() => void process.off('worker', count))
    await storeVersion(app, bill_id, printing('eh', '2025-06-01', `${long} shall`))
    expect(await stored()).toMatchObject([{ kind: 'first' }, { kind: 'material' }])
    expect(threads).toBe(1)
  })
})
