import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { runHurd } from '#server/testing/operator.ts'
import { timeFromNow } from '#server/testing/setups/records/events.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

// covers HURD-DATES-01
test('events are refused with a reason if their date is impossible or their time zone unknown', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'hurd-events-')), 'events.jsonl')
  onTestFinished(() => rm(dirname(file), { recursive: true }))
  const record = {
    event_id: 'hurd/dates',
    organization: 'us/house',
    jurisdiction: 'ocd-division/country:us/state:vt',
    name: 'Hearing',
    source_name: 'Invented source',
  }
  const inTwoYears = new Date()
  inTwoYears.setUTCFullYear(inTwoYears.getUTCFullYear() + 2)
  const afterThat = new Date(inTwoYears.getTime() + 2 * 24 * 60 * 60 * 1000)
  const starts = [
    '9998-06-03T14:00:00Z',
    '9998-06-03T14:00',
    '9998-06-03',
    afterThat.toISOString(),
    '1789-03-03',
    '1789-03-04',
    inTwoYears.toISOString().slice(0, 10),
  ]
  const lines = [
    ...starts.map((date, index) =>
      Object.assign({}, record, { event_id: `hurd/dates/${index}`, starts: date }),
    ),
    { ...record, starts: timeFromNow(4), time_zone: 'posix/Japan' },
  ]
  await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
  const ran = await runHurd(app, ['import', 'events', file, '--json'])
  expect(ran.json).toMatchObject({ inserted: 2, refused: 6 })
  expect(JSON.stringify(ran.json)).toContain('The date 9998-06-03 is more than 2 years ahead.')
  expect(JSON.stringify(ran.json)).toContain('The date 1789-03-03 is before 1789-03-04.')
  expect(JSON.stringify(ran.json)).toContain('is not a time zone')
})
