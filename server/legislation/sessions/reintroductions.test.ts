import { afterAll, beforeAll, expect, test } from 'vitest'
import { followTarget, listUpdates } from '#contract/alerts.ts'
import { getBill } from '#contract/bills/bills.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import { readPlainSections } from '#server/sources/text/plainSections.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { sessionCommands } from './operator.ts'

const vermont = 'ocd-division/country:us/state:vt'

let app: TestServer
let member: Person
beforeAll(async () => {
  app = await startTestServer()
  member = await app.member('ada')
  await runArguments(sessionCommands, ['sessions', 'list'], commandContext(app))
  await app.pool`
    update legislative_sessions set last_day_for_bills = current_date + 30
     where jurisdiction = ${vermont} and identifier = '2025-2026'`
})
afterAll(() => app.close())

const law = Array.from(
  { length: 40 },
  (_, index) => `harbor${'abcdefghij'[index % 10]} lamp${'klmn'[index % 4]}`,
)
const text = (replaced: number) =>
  law.map((words, index) => (index < replaced ? 'ferry boat' : words)).join(' ')

async function importText(source_id: string, title: string, full_text: string): Promise<string> {
  const imported: ImportedBill = {
    source_id,
    source_name: 'Open States',
    source_updated_at: null,
    source_checked_at: null,
    bill_code: source_id.split('/')[2]!.toUpperCase(),
    title,
    summary: '',
    topics: [],
    government_level: 'state',
    jurisdiction: vermont,
    status: 'introduced',
    created_at: '2025-01-20T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: [{ date: '2025-01-20', text: 'Introduced', chamber: null }],
    versions: [
      {
        code: null,
        label: 'As introduced',
        printed_on: null,
        text: {
          format: 'plain',
          sections: readPlainSections(full_text),
          struck_sections: [],
          formatted_text: null,
          full_text,
        },
      },
    ],
  }
  await importBills(
    app.pool,
    (async function* read() {
      yield { file: 'test', record: source_id, imported }
    })(),
  )
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return row!.bill_id
}

async function reintroducedAs(id: string): Promise<string[]> {
  const { bill } = await member.call(getBill, { id })
  return bill.reintroduced_as.map(({ bill_code }) => bill_code)
}

// covers BEY-SESSIONS-10
test('a bill that returns in the next session is offered to the followers of the earlier one', async () => {
  const earlier = await importText('vt/2023-2024/h1', 'Harbor lamps', text(0))
  await member.call(followTarget, { target_type: 'bill', target_id: earlier })
  expect(await reintroducedAs(earlier)).toEqual([])
  // 6 of the 80 words are different, and the title is spelled in capitals.
  const again = await importText('vt/2025-2026/h12', 'HARBOR LAMPS', text(3))
  expect(await reintroducedAs(earlier)).toEqual(['H12'])
  expect(await reintroducedAs(again)).toEqual([])

  const { updates } = await member.call(listUpdates, {})
  expect(updates.filter(({ update_type }) => update_type === 'reintroduced')).toMatchObject([
    {
      bill: { bill_id: earlier },
      summary: expect.stringMatching(/^Introduced again as H12 in the .*, with nearly the same text\./),
      reason: { target_type: 'bill', target_id: earlier },
    },
  ])
  // Another import of the same text reports nothing new.
  await importText('vt/2025-2026/h12', 'HARBOR LAMPS', text(3))
  const rows = await app.pool`select from bill_updates where update_type = 'reintroduced'`
  expect(rows).toHaveLength(1)
})

test('a bill with another title, too many different words, or a session in between is not the same bill', async () => {
  const earlier = await importText('vt/2023-2024/h2', 'Ferry docks', text(0))
  await importText('vt/2025-2026/h21', 'Ferry docks and piers', text(0))
  await importText('vt/2025-2026/h22', 'Ferry docks', text(6))
  await importText('vt/2023-2024/h23', 'Ferry docks', text(0))
  expect(await reintroducedAs(earlier)).toEqual([])
  const old = await importText('vt/2021-2022/h3', 'Ferry piers', text(0))
  await importText('vt/2025-2026/h31', 'Ferry piers', text(0))
  expect(await reintroducedAs(old)).toEqual([])
})

test('an earlier bill that is imported after the later one is found as well and alerts nobody', async () => {
  await importText('vt/2025-2026/h4', 'Tide tables', text(0))
  const earlier = await importText('vt/2023-2024/h4', 'Tide tables', text(1))
  expect(await reintroducedAs(earlier)).toEqual(['H4'])
  const [update] = await app.pool<{ is_alertable: boolean }[]>`
    select is_alertable from bill_updates where bill_id = ${earlier} and update_type = 'reintroduced'`
  expect(update).toEqual({ is_alertable: false })
})
