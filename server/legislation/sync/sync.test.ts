import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readEnv } from '#server/platform/settings/env.ts'
import { newYorkCity } from '#server/sources/jurisdictions.ts'
import { hurdSync, openLiveSource, type PlayedResponse } from '#server/testing/external/liveSource.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { importedBill, importRecords } from '#server/testing/setups/records/importedBills.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'
import { selectSources } from './status.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate representatives, bills, source_syncs cascade`)

function sync(what: 'bills' | 'people', url: string, ...args: string[]) {
  return hurdSync(app, what, url, args)
}

const codes = async () =>
  (await app.pool`select bill_code from bills order by bill_code`).map((row) => String(row['bill_code']))

const line = (number: number) => ({
  congress: 119,
  type: 'HR',
  number: String(number),
  title: `Act ${number}`,
  introducedDate: '2026-10-06',
  updateDate: '2026-10-08',
  latestAction: { actionDate: '2026-10-06', text: 'Referred to committee.' },
})
const detail = (number: number) => ({
  bill: {
    ...line(number),
    policyArea: { name: 'Health' },
    actions: { count: 1, url: 'https://elsewhere.example/actions' },
    summaries: { count: 0 },
    cosponsors: { count: 0 },
    sponsors: [{ fullName: 'Rep. Archer, Ann [D-OR-3]', party: 'D', state: 'OR', district: 3 }],
  },
})

const partRow = (part: string, n: number) =>
  part === 'actions'
    ? { actionDate: '2026-10-07', text: `Action ${n}.`, type: 'Floor' }
    : { fullName: `Rep. Archer, Ann${n} [D-OR-3]`, party: 'D', state: 'OR', district: 3 }

/** Plays `count` bills in pages as Congress.gov serves them, with the malformed URL of the next page. */
function congress(count: number) {
  return (url: URL): PlayedResponse | undefined => {
    const [, number] = /^\/bill\/119\/hr\/(\d+)(\/actions)?$/.exec(url.pathname) ?? []
    if (url.pathname.endsWith('/actions')) {
      return {
        body: { actions: [{ actionDate: '2026-10-07', text: 'Reported by committee.', type: 'Committee' }] },
      }
    }
    if (number) return { body: detail(Number(number)) }
    if (url.pathname !== '/bill') return undefined
    const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))]
    const numbers = Array.from({ length: count }, (_, at) => at + 1).slice(offset, offset + limit)
    const next = `https://api.congress.gov/v3/bill/119?/bill/119?limit=3&sort=updateDate desc&offset=3`
    return { body: { bills: numbers.map(line), pagination: { count, next } } }
  }
}

describe('sync bills', () => {
  // covers HURD-SYNC-01
  test('from Congress.gov imports all actions and cosponsors of a bill that has more than fit on one page', async () => {
    const many = 600
    const source = await openLiveSource((url) => {
      const [, part] = /^\/bill\/119\/hr\/801\/(actions|cosponsors)$/.exec(url.pathname) ?? []
      if (part) {
        const [offset, limit] = [
          Number(url.searchParams.get('offset')),
          Number(url.searchParams.get('limit')),
        ]
        const numbers = Array.from({ length: many }, (_, at) => at + 1).slice(offset, offset + limit)
        return { body: { [part]: numbers.map((n) => partRow(part, n)) } }
      }
      if (url.pathname === '/bill') return { body: { bills: [line(801)], pagination: { count: 1 } } }
      const { bill } = detail(801)
      return { body: { bill: { ...bill, actions: { count: many }, cosponsors: { count: many } } } }
    })
    await sync('bills', source.url, '--source', 'congress', '--since', '2026-10-01')
    const [stored] = await app.pool`
      select (select count(*)::int from bill_actions a where a.bill_id = b.bill_id) as actions,
             (select count(*)::int from bill_sponsorships s where s.bill_id = b.bill_id) as sponsors
        from bills b where source_id = 'us/119/hr/801'`
    expect(stored).toEqual({ actions: many, sponsors: many + 1 })
  })

  test('from Congress.gov imports every page of bills with their actions, and a second run changes nothing', async () => {
    const source = await openLiveSource(congress(260))
    const report = await sync('bills', source.url, '--source', 'congress', '--since', '2026-10-01')
    expect(report).toMatchObject({
      source: 'congress',
      since: '2026-10-01T00:00:00.000Z',
      resumed: false,
      inserted: 260,
      refused: 0,
    })
    const lists = source.requests.filter(({ pathname }) => pathname === '/bill')
    expect(lists.map(({ searchParams }) => searchParams.get('offset'))).toEqual(['0', '245'])
    expect(lists[0]!.searchParams.get('fromDateTime')).toBe('2026-10-01T00:00:00Z')
    expect(lists.every(({ searchParams }) => searchParams.get('api_key') === 'k3y')).toBe(true)
    const [bill] = await app.pool`
      select bill_code, topics, source_name, source_checked_at is not null as checked,
             array(select description from bill_actions a where a.bill_id = bills.bill_id order by position) as actions
        from bills where source_id = 'us/119/hr/7'`
    expect(bill).toMatchObject({
      bill_code: 'H.R. 7',
      topics: ['health'],
      actions: ['Reported by committee.'],
      source_name: 'Congress.gov',
      checked: true,
    })
    const again = await sync('bills', source.url, '--source', 'congress')
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 260 })
    const [next] = await app.pool<{ since: string }[]>`
      select synced_at - interval '2 days' as since from source_syncs`
    expect(Date.parse(again.since)).toBeLessThanOrEqual(Date.parse(next!.since))
  }, 60_000)

  test('after an interruption, everything read is stored and the same command resumes', async () => {
    const whole = congress(260)
    const cut = await openLiveSource((url) =>
      url.pathname === '/bill' && url.searchParams.get('offset') !== '0' ? { status: 500 } : whole(url),
    )
    const args = ['--source', 'congress', '--since', '2026-10-01']
    await expect(sync('bills', cut.url, ...args)).rejects.toThrow(
      'Congress.gov could not be read: it answered 500. Run the same command to continue after the last page that was stored.',
    )
    expect(await codes()).toHaveLength(250)

    const back = await openLiveSource(whole)
    expect(await sync('bills', back.url, ...args)).toMatchObject({
      resumed: true,
      inserted: 10,
      unchanged: 5,
    })
    expect(back.requests[0]!.searchParams.get('offset')).toBe('245')
    expect(await app.pool`select since, cursor, synced_at is not null as synced from source_syncs`).toEqual([
      { since: null, cursor: null, synced: true },
    ])
    const other = await openLiveSource(whole)
    await sync('bills', other.url, '--source', 'congress', '--since', '2026-09-01')
    expect(other.requests[0]!.searchParams.get('offset')).toBe('0')
  }, 60_000)
})

describe('hurd sync and status', () => {
  test('a wrong argument is reported before any request is sent', async () => {
    const source = await openLiveSource(() => ({ body: {} }))
    for (const [args, words] of [
      [[], 'Name a source: --source congress, openstates or legistar.'],
      [['--source', 'legiscan'], 'Name a source'],
      [['--source', 'congress', '--since', 'yesterday'], '--since must be a date such as 2026-01-31'],
      [['--source', 'congress', '--since', '2026-02-31'], '--since must be a date such as 2026-01-31'],
      [['--source', 'openstates', '--only', 'tx,zz'], '"zz" is not the postal code of a state.'],
      [['--source', 'legistar', '--only', '../x'], '"../x" is not the name of a Legistar client.'],
      [['--source', 'congress', '--only', 'tx'], '--only is for the states'],
      [['--all', 'x'], 'There is no option --all.'],
    ] as const) {
      await expect(sync('bills', source.url, ...args), args.join(' ')).rejects.toThrow(words)
    }
    expect(source.requests).toEqual([])
    const bare = { ...commandContext(app), env: readEnv({}) }
    await expect(runArguments(commands, ['sync', 'bills', '--source', 'congress'], bare)).rejects.toThrow(
      'Congress.gov needs a key: set CONGRESS_API_KEY',
    )
  })

  test('status shows each source with its record count, its age, and what is stale or unfinished', async () => {
    await app.bill('Old Act')
    await app.representative('A000001')
    const printed: string[] = []
    const result = await runArguments(
      commands,
      ['status'],
      commandContext(app, (text) => printed.push(text)),
    )
    expect(result).toEqual({
      sources: [
        { name: 'Test records (bills)', records: 1, last_checked_at: null, stale: true, unfinished: false },
        {
          name: 'Test records (people)',
          records: 1,
          last_checked_at: '2026-06-15T00:00:00.000Z',
          stale: true,
          unfinished: false,
        },
      ],
    })
    expect(printed[1]).toMatch(/^Test records \(people\) +1 records, last checked 2026-06-15  STALE:/)

    await app.pool`update bills set source_name = 'Congress.gov', source_checked_at = now()`
    await app.pool`
      insert into source_syncs (source, what, since, cursor) values ('congress', 'bills', now(), '{"startedAt": "", "position": {}}')`
    expect((await runArguments(commands, ['status'], commandContext(app)))['sources']).toMatchObject([
      { name: 'Congress.gov (bills)', stale: false, unfinished: true },
      { name: 'Test records (people)' },
    ])

    const newYork = async () =>
      (await selectSources(app.pool)).find(({ name }) => name === 'New York City Council (bills)')
    // New York requires a token, so only a run that names it checks its bills.
    for (const source_name of ['New York City Council', 'Legistar']) {
      await app.pool`truncate bills, source_syncs cascade`
      const bill = importedBill(912, {
        source_id: 'nyc/2026/int912',
        source_name,
        bill_code: 'Int 912-2026',
        government_level: 'local',
        jurisdiction: newYorkCity.division,
      })
      await importRecords(app.pool, [bill])
      await app.pool`insert into source_syncs (source, what, synced_at) values ('legistar', 'bills', now())`
      expect(await newYork()).toMatchObject({
        stale: true,
        command: 'hurd sync bills --source legistar --only nyc',
        timer: null,
      })
      await app.pool`
        insert into source_syncs (source, what, areas, synced_at) values ('legistar', 'bills', '{nyc}', now())`
      expect(await newYork()).toMatchObject({ stale: false })
    }
  })
})
