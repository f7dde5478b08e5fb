import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { getBill } from '#contract/bills/bills.ts'
import { listLegislativeSessions, sessionSentence } from '#contract/sessions.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import type { ImportedBill } from '#server/sources/bills/importedBill.ts'
import type { SessionReading } from '#server/sources/sessions/importedSession.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { closeSessions } from './closeSessions.ts'
import { importSessions } from './importSessions.ts'
import { sessionCommands } from './operator.ts'

const us = 'ocd-division/country:us'
const data = realRecords('sessions/sessions.jsonl.gz')

let app: TestServer
let member: Person
beforeAll(async () => {
  app = await startTestServer()
  member = await app.member('ada')
  await run('sessions list')
})
afterAll(() => app.close())

async function run(words: string, ...args: string[]): Promise<Record<string, unknown>> {
  return runArguments(sessionCommands, [...words.split(' '), ...args], commandContext(app))
}

type Details = Partial<Pick<ImportedBill, 'status' | 'actions' | 'title'>> & { state?: string }

function billRecord(source_id: string, { state = 'state:az', ...more }: Details = {}): ImportedBill {
  return {
    source_id,
    source_name: 'Open States',
    source_updated_at: null,
    source_checked_at: null,
    bill_code: source_id.split('/')[2]!.toUpperCase(),
    title: 'A bill',
    summary: '',
    topics: [],
    government_level: state === '' ? 'federal' : 'state',
    jurisdiction: state === '' ? us : `${us}/${state}`,
    status: 'introduced',
    created_at: '2025-01-20T00:00:00.000Z',
    source_url: null,
    sponsors: [],
    actions: [{ date: '2025-01-20', text: 'Introduced', chamber: null }],
    ...more,
  }
}

async function importRecords(...records: ImportedBill[]): Promise<void> {
  await importBills(
    app.pool,
    (async function* read() {
      for (const imported of records) yield { file: 'test', record: imported.source_id, imported }
    })(),
  )
}

async function billOf(source_id: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where source_id = ${source_id}`
  return (await member.call(getBill, { id: row!.bill_id })).bill
}

/** Sets the last day for bills to a day in the future because the day of the bundled table passes. */
async function keepOpen(state: string, identifier: string): Promise<void> {
  await app.pool`
    update legislative_sessions set last_day_for_bills = current_date + 30
     where jurisdiction = ${`${us}/${state}`} and identifier = ${identifier}`
}

async function reportOf(identifier: string, on: string) {
  const { sessions } = await run('sessions close', '--dry-run', '--on', on)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the command's own report
  return (sessions as { identifier: string; would_end: number; open_bills: number; reason: string }[]).find(
    (session) => session.identifier === identifier,
  )
}

describe('the bundled sessions', () => {
  // covers BEY-SESSIONS-01 BEY-SESSIONS-08
  test('cover Congress and all states, each with the rule that sets its last day for bills', async () => {
    const [row] = await app.pool<{ states: number; sessions: number; unknown: number }[]>`
      select count(distinct jurisdiction) filter (where jurisdiction like ${`${us}/state:%`})::int as states,
             count(*) filter (where jurisdiction <> ${us})::int as sessions,
             count(*) filter (where end_date is null)::int as unknown
        from legislative_sessions`
    expect(row).toEqual({ states: 50, sessions: 1043, unknown: 6 })
    const { sessions } = await app.visitor.call(listLegislativeSessions, { jurisdiction: 'vt', limit: 1 })
    expect(sessions).toMatchObject([
      {
        jurisdiction: `${us}/state:vt`,
        identifier: '2025-2026',
        end_date: '2025-05-08',
        last_day_for_bills: '2026-12-31',
        last_day_rule: 'term',
        carry_over: 'yes',
        is_confirmed: true,
      },
    ])
    const congress = await app.visitor.call(listLegislativeSessions, { jurisdiction: us, limit: 1 })
    expect(congress.pagination.total).toBe(29)
  })

  // covers BEY-SESSIONS-01
  test.skipIf(!existsSync(data))(
    'agree with the public table, whose import adds nothing and refuses nothing',
    async () => {
      const report = await run('import sessions', data)
      expect(report).toMatchObject({ inserted: 0, refused: 0 })
      const [row] = await app.pool`
      select count(*)::int as sessions from legislative_sessions where jurisdiction <> ${us}`
      expect(row).toEqual({ sessions: 1043 })
    },
  )
})

describe('import sessions', () => {
  // covers BEY-SESSIONS-08
  test('reads Open States jurisdictions and the product’s own format, and refuses what it cannot use', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hurd-sessions-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const path = join(folder, 'sessions.json')
    await writeFile(
      path,
      JSON.stringify([
        {
          id: 'ocd-jurisdiction/country:us/state:wy/government',
          legislative_sessions: [
            {
              identifier: '2031',
              name: '2031',
              start_date: '2031-01-14',
              end_date: '2031-03-03',
              active: false,
            },
            {
              identifier: '2031s1',
              name: 'First Special Session',
              start_date: '2031-06-01',
              end_date: '2031-05-01',
            },
          ],
        },
        { jurisdiction: 'xx', identifier: '1', start_date: '2031-01-01' },
        { jurisdiction: 'ny', identifier: '2031-2032', name: '2031-2032', start_date: '', source_name: 'NY' },
      ]),
    )
    const torn = join(folder, 'torn.json.gz')
    await writeFile(torn, Buffer.from([0x1f, 0x8b, 8]))
    const report = await run('import sessions', torn, path)
    expect(report).toMatchObject({ inserted: 2, refused: 3 })
    expect(report['refusals']).toMatchObject([
      { record: 'file', reason: expect.stringMatching(/^The file cannot be read: /) },
      { reason: '"xx" is not Congress, a state or a territory.' },
      { reason: 'The session has no first day.' },
    ])
    const rows = await app.pool`
      select identifier, classification, end_date, last_day_for_bills, keys from legislative_sessions
       where identifier like '2031%' order by 1`
    expect(rows).toMatchObject([
      { identifier: '2031', classification: 'regular', last_day_for_bills: '2031-03-03', keys: ['2031'] },
      { identifier: '2031s1', classification: 'special', end_date: null, last_day_for_bills: null },
    ])
  })
})

async function lastDayAndCheck(identifier: string) {
  return app.pool`
    select end_date::text, source_checked_at::date::text as checked from legislative_sessions
     where identifier = ${identifier}`
}

// covers BEY-SESSIONS-08
test('an import says when the source was last read, and an older record changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-sessions-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const importAll = async (...records: (readonly [source_checked_at: string, end_date: string])[]) => {
    const path = join(folder, 'checked.json')
    const session = { jurisdiction: 'nd', identifier: '2033', name: '2033', start_date: '2033-01-04' }
    const sessions = records.map(([source_checked_at, end_date]) =>
      Object.assign({}, session, { end_date, source_checked_at, source_name: 'ND' }),
    )
    await writeFile(path, JSON.stringify(sessions))
    return run('import sessions', path)
  }
  // The newest record of a file is saved, wherever it is.
  const newest = ['2026-10-01T00:00:00Z', '2033-05-01'] as const
  const both = await importAll(newest, ['2026-09-01T00:00:00Z', '2033-04-01'])
  expect(both).toMatchObject({ inserted: 1, unchanged: 1 })
  expect(await importAll(['2026-11-01T00:00:00Z', '2033-05-01'])).toMatchObject({ unchanged: 1 })
  expect(await lastDayAndCheck('2033')).toEqual([{ end_date: '2033-05-01', checked: '2026-11-01' }])
  expect(await importAll(['2026-10-15T00:00:00Z', '2033-06-01'])).toMatchObject({ unchanged: 1 })
  expect(await lastDayAndCheck('2033')).toEqual([{ end_date: '2033-05-01', checked: '2026-11-01' }])
})

// oxlint-disable-next-line require-await -- the import reads an async iterable
async function* brokenOff(): AsyncGenerator<SessionReading> {
  const imported = {
    place: 'nd',
    identifier: '2035',
    name: '2035',
    classification: 'regular',
    start_date: '2035-01-03',
    end_date: '2035-05-01',
    active_at_source: null,
    source_name: 'ND',
    source_checked_at: null,
  } as const
  yield { file: 'sessions.json', record: '2035', imported }
  throw new Error('the source broke off')
}

// covers HURD-IMPORT-01
test('the sessions before the point where a source breaks off are stored, and its error is reported', async () => {
  await expect(importSessions(app.pool, brokenOff())).rejects.toThrow('the source broke off')
  expect(await lastDayAndCheck('2035')).toMatchObject([{ end_date: '2035-05-01' }])
})

describe('closing sessions', () => {
  // covers BEY-SESSIONS-02 BEY-SESSIONS-03 BEY-SESSIONS-09
  test('a dry run says on any day what would end and why the others wait', async () => {
    await importRecords(
      billRecord('az/57th-1st-regular/hb1'),
      billRecord('az/57th-1st-regular/hb2', {
        status: 'pending',
        actions: [{ date: '2025-02-01', text: 'Deferred in committee', chamber: null }],
      }),
      billRecord('az/57th-1st-regular/hb3', {
        status: 'pending',
        actions: [{ date: '2025-05-01', text: 'Transmitted to Governor', chamber: null }],
      }),
      billRecord('hi/2025/hb1', { state: 'state:hi' }),
      billRecord('vt/2025-2026/h1', { state: 'state:vt' }),
      billRecord('us/118/hr1', { state: '' }),
    )
    expect(await reportOf('57th-1st-regular', '2025-05-08')).toMatchObject({ would_end: 0, open_bills: 3 })
    expect(await reportOf('57th-1st-regular', '2025-07-15')).toMatchObject({ would_end: 2, open_bills: 3 })
    expect(await reportOf('2025-2026', '2025-12-01')).toMatchObject({
      would_end: 0,
      reason: 'Bills are open until 2026-12-31.',
    })
    expect(await reportOf('2025-2026', '2027-01-20')).toMatchObject({ would_end: 1 })
    expect(await reportOf('118', '2025-01-10')).toMatchObject({ would_end: 0 })
    expect(await reportOf('2025', '2028-01-01')).toMatchObject({ is_confirmed: false })
    await expect(run('sessions close', '--on', '2025-01-01')).rejects.toThrow('--on needs --dry-run.')
    await expect(run('sessions close', '--dry-run', '--on', '2025-02-30')).rejects.toThrow('is not a date')
  })

  // covers BEY-SESSIONS-04 BEY-SESSIONS-05
  test('ends open bills, leaves those that await the governor, and a later action revives one', async () => {
    await keepOpen('state:vt', '2025-2026')
    const closing = await closeSessions(app.pool)
    expect(closing.ended).toBe(3)
    const dead = await billOf('az/57th-1st-regular/hb1')
    expect(dead).toMatchObject({
      status: 'rejected',
      ended_by: 'session',
      legislative_session: { identifier: '57th-1st-regular', state: 'ended', is_closed: true },
    })
    expect(sessionSentence(dead, '2026-11-23')).toBe('Died when the session ended on April 26, 2025.')
    const waiting = await billOf('az/57th-1st-regular/hb3')
    expect(waiting).toMatchObject({ status: 'pending', ended_by: null })
    expect(sessionSentence(waiting, '2025-06-20')).toBe('Waiting for the governor.')
    expect(sessionSentence(waiting, '2025-06-26')).toBe('No outcome reported.')
    expect(await closeSessions(app.pool)).toMatchObject({ ended: 0, revived: 0 })
    expect(await reportOf('57th-1st-regular', '2026-07-15')).toMatchObject({ would_end: 2, open_bills: 1 })

    // The same record again, or one with another title, does not revive the bill. A later action does.
    await importRecords(billRecord('az/57th-1st-regular/hb1', { title: 'The same bill' }))
    expect(await billOf('az/57th-1st-regular/hb1')).toMatchObject({
      title: 'The same bill',
      status: 'rejected',
      ended_by: 'session',
    })
    const late = [
      { date: '2025-01-20', text: 'Introduced', chamber: null },
      { date: '2025-07-08', text: 'Signed by Governor', chamber: null },
    ]
    await importRecords(billRecord('az/57th-1st-regular/hb1', { status: 'passed', actions: late }))
    expect(await billOf('az/57th-1st-regular/hb1')).toMatchObject({ status: 'passed', ended_by: null })
  })

  // covers BEY-SESSIONS-03
  test('does nothing where the rule is not confirmed', async () => {
    await app.pool`update legislative_sessions set last_day_for_bills = '2025-12-31' where jurisdiction = ${`${us}/state:hi`} and identifier = '2025'`
    expect(await closeSessions(app.pool)).toMatchObject({ ended: 0 })
    expect(await reportOf('2025', '2026-11-01')).toMatchObject({
      would_end: 1,
      reason: 'The rule is not confirmed, so nothing is closed automatically.',
    })
    expect((await billOf('hi/2025/hb1')).status).toBe('introduced')
  })

  // covers BEY-SESSIONS-05
  test('a session that turns out to be open revives its bills', async () => {
    const where = app.pool`jurisdiction = ${us} and identifier = '118'`
    expect(await billOf('us/118/hr1')).toMatchObject({ ended_by: 'session' })
    await app.pool`update legislative_sessions set last_day_for_bills = current_date + 10 where ${where}`
    expect(await closeSessions(app.pool, () => true), 'it was interrupted').toMatchObject({ revived: 0 })
    expect(await closeSessions(app.pool)).toMatchObject({ revived: 1 })
    expect(await billOf('us/118/hr1')).toMatchObject({ status: 'introduced', ended_by: null })
    const updates = await app.pool`
      select u.update_type, u.summary, u.is_alertable from bill_updates u join bills b using (bill_id)
       where b.source_id = 'us/118/hr1' and u.update_type <> 'introduced' order by u.update_id`
    expect(updates).toEqual([
      {
        update_type: 'session_ended',
        summary: expect.stringMatching(/^Died when the .+ ended on \w+ \d+, \d{4}\.$/),
        is_alertable: false,
      },
      {
        update_type: 'correction',
        summary: expect.stringMatching(/^Correction: the session is still open\./),
        is_alertable: false,
      },
    ])
  })

  // covers BEY-SESSIONS-07
  test('a special session ends without the bills of the regular one', async () => {
    await keepOpen('state:ca', '20252026')
    await importRecords(
      billRecord('tx/892/hb1', {
        state: 'state:tx',
        actions: [{ date: '2025-08-16', text: 'Filed', chamber: null }],
      }),
      billRecord('ca/20252026/ab1', { state: 'state:ca' }),
      billRecord('ca/20252026-special-session-1/abx1-1', { state: 'state:ca' }),
    )
    await closeSessions(app.pool)
    expect(await billOf('tx/892/hb1')).toMatchObject({ status: 'rejected', ended_by: 'session' })
    expect(await billOf('ca/20252026-special-session-1/abx1-1')).toMatchObject({ ended_by: 'session' })
    expect(await billOf('ca/20252026/ab1')).toMatchObject({ status: 'introduced', ended_by: null })
  })

  // covers BEY-SESSIONS-09
  test('sessions list --ended-unclosed shows the sessions that are still open after their last day', async () => {
    const { sessions } = await run('sessions list', '--ended-unclosed')
    expect(sessions).toContainEqual(
      expect.objectContaining({ identifier: '57th-1st-regular', open_bills: 1 }),
    )
    expect(sessions).not.toContainEqual(expect.objectContaining({ identifier: '20252026' }))
  })
})

test('a session is adjourned until the end of the year in which the source says it ended', async () => {
  const states = await app.pool<{ state: string }[]>`
    select session_state('2025-01-08', '2025-05-08', '2026-12-31', d::date) as state
      from unnest(array['2025-01-01', '2025-03-01', '2025-07-01', '2026-02-01', '2027-01-01']) d`
  expect(states.map(({ state }) => state)).toEqual(['not_started', 'open', 'adjourned', 'open', 'ended'])
})
