import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportedBill } from '../../sources/bills/importedBill.ts'
import { commandContext } from '../../testing/operator.ts'
import { startTestServer, type TestServer } from '../../testing/testServer.ts'
import { importBills } from '../import/import.ts'
import { closeSessions } from './closeSessions.ts'
import { sessionCommands } from './operator.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await sessionCommands.find(({ words }) => words.join(' ') === 'sessions list')!.run([], commandContext(app))
})
afterAll(() => app.close())

const introduced = { date: '2025-01-20', text: 'Introduced', chamber: null }

async function importBill(actions: ImportedBill['actions']): Promise<void> {
  const imported: ImportedBill = {
    source_id: 'az/57th-1st-regular/hb9401',
    source_name: 'Open States',
    source_updated_at: null,
    source_checked_at: null,
    bill_code: 'HB 9401',
    title: 'Lanterns',
    summary: '',
    topics: [],
    government_level: 'state',
    jurisdiction: 'ocd-division/country:us/state:az',
    status: 'introduced',
    created_at: '2025-01-20T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions,
  }
  async function* records() {
    yield { file: 'test', record: 'line 1', imported }
  }
  await importBills(app.pool, records())
}

// covers BEY-SESSIONS-05
test('the end of a bill with its session is an update, and so is its revival by a later action', async () => {
  await importBill([introduced])
  expect(await closeSessions(app.pool)).toMatchObject({ ended: 1 })
  await importBill([introduced, { date: '2025-07-08', text: 'Placed on the calendar', chamber: null }])
  expect(await closeSessions(app.pool)).toMatchObject({ ended: 1 })
  await importBill([introduced, { date: '2025-08-08', text: 'Referred', chamber: null }])
  const updates = await app.pool<{ update_type: string; summary: string }[]>`
    select update_type, summary from bill_updates where update_type in ('session_ended', 'correction') order by update_id`
  expect(updates.map(({ update_type }) => update_type)).toEqual([
    'session_ended',
    'correction',
    'session_ended',
    'correction',
  ])
  expect(updates[1]?.summary).toMatch(
    /^Correction: the bill has moved again\. Hurd reported before: “Died when the /,
  )
})
