import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hurdSync, openLiveSource } from '#server/testing/external/liveSource.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate bills, source_syncs cascade`)

const sync = (url: string, ...args: string[]) => hurdSync(app, 'bills', url, args)

const bill = (state: string, identifier: string) => ({
  id: `ocd-bill/${identifier}`,
  session: '2026',
  jurisdiction: { id: `ocd-jurisdiction/country:us/state:${state}/government` },
  from_organization: { classification: 'lower' },
  identifier,
  title: `An act on ${identifier}`,
  classification: ['bill'],
  subject: [],
  updated_at: '2026-10-02T00:00:00Z',
  actions: [{ date: '2026-10-01', description: 'Introduced', classification: ['introduction'] }],
  sponsorships: [],
  abstracts: [],
  sources: [{ url: `https://${state}.example.org/${identifier.replace(' ', '')}` }],
})

const federalBill = (number: number) => ({
  congress: 119,
  type: 'HR',
  number: String(number),
  title: `Act ${number}`,
  introducedDate: '2026-10-06',
  updateDate: '2026-10-08',
})

const matter = (id: number, type: string) => ({
  MatterId: id,
  MatterGuid: 'A-B',
  MatterFile: `2026-${id}`,
  MatterName: null,
  MatterTitle: `Matter ${id} of the council`,
  MatterTypeName: type,
  MatterStatusName: 'In Committee',
  MatterIntroDate: '2026-10-02T00:00:00',
  MatterLastModifiedUtc: '2026-10-03T00:00:00',
})

describe('sync bills', () => {
  test('from Open States imports one state after another, page by page', async () => {
    const source = await openLiveSource((url) => {
      const state = /state:(\w\w)/.exec(url.searchParams.get('jurisdiction') ?? '')?.[1] ?? ''
      const page = Number(url.searchParams.get('page'))
      const max_page = state === 'tx' ? 2 : 1
      return {
        body: { results: [bill(state, `HB ${page}`), { id: `odd ${page}` }], pagination: { page, max_page } },
      }
    })
    const report = await sync(source.url, '--source=openstates', '--since=2026-10-01', '--only=tx,ut')
    expect(report).toMatchObject({ inserted: 3, refused: 3 })
    expect(source.requests.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2', '1'])
    expect(source.heads[0]!['x-api-key']).toBe('k3y')
    expect(source.requests[0]!.searchParams.getAll('include')).toContain('actions')
    const rows = await app.pool`select source_id from bills order by source_id`
    expect(rows.map((row) => row['source_id'])).toEqual(['tx/2026/hb1', 'tx/2026/hb2', 'ut/2026/hb1'])
  })

  // covers HURD-SYNC-02
  test('from Open States misses no bill when another one changes during the run', async () => {
    const changedAt = new Map(
      Array.from({ length: 45 }, (_, at) => [
        `HB ${at + 1}`,
        // The first 25 bills changed at the same time.
        new Date(Date.parse('2026-10-01') + Math.max(at, 24) * 60_000).toISOString(),
      ]),
    )
    const source = await openLiveSource((url, count) => {
      if (count === 2) changedAt.set('HB 1', '2026-11-01T00:00:00.000Z')
      const from = Date.parse(url.searchParams.get('updated_since') ?? '')
      const matches = [...changedAt]
        .filter(([, at]) => Date.parse(at) >= from)
        .toSorted(([, one], [, other]) => Date.parse(one) - Date.parse(other))
      const page = Number(url.searchParams.get('page'))
      const results = matches
        .slice((page - 1) * 20, page * 20)
        .map(([identifier, updated_at]) => Object.assign(bill('ut', identifier), { updated_at }))
      return { body: { results, pagination: { page, max_page: Math.ceil(matches.length / 20) } } }
    })
    await sync(source.url, '--source=openstates', '--since=2026-10-01', '--only=ut')
    const [row] = await app.pool`select count(*)::int as bills from bills where source_id like 'ut/%'`
    expect(row).toEqual({ bills: 45 })
  })

  // covers HURD-SYNC-02
  test('from Legistar misses no bill when another one changes during the run', async () => {
    const numbers = Array.from({ length: 105 }, (_, at) => at + 1)
    const source = await openLiveSource((url) => {
      if (url.pathname !== '/boston/matters') return { body: [] }
      const skip = Number(url.searchParams.get('$skip'))
      if (skip > 0) numbers.push(numbers.shift()!)
      return { body: numbers.slice(skip, skip + 100).map((number) => matter(number, 'Ordinance')) }
    })
    await sync(source.url, '--source=legistar', '--since=2026-10-01', '--only=boston')
    const [row] = await app.pool`select count(*)::int as bills from bills where source_name like '%Legistar%'`
    expect(row).toEqual({ bills: 105 })
  })

  // covers HURD-SYNC-02
  test.each([200, 500])(
    'from Congress.gov misses no bill when many others change before a page that answers %i',
    async (status) => {
      let isCut = status !== 200
      const numbers = Array.from({ length: 280 }, (_, at) => at + 1)
      const source = await openLiveSource(({ pathname, searchParams }) => {
        if (pathname !== '/bill') return { body: { bill: federalBill(Number(pathname.split('/').at(-1))) } }
        const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit'))]
        if (offset > 0 && numbers[0] === 1) numbers.push(...numbers.splice(0, 20))
        if (offset > 0 && isCut) return { status }
        const bills = numbers.slice(offset, offset + limit).map(federalBill)
        return { body: { bills, pagination: { count: numbers.length } } }
      })
      const args = ['--source=congress', '--since=2026-10-01']
      if (isCut) await expect(sync(source.url, ...args)).rejects.toThrow('it answered 500')
      isCut = false
      await sync(source.url, ...args)
      const [row] = await app.pool`select count(*)::int as bills from bills`
      expect(row).toEqual({ bills: 280 })
    },
    60_000,
  )

  // covers HURD-SYNC-02
  test.each([200, 500])(
    'from Legistar misses no bill when many others change before a page that answers %i',
    async (status) => {
      let isCut = status !== 200
      const numbers = Array.from({ length: 130 }, (_, at) => at + 1)
      const source = await openLiveSource(({ pathname, searchParams }) => {
        if (!pathname.endsWith('/matters')) return { body: [] }
        const skip = Number(searchParams.get('$skip'))
        if (skip > 0 && numbers[0] === 1) numbers.push(...numbers.splice(0, 20))
        if (skip > 0 && isCut) return { status }
        // The numbers of the two cities are the same.
        return { body: numbers.slice(skip, skip + 100).map((number) => matter(number, 'Ordinance')) }
      })
      const args = ['--source=legistar', '--since=2026-10-01', '--only=boston,seattle']
      if (isCut) await expect(sync(source.url, ...args)).rejects.toThrow('it answered 500')
      isCut = false
      await sync(source.url, ...args)
      const [row] = await app.pool`select count(*)::int as bills from bills`
      expect(row).toEqual({ bills: 260 })
    },
    60_000,
  )

  test('from Legistar requests history and sponsors only for bills', async () => {
    const source = await openLiveSource(({ pathname }) => {
      if (pathname === '/boston/matters') return { body: [matter(1, 'Ordinance'), matter(2, 'Minutes')] }
      if (pathname.endsWith('/sponsors')) return { body: [{ MatterSponsorName: 'Ann Archer' }] }
      return pathname.endsWith('/histories')
        ? {
            body: [{ MatterHistoryActionDate: '2026-10-02T00:00:00', MatterHistoryActionName: 'Introduced' }],
          }
        : undefined
    })
    const report = await sync(source.url, '--source', 'legistar', '--since', '2026-10-01', '--only', 'boston')
    expect(report).toMatchObject({ inserted: 1, refused: 1 })
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/boston/matters',
      '/boston/matters/1/histories',
      '/boston/matters/1/sponsors',
    ])
    expect(source.requests[0]!.searchParams.get('$filter')).toBe(
      "MatterLastModifiedUtc ge datetime'2026-10-01T00:00:00'",
    )
  })
})
