import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importVotes } from '#server/legislation/votes/import.ts'
import { readXmlVote } from '#server/sources/votes/voteFormats.ts'
import {
  hurdSync,
  idleClock,
  openLiveSource,
  type PlayedResponse,
} from '#server/testing/external/liveSource.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { commands } from './operator.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  for (const [rep_id, rep_name] of [
    ['A900001', 'Ada Ash'],
    ['B900002', 'Ben Birch'],
  ] as const) {
    await app.representative(rep_id, { rep_name, organization: 'us/house', valid_from: '2025-01-03' })
  }
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate bills, vote_events, source_syncs cascade`)

const sync = (url: string, ...args: string[]) => hurdSync(app, 'votes', url, ['--source=congress', ...args])

/** The roll calls that the source has: the number, and when the source last changed it. */
type Roll = { number: number; updateDate?: string; ben?: string }

const listed = ({ number, updateDate = '2025-09-11T10:00:00-04:00' }: Roll) => ({
  congress: 119,
  sessioNumber: 1,
  rollCallNumber: number,
  identifier: Number(`11912025${number}`),
  startDate: '2025-09-10T17:04:00-04:00',
  updateDate,
})

const detail = (roll: Roll) => ({
  ...listed(roll),
  sessionNumber: 1,
  voteType: 'Yea-and-Nay',
  voteQuestion: 'On Passage',
  legislationType: 'HR',
  legislationNumber: String(roll.number),
  result: 'Passed',
  votePartyTotal: [
    { voteParty: 'D', yeaTotal: 1, nayTotal: 0, presentTotal: 0, notVotingTotal: 0 },
    { voteParty: 'R', yeaTotal: 1, nayTotal: 1, presentTotal: 0, notVotingTotal: 0 },
  ],
})

const members = (roll: Roll) => ({
  ...listed(roll),
  results: [
    { bioguideID: 'A900001', firstName: 'Ada', lastName: 'Ash', voteCast: 'Yea', voteParty: 'D' },
    {
      bioguideID: 'B900002',
      firstName: 'Ben',
      lastName: 'Birch',
      voteCast: roll.ben ?? 'Nay',
      voteParty: 'R',
    },
    { bioguideID: 'C900003', firstName: 'Cleo', lastName: 'Cedar', voteCast: 'Yea', voteParty: 'R' },
  ],
})

/** Plays the roll calls in pages as Congress.gov serves them. The list ignores dates and the requested order. */
function congress(rolls: readonly Roll[]) {
  return (url: URL): PlayedResponse | undefined => {
    const [, number, part] = /^\/house-vote\/119\/1\/(\d+)(\/members)?$/.exec(url.pathname) ?? []
    const roll = rolls.find((one) => String(one.number) === number)
    if (roll && part) return { body: { houseRollCallVoteMemberVotes: members(roll) } }
    if (roll) return { body: { houseRollCallVote: detail(roll) } }
    if (url.pathname !== '/house-vote') return undefined
    const [offset, limit] = [Number(url.searchParams.get('offset')), Number(url.searchParams.get('limit'))]
    return {
      body: {
        houseRollCallVotes: rolls.slice(offset, offset + limit).map(listed),
        pagination: { count: rolls.length },
      },
    }
  }
}

const numbered = (count: number): Roll[] => Array.from({ length: count }, (_, at) => ({ number: at + 1 }))
const countVotes = async () => {
  const [row] = await app.pool`select count(*)::int as votes from vote_events`
  return row?.['votes']
}

describe('sync votes from Congress.gov', () => {
  // covers HURD-SYNC-03
  test('imports each roll call with its members, links them, and a second run changes nothing', async () => {
    const { bill_id } = await app.bill('Lantern Act')
    await app.pool`update bills set source_id = 'us/119/hr/1' where bill_id = ${bill_id}`
    const source = await openLiveSource(congress(numbered(2)))
    const first = await sync(source.url, '--since', '2025-09-01')
    expect(first).toMatchObject({
      source: 'congress',
      since: '2025-09-01T00:00:00.000Z',
      resumed: false,
      inserted: 2,
      updated: 0,
      unchanged: 0,
      refused: 0,
      linked: 4,
      unlinked: 2,
      incomplete: 0,
      merged: 0,
    })
    expect(source.requests[0]!.searchParams.get('fromDateTime')).toBe('2025-09-01T00:00:00Z')
    expect(source.requests.every(({ searchParams }) => searchParams.get('api_key') === 'k3y')).toBe(true)
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/house-vote',
      '/house-vote/119/1/1',
      '/house-vote/119/1/1/members',
      '/house-vote/119/1/2',
      '/house-vote/119/1/2/members',
    ])
    const [stored] = await app.pool`
      select vote_key, bill_id, bill_source_id, motion_text, yes_count, no_count, is_complete, source_name,
             source_checked_at is not null as is_checked,
             array(select concat_ws(' ', p.voter_name, p.option, p.rep_id) from person_votes p
                    where p.vote_event_id = v.vote_event_id order by position) as roll
        from vote_events v where number = 1`
    expect(stored).toEqual({
      vote_key: 'us/119/h/1/2025',
      bill_id,
      bill_source_id: 'us/119/hr/1',
      motion_text: 'On Passage: H.R. 1',
      yes_count: 2,
      no_count: 1,
      is_complete: true,
      source_name: 'Congress.gov',
      is_checked: true,
      roll: ['Ada Ash yes A900001', 'Ben Birch no B900002', 'Cleo Cedar yes'],
    })

    const again = await sync(source.url, '--since', '2025-09-01')
    expect(again).toMatchObject({ inserted: 0, updated: 0, unchanged: 2, refused: 0 })
    expect(await countVotes()).toBe(2)
  })

  // covers HURD-SYNC-03
  test('requests only the roll calls that are new or changed, and a correction replaces the roll', async () => {
    const rolls = numbered(2)
    const source = await openLiveSource(congress(rolls))
    await sync(source.url, '--since', '2025-09-01')
    rolls[1] = { number: 2, updateDate: new Date().toISOString(), ben: 'Yea' }
    source.requests.length = 0
    expect(await sync(source.url)).toMatchObject({ inserted: 0, updated: 1, unchanged: 0 })
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/house-vote',
      '/house-vote/119/1/2',
      '/house-vote/119/1/2/members',
    ])
    expect(
      await app.pool`
        select option from person_votes join vote_events using (vote_event_id)
         where number = 2 and rep_id = 'B900002'`,
    ).toEqual([{ option: 'yes' }])
  })

  // covers HURD-SYNC-04
  test('after an interruption, everything read is stored and the same command resumes', async () => {
    const whole = congress(numbered(60))
    const cut = await openLiveSource((url) =>
      url.pathname === '/house-vote' && url.searchParams.get('offset') !== '0' ? { status: 500 } : whole(url),
    )
    await expect(sync(cut.url, '--since', '2025-09-01')).rejects.toThrow(
      'Congress.gov could not be read: it answered 500. Run the same command to continue after the last page that was stored.',
    )
    expect(await countVotes()).toBe(50)
    expect((await runArguments(commands, ['status'], commandContext(app)))['sources']).toContainEqual(
      expect.objectContaining({ name: 'Congress.gov (votes)', records: 50, unfinished: true, stale: false }),
    )

    const back = await openLiveSource(whole)
    expect(await sync(back.url, '--since', '2025-09-01')).toMatchObject({
      resumed: true,
      inserted: 10,
      unchanged: 5,
      linked: 30,
    })
    expect(back.requests[0]!.searchParams.get('offset')).toBe('45')
    expect(await countVotes()).toBe(60)
    expect(await app.pool`select what, cursor, synced_at is not null as synced from source_syncs`).toEqual([
      { what: 'votes', cursor: null, synced: true },
    ])
  }, 60_000)

  // covers HURD-SYNC-04
  test('waits as long as the source asks, at the pace that its limit allows', async () => {
    const whole = congress(numbered(1))
    const source = await openLiveSource((url, count) =>
      count === 3 ? { status: 429, headers: { 'retry-after': '42' } } : whole(url),
    )
    const clock = idleClock()
    const args = ['--source=congress', '--since=2025-09-01']
    expect(await hurdSync(app, 'votes', source.url, args, clock)).toMatchObject({ inserted: 1, linked: 2 })
    expect(clock.waits).toEqual([750, 750, 42_000])
    expect(source.requests.map(({ pathname }) => pathname)).toEqual([
      '/house-vote',
      '/house-vote/119/1/1',
      '/house-vote/119/1/1/members',
      '/house-vote/119/1/1/members',
    ])
  })

  // covers HURD-SYNC-04
  test('stops if the source asks for a day, and resumes', async () => {
    const whole = congress(numbered(60))
    const source = await openLiveSource((url) =>
      url.pathname === '/house-vote/119/1/55/members'
        ? { status: 429, headers: { 'retry-after': '86400' } }
        : whole(url),
    )
    await expect(sync(source.url, '--since', '2025-09-01')).rejects.toThrow('it is limiting requests')
    const back = await openLiveSource(whole)
    expect(await sync(back.url, '--since', '2025-09-01')).toMatchObject({ resumed: true, inserted: 10 })
  }, 60_000)

  // covers HURD-SYNC-03 BEY-VOTES-05
  test('merges with the record of the House Clerk, and names what it cannot use', async () => {
    const clerk = readXmlVote(
      `<rollcall-vote><vote-metadata><majority>R</majority><congress>119</congress><session>1st</session>
       <chamber>U.S. House of Representatives</chamber><rollcall-num>1</rollcall-num><legis-num>H R 1</legis-num>
       <vote-question>On Passage</vote-question><vote-type>YEA-AND-NAY</vote-type><vote-result>Passed</vote-result>
       <action-date>10-Sep-2025</action-date><action-time time-etz="17:04">5:04 PM</action-time><vote-desc>Lantern Act</vote-desc>
       <vote-totals><totals-by-vote><yea-total>2</yea-total><nay-total>1</nay-total><present-total>0</present-total>
       <not-voting-total>0</not-voting-total></totals-by-vote></vote-totals></vote-metadata><vote-data>
       <recorded-vote><legislator name-id="A900001" party="D" state="NY">Ash</legislator><vote>Yea</vote></recorded-vote>
       <recorded-vote><legislator name-id="B900002" party="R" state="TX">Birch</legislator><vote>Nay</vote></recorded-vote>
       <recorded-vote><legislator name-id="C900003" party="R" state="OH">Cedar</legislator><vote>Yea</vote></recorded-vote>
       </vote-data></rollcall-vote>`,
      null,
    )
    async function* readings() {
      yield { file: 'roll001.xml', record: 'document', imported: clerk }
    }
    await importVotes(app.pool, readings())
    const whole = congress([{ number: 1 }, { number: 2 }, { number: 3 }])
    const source = await openLiveSource((url) => {
      if (url.pathname === '/house-vote/119/1/2') return undefined
      if (url.pathname === '/house-vote/119/1/3/members') return undefined
      const odd = { identifier: 7, rollCallNumber: 'seven' }
      return url.pathname === '/house-vote'
        ? { body: { houseRollCallVotes: [...[1, 2, 3].map((number) => listed({ number })), odd] } }
        : whole(url)
    })
    const report = await sync(source.url, '--since', '2025-09-01')
    expect(report).toMatchObject({ inserted: 1, refused: 2, merged: 1, incomplete: 1 })
    expect(report.refusals.map(({ record, reason }) => [record, reason])).toEqual([
      ['/house-vote/119/1/2', 'The list names the roll call, but the source does not have it.'],
      ['roll call 7', 'The list does not name its Congress, session and number.'],
    ])
    expect(await countVotes()).toBe(2)
  })
})
