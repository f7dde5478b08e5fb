import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { closeSessions } from './closeSessions.ts'
import { sessionCommands } from './operator.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await runArguments(sessionCommands, ['sessions', 'list'], commandContext(app))
})
afterAll(() => app.close())

const introduced = { date: '2025-01-20', text: 'Introduced', chamber: null }

async function importBill(
  actions: ImportedBill['actions'],
  status: ImportedBill['status'] = 'introduced',
): Promise<void> {
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
    status,
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

const updatesOfBill = () => app.pool<{ update_type: string; summary: string; is_alertable: boolean }[]>`
  select update_type, summary, is_alertable from bill_updates order by update_id`
const readBill = async () => {
  const [row] = await app.pool<
    { status: string; ended_by: string | null; moved_at: string | null; line: string }[]
  >`
    select status, ended_by, moved_at, bill_line(b) as line from bills b where source_id = 'az/57th-1st-regular/hb9401'`
  return row
}

// covers BEY-SESSIONS-05 HURD-PROGRESS-06
test('a bill that died with its session stays dead whatever its source reports later, and nobody is alerted', async () => {
  await importBill([introduced])
  expect(await closeSessions(app.pool)).toMatchObject({ ended: 1 })
  const dead = {
    status: 'rejected',
    ended_by: 'session',
    moved_at: null,
    line: 'Introduced. The session ended',
  }
  expect(await readBill()).toEqual(dead)
  const later: [string, ImportedBill['status']][] = [
    ['Prefiled', 'pending'],
    ['Introduced', 'introduced'],
    ['Placed on the calendar', 'active'],
    ['Passed the House', 'engrossed'],
  ]
  const steps = [introduced]
  for (const [text, status] of later) {
    steps.push({ date: new Date().toISOString().slice(0, 10), text, chamber: null })
    await importBill([...steps], status)
    expect(await readBill()).toMatchObject({ status: 'rejected', ended_by: 'session', moved_at: null })
  }
  const updates = await updatesOfBill()
  expect(updates.filter(({ is_alertable }) => is_alertable)).toEqual([])
  expect(updates.map(({ update_type }) => update_type)).not.toContain('correction')
})

// covers BEY-SESSIONS-05
test('only a record that shows that both chambers had passed it revives a bill, with a correction', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const passed = [
    introduced,
    { date: '2025-06-20', text: 'Passed the House', chamber: 'House' },
    { date: '2025-06-25', text: 'Passed the Senate', chamber: 'Senate' },
    { date: day, text: 'Signed by the governor', chamber: null },
  ]
  await importBill(passed, 'passed')
  expect(await readBill()).toMatchObject({ status: 'passed', ended_by: null, line: 'Became law' })
  const correction = (await updatesOfBill()).find(({ update_type }) => update_type === 'correction')
  expect(correction?.summary).toMatch(
    /^Correction: the bill has moved again\. Hurd reported before: “Died when the /,
  )
})
