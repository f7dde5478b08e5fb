import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hurdSync, openLiveSource } from '#server/testing/external/liveSource.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { selectSources } from './status.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.representative('ocd-person/00000000-0000-4000-8000-000000000001', {
    rep_name: 'Ada Ash',
    organization: 'ut/lower',
    title: 'Representative',
    government_level: 'state',
    division: 'ocd-division/country:us/state:ut/sldl:1',
    valid_from: '2025-01-01',
  })
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate bills, vote_events, source_syncs cascade`)

const sync = (url: string, ...args: string[]) => hurdSync(app, 'votes', url, args)
const stored = () => app.pool`
  select bill_source_id, organization, voted_on::text, motion_text, motion_classification, result, source_name,
         array(select concat_ws(' ', p.voter_name, p.option, p.source_option, p.rep_id) from person_votes p
                where p.vote_event_id = v.vote_event_id order by position) as roll
    from vote_events v order by bill_source_id, motion_text`

const stateVote = (id: string) => ({
  id: `ocd-vote/${id}`,
  motion_text: 'Third Reading',
  motion_classification: ['passage'],
  start_date: '2025-03-04T18:00:00+00:00',
  result: 'pass',
  identifier: '',
  organization: { name: 'House', classification: 'lower' },
  votes: [
    {
      option: 'yes',
      voter_name: 'Ash',
      voter: { id: 'ocd-person/00000000-0000-4000-8000-000000000001', name: 'Ada Ash', party: 'Republican' },
    },
    { option: 'no', voter_name: 'Birch', voter: null },
  ],
  counts: [
    { option: 'yes', value: 1 },
    { option: 'no', value: 1 },
  ],
  sources: [{ url: 'https://ut.example.org/votes' }],
})

const stateBill = (state: string, identifier: string, votes: unknown[]) => ({
  id: `ocd-bill/${state}${identifier}`,
  session: '2025',
  jurisdiction: { id: `ocd-jurisdiction/country:us/state:${state}/government` },
  from_organization: { classification: 'lower' },
  identifier,
  title: `An act on ${identifier}`,
  updated_at: '2025-03-05T00:00:00Z',
  votes,
})

const namesOnly = [
  { option: 'yes', voter_name: 'Cedar' },
  { option: 'no', voter_name: 'Dill' },
]

describe('sync votes from Open States', () => {
  const bills: Readonly<Record<string, unknown[][]>> = {
    ut: [
      [stateBill('ut', 'HB 1', [stateVote('1')]), stateBill('ut', 'HB 2', [])],
      [
        stateBill('ut', 'HB 3', [
          { ...stateVote('2'), start_date: 'soon' },
          { ...stateVote('3'), motion_text: 'Final passage' },
        ]),
      ],
    ],
    tx: [[stateBill('tx', 'HB 1', [{ ...stateVote('4'), votes: namesOnly }])]],
  }
  const play = (url: URL) => {
    const state = /state:(\w\w)/.exec(url.searchParams.get('jurisdiction') ?? '')?.[1] ?? ''
    const page = Number(url.searchParams.get('page'))
    const pages = bills[state] ?? []
    // All bills changed at one time, so the second page has the number 2 once and then begins again.
    const max_page = pages.length
    return { body: { results: pages[page - 1] ?? [], pagination: { page, max_page } } }
  }
  const args = ['--source=openstates', '--since=2025-03-05', '--only=ut,tx']

  // covers HURD-SYNC-05
  test('imports the votes of the bills that changed, state by state, and a second run changes nothing', async () => {
    const source = await openLiveSource(play)
    const report = await sync(source.url, ...args)
    expect(report).toMatchObject({
      inserted: 3,
      refused: 1,
      linked: 2,
      unlinked: 4,
      incomplete: 0,
      merged: 0,
    })
    expect(report.refusals.map(({ record, reason }) => [record, reason])).toEqual([
      ['ut HB 3, vote 1', expect.stringContaining('"soon"')],
    ])
    const [request] = source.requests
    expect(request!.searchParams.getAll('include')).toEqual(['votes'])
    expect(request!.searchParams.get('sort')).toBe('updated_asc')
    expect(source.heads[0]!['x-api-key']).toBe('k3y')
    // Texas comes before Utah, whatever the order of the command.
    expect(source.requests.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '1', '2'])
    const rows = await stored()
    expect(rows.map((row) => row['bill_source_id'])).toEqual(['tx/89r/hb1', 'ut/2025/hb1', 'ut/2025/hb3'])
    expect(rows[1]).toMatchObject({
      organization: 'ut/lower',
      voted_on: '2025-03-04',
      motion_text: 'Third Reading',
      source_name: 'Open States',
      roll: ['Ash yes ocd-person/00000000-0000-4000-8000-000000000001', 'Birch no'],
    })
    const again = await sync(source.url, ...args)
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 3, refused: 1, resumed: false })
    expect(await stored()).toEqual(rows)
  })

  // covers HURD-SYNC-04 HURD-SYNC-05
  test('resumes at the page where it was interrupted', async () => {
    const cut = await openLiveSource((url) =>
      url.searchParams.get('page') === '2' ? { status: 503 } : play(url),
    )
    await expect(sync(cut.url, ...args)).rejects.toThrow('Open States could not be read: it answered 503.')
    expect(await stored()).toHaveLength(2)
    const back = await openLiveSource(play)
    const reordered = args.map((arg) => arg.replace('ut,tx', 'tx,ut'))
    expect(await sync(back.url, ...reordered)).toMatchObject({ resumed: true, inserted: 1, unchanged: 0 })
    expect(back.requests.map(({ searchParams }) => searchParams.get('page'))).toEqual(['2'])
  })

  // covers HURD-SYNC-04
  test('begins at the start for other states than those of the interrupted run', async () => {
    const cut = await openLiveSource((url) =>
      url.searchParams.get('page') === '2' ? { status: 503 } : play(url),
    )
    await expect(sync(cut.url, ...args)).rejects.toThrow('Open States could not be read: it answered 503.')
    const other = await openLiveSource(play)
    const report = await sync(other.url, '--source=openstates', '--since=2025-03-05', '--only=ut')
    expect(report).toMatchObject({ resumed: false, inserted: 1 })
    expect(other.requests.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2'])
  })

  // covers HURD-SYNC-05
  test('reads a page that is larger than the pages of other kinds', async () => {
    const title = 'x'.repeat(6 * 1024 * 1024)
    const source = await openLiveSource(() => ({
      body: {
        results: [{ ...stateBill('ut', 'HB 1', [stateVote('1')]), title }],
        pagination: { page: 1, max_page: 1 },
      },
    }))
    const one = ['--source=openstates', '--since=2025-03-05', '--only=ut']
    expect(await sync(source.url, ...one)).toMatchObject({ inserted: 1 })
  })
})

const event = (EventId: number) => ({
  EventId,
  EventBodyName: 'City Council',
  EventDate: '2025-03-04T00:00:00',
  EventLastModifiedUtc: '2025-03-05T10:00:00',
})
const item = (EventItemId: number, more: Readonly<Record<string, unknown>> = {}) => ({
  EventItemId,
  EventItemActionName: 'Passed',
  EventItemPassedFlagName: 'Pass',
  EventItemRollCallFlag: 0,
  EventItemMatterFile: `2025-${EventItemId}`,
  EventItemMatterType: 'Ordinance',
  ...more,
})

describe('sync votes from Legistar', () => {
  const votes = [
    { VotePersonId: 1, VotePersonName: 'Ivy  Rowan', VoteValueName: 'Affirmative', VoteResult: 1 },
    { VotePersonId: 2, VotePersonName: 'Jo Sorrel', VoteValueName: 'Bereavement', VoteResult: null },
  ]
  const items = [
    item(11),
    item(12),
    item(13, { EventItemActionName: null }),
    item(14, { EventItemMatterFile: null }),
    item(15, { EventItemMatterType: 'Minutes' }),
  ]
  /** Item 12 was decided by voice. */
  const play = ({ pathname }: URL) => {
    if (pathname === '/boston/events') return { body: [event(1)] }
    if (pathname === '/boston/events/1/eventitems') return { body: items }
    return { body: pathname === '/boston/eventitems/11/votes' ? votes : [] }
  }
  const args = ['--source=legistar', '--since=2025-03-01', '--only=boston']

  // covers HURD-SYNC-06 BEY-VOTES-14
  test('imports the roll calls of meetings without private reasons, and a second run changes nothing', async () => {
    const source = await openLiveSource(play)
    expect(await sync(source.url, ...args)).toMatchObject({ inserted: 1, refused: 0, unlinked: 2, linked: 0 })
    // Attendance, minutes, and items without a bill or a decision are not requested.
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/boston/events',
      '/boston/events/1/eventitems',
      '/boston/eventitems/11/votes',
      '/boston/eventitems/12/votes',
    ])
    expect(source.requests[0]!.searchParams.get('$filter')).toMatch(
      /^\(EventLastModifiedUtc ge datetime'2025-03-01T00:00:00' or EventDate ge datetime'2025-03-01T00:00:00'\) and EventDate le datetime'\d{4}-\d\d-\d\d'$/,
    )
    const rows = await stored()
    expect(rows).toEqual([
      {
        bill_source_id: 'boston/2025-11',
        organization: 'ma/place:boston/council',
        voted_on: '2025-03-04',
        motion_text: 'Passed',
        motion_classification: 'passage',
        result: 'Passed',
        source_name: 'Legistar',
        roll: ['Ivy Rowan yes', 'Jo Sorrel absent'],
      },
    ])
    expect(await sync(source.url, ...args)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
    expect(await stored()).toEqual(rows)
  })

  // covers HURD-SYNC-07
  test('are as new as the last check of their city, even if it brought nothing', async () => {
    await sync((await openLiveSource(play)).url, ...args)
    await app.pool`update vote_events set source_checked_at = now() - interval '20 days'`
    const votesOfCities = async () =>
      (await selectSources(app.pool)).find(({ name }) => name === 'Legistar (votes)')
    expect(await votesOfCities()).toMatchObject({ stale: false })
    await app.pool`update source_syncs set synced_at = now() - interval '20 days'`
    expect(await votesOfCities()).toMatchObject({ stale: true })
  })

  // covers HURD-SYNC-02 HURD-SYNC-04 HURD-SYNC-06
  test('resumes in the list of meetings and misses none that moves in it', async () => {
    const ids = Array.from({ length: 23 }, (_, at) => at + 1)
    const list = (isCut: boolean) => (url: URL) => {
      const [, , kind = '', id = '', part] = url.pathname.split('/')
      const skip = Number(url.searchParams.get('$skip'))
      if (kind === 'events' && part === undefined) {
        if (isCut && skip > 0) return { status: 500 }
        return { body: ids.slice(skip, skip + Number(url.searchParams.get('$top'))).map(event) }
      }
      return { body: part === 'votes' ? votes : [item(Number(id))] }
    }
    const cut = await openLiveSource(list(true))
    await expect(sync(cut.url, ...args)).rejects.toThrow('Legistar could not be read: it answered 500.')
    expect(await stored()).toHaveLength(20)
    ids.push(ids.shift()!)
    const back = await openLiveSource(list(false))
    expect(await sync(back.url, ...args)).toMatchObject({ resumed: true, inserted: 3 })
    expect(back.requests[0]!.searchParams.get('$skip')).toBe('15')
    expect(await stored()).toHaveLength(23)
  })

  // covers HURD-SYNC-03
  test('wrong arguments are reported before any request is sent', async () => {
    const source = await openLiveSource(play)
    for (const [wrong, words] of [
      [['--source=legistar', '--only=../x'], 'is not the name of a Legistar client'],
      [['--source=legistar', '--only=bostn'], '"bostn" is not the name of a Legistar client'],
      [['--source=openstates', '--only=zz'], 'is not the postal code of a state'],
      [['--source=congress', '--only=tx'], '--only is for the states'],
      [['--source=nobody'], 'Name a source'],
    ] as const) {
      await expect(sync(source.url, ...wrong)).rejects.toThrow(words)
    }
    expect(source.requests).toEqual([])
  })
})
