import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBill } from '../../contract/bills/billAddresses.ts'
import { listBillVotes } from '../../contract/bills/voteEvents.ts'
import { importBills } from '../bills/import/import.ts'
import { billRecords, sourceFiles } from '../sources/files.ts'
import { voteFilePattern, voteRecords } from '../sources/votes/voteFiles.ts'
import type { VoteFormat } from '../sources/votes/voteFormats.ts'
import { startTestServer, type Person, type TestServer } from '../testing/testServer.ts'
import { importVotes } from './import.ts'

let app: TestServer
let folder: string
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.member('ana')
  folder = await mkdtemp(join(tmpdir(), 'hurd-vote-identity-'))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

type Fields = Record<string, unknown>

async function importText(name: string, text: string, format: VoteFormat | null = null) {
  const file = join(folder, name)
  await writeFile(file, text)
  return importVotes(app.pool, voteRecords(await sourceFiles([file], voteFilePattern), format))
}

const importLines = (records: readonly Fields[], format: VoteFormat | null = null) =>
  importText('votes.jsonl', records.map((record) => JSON.stringify(record)).join('\n'), format)

async function importBillText(name: string, text: string) {
  const file = join(folder, name)
  await writeFile(file, text)
  return importBills(app.pool, billRecords(await sourceFiles([file]), null))
}

async function keysLike(pattern: string): Promise<string[]> {
  const rows = await app.pool<{ vote_key: string }[]>`
    select vote_key from vote_events where vote_key like ${pattern} order by vote_key`
  return rows.map(({ vote_key }) => vote_key)
}

function clerkXml(fields: {
  congress: number
  session: string
  number: number
  date: string
  yea?: number
}): string {
  const { congress, session, number, date, yea = 1 } = fields
  return `<rollcall-vote><vote-metadata><congress>${congress}</congress><session>${session}</session>
<chamber>U.S. House of Representatives</chamber><rollcall-num>${number}</rollcall-num><legis-num>H R 9992</legis-num>
<vote-question>On Passage</vote-question><vote-type>YEA-AND-NAY</vote-type><vote-result>Passed</vote-result>
<action-date>${date}</action-date><action-time time-etz="18:30">6:30 PM</action-time><vote-desc>Lantern Act</vote-desc>
<vote-totals><totals-by-vote><yea-total>${yea}</yea-total><nay-total>1</nay-total><present-total>0</present-total>
<not-voting-total>0</not-voting-total></totals-by-vote></vote-totals></vote-metadata><vote-data>
<recorded-vote><legislator name-id="A900001" party="D" state="NY">Ash</legislator><vote>Yea</vote></recorded-vote>
<recorded-vote><legislator name-id="B900002" party="R" state="TX">Birch</legislator><vote>Nay</vote></recorded-vote>
</vote-data></rollcall-vote>`
}

describe('the date of a roll call of Congress decides its session', () => {
  const recorded = (file: string, session: number) => `<item><actionDate>2024-03-08</actionDate>
<text>On passage Passed by recorded vote: 212 - 205 (Roll no. 979).</text><type>Floor</type>
<recordedVotes><recordedVote><rollNumber>979</rollNumber><url>https://example.org/evs/2024/${file}.xml</url>
<chamber>House</chamber><congress>118</congress><date>2024-03-08T15:55:44Z</date><sessionNumber>${session}</sessionNumber>
</recordedVote></recordedVotes></item>`
  const status = (
    items: string,
  ) => `<billStatus><version>3.0.0</version><bill><number>9992</number><type>HR</type>
<introducedDate>2024-02-01</introducedDate><congress>118</congress><originChamber>House</originChamber><actions>${items}
<item><actionDate>2024-02-01</actionDate><text>Introduced in House</text><type>IntroReferral</type></item></actions>
<title>Lantern Oil Accounting Act</title></bill></billStatus>`

  // covers HURD-IDENTITY-01
  test('a session number that contradicts the date makes no second vote and replaces none', async () => {
    const text = status(recorded('roll0979', 2) + recorded('roll979', 1))
    const { votes } = await importBillText('status.xml', text)
    expect(votes).toMatchObject({ inserted: 1, refused: 0 })
    const other = clerkXml({ congress: 118, session: '1st', number: 979, date: '15-Feb-2023' })
    expect(await importText('roll.xml', other)).toMatchObject({ inserted: 1, updated: 0, merged: 0 })
    expect(await keysLike('us/118/h/979/%')).toEqual(['us/118/h/979/2023', 'us/118/h/979/2024'])
    const again = await importBillText('status.xml', text)
    expect(again.votes).toMatchObject({ inserted: 0, updated: 0, unchanged: 1 })
  })

  // covers HURD-IDENTITY-01
  test.each([
    [112, '2nd', '1-Jan-2013', 2012],
    [112, '1st', '1-Jan-2013', 2012],
    [118, '1st', '2-Jan-2024', 2023],
    [118, '1st', '3-Jan-2024', 2023],
    [116, '2nd', '3-Jan-2020', 2020],
    [118, '2nd', '3-Jan-2025', 2024],
    [119, '1st', '3-Jan-2025', 2025],
    [118, '1st', '4-Jan-2024', 2024],
  ])('a vote of Congress %i, session %s, on %s is numbered in %i', async (congress, session, date, year) => {
    const number = 600 + Number(date.slice(0, 1)) + congress
    await importText('roll.xml', clerkXml({ congress, session, number, date }))
    expect(await keysLike(`us/${congress}/h/${number}/%`)).toContain(`us/${congress}/h/${number}/${year}`)
  })

  // covers HURD-IDENTITY-01 HURD-IDENTITY-02
  test('a roll call of Congress whose fields contradict each other is refused with a reason', async () => {
    const record = {
      vote_id: 's901-119.2026',
      chamber: 's',
      congress: 119,
      session: '2026',
      number: 901,
      date: '2026-02-03T12:00:00-05:00',
      type: 'On the Nomination',
      question: 'On the Nomination PN1: Ada Ash, of Maine',
      category: 'nomination',
      votes: { Yea: [{ id: 'S901', display_name: 'Oak', party: 'D', state: 'NY' }], Nay: [] },
    }
    const report = await importLines(
      [
        { ...record, chamber: undefined },
        { ...record, chamber: 'x' },
        { ...record, date: '2023-02-03T12:00:00-05:00' },
      ],
      'congress-votes',
    )
    expect(report).toMatchObject({ inserted: 0, refused: 3 })
    expect(report.refusals.map(({ reason }) => reason)).toEqual([
      'The record does not name its chamber.',
      'The record does not name its chamber.',
      'The date 2023-02-03 is not in Congress 119.',
    ])
    expect(await importLines([record])).toMatchObject({ inserted: 1 })
    expect(await keysLike('us/119/%/901/%')).toEqual(['us/119/s/901/2026'])
  })
})

describe('votes of a state without an id', () => {
  const state = 'ocd-jurisdiction/country:us/state:hi/government'
  const bill = {
    legislative_session: '2026',
    identifier: 'HB 8701',
    title: 'Relating to lantern safety.',
    from_organization: '~{"classification": "lower"}',
    actions: [
      { description: 'Introduced.', date: '2026-01-21', organization_id: '~{"classification": "lower"}' },
    ],
    jurisdiction: { id: state },
  }
  const vote = (yes: number, no: number, more: Fields = {}) => ({
    identifier: '',
    motion_text: 'PASSED, WITH AMENDMENTS',
    start_date: '2026-03-19',
    result: 'pass',
    organization: '~{"classification": "lower"}',
    legislative_session: '2026',
    bill_identifier: 'HB 8701',
    votes: [],
    counts: [
      { option: 'yes', value: yes },
      { option: 'no', value: no },
    ],
    jurisdiction: { id: state },
    ...more,
  })
  const three = [vote(10, 0), vote(7, 3), vote(44, 5)]

  async function listed(code: string) {
    const { bill_id } = await ana.call(findBill, { address: `/hi/2026/${code}` })
    return ana.call(listBillVotes, { id: bill_id })
  }

  // covers HURD-IDENTITY-03 BEY-VOTES-08
  test('several votes with the same words on one day are all kept in the order of the source', async () => {
    await importBillText('bill.jsonl', JSON.stringify(bill))
    expect(await importLines(three)).toMatchObject({ inserted: 3, refused: 0 })
    for (const records of [three, three.toReversed(), three.slice(1), [three[2]!]]) {
      // oxlint-disable-next-line no-await-in-loop -- each import sees what the earlier ones stored
      expect(await importLines(records)).toMatchObject({
        inserted: 0,
        updated: 0,
        unchanged: records.length,
      })
    }
    // The newest is first, and the last vote of a day is its newest.
    const { vote_events, pagination } = await listed('hb-8701')
    expect(vote_events.map(({ counts }) => counts?.yes)).toEqual([44, 7, 10])
    expect(pagination).toEqual({ limit: 50, offset: 0, total: 3, has_more: false })
  })

  // covers HURD-IDENTITY-03
  test('votes that come in separate imports, or are alike in their counts too, are all kept', async () => {
    const more = { bill_identifier: 'HB 8702' }
    expect(await importLines([vote(10, 0, more)])).toMatchObject({ inserted: 1 })
    expect(await importLines([vote(30, 4, more)])).toMatchObject({ inserted: 1 })
    const alike = [vote(10, 0, more), vote(10, 0, more)]
    expect(await importLines(alike)).toMatchObject({ inserted: 1, unchanged: 1 })
    expect(await importLines(alike)).toMatchObject({ inserted: 0, unchanged: 2 })
  })

  // covers HURD-IDENTITY-03 BEY-VOTES-08
  test('a corrected vote keeps its id', async () => {
    const more = { bill_identifier: 'HB 8703' }
    await importLines([vote(40, 8, more), vote(20, 30, more)])
    const ids = () => app.pool`
      select vote_event_id from vote_events where bill_source_id = 'hi/2026/hb8703' order by insert_order`
    const before = await ids()
    expect(await importLines([vote(40, 8, more), vote(21, 29, more)])).toMatchObject({
      inserted: 0,
      updated: 1,
      unchanged: 1,
    })
    expect(await ids()).toEqual(before)
  })

  // covers HURD-IDENTITY-03
  test('the votes that a bill’s own record lists are kept apart too', async () => {
    const record = {
      ...bill,
      identifier: 'HB 8704',
      votes: three.map((entry) => ({ ...entry, bill_identifier: undefined })),
    }
    const first = await importBillText('bill.jsonl', JSON.stringify(record))
    expect(first.votes).toMatchObject({ inserted: 3, refused: 0 })
    const again = await importBillText('bill.jsonl', JSON.stringify(record))
    expect(again.votes).toMatchObject({ inserted: 0, updated: 0, unchanged: 3 })
    const fewer = await importBillText(
      'bill.jsonl',
      JSON.stringify({ ...record, votes: record.votes.slice(1) }),
    )
    expect(fewer.votes).toMatchObject({ unchanged: 2 })
    expect(await keysLike('hi/lower/2026/hb8704/%')).toHaveLength(2)
  })

  // covers HURD-IDENTITY-04
  test('words of the record that stand among the voters are not people and are not counted', async () => {
    const names = [
      'Ash',
      'Birch',
      'Certification',
      'Total',
      'TOTALS: 3',
      'Absent',
      'Presiding',
      'Vacant',
      'Not voting',
      'Vacancy, District 5',
      'Yeas',
      '---',
      'Certified by the Clerk',
      'Total Yeas',
      'Members Absent',
      'Excused',
    ]
    const more = {
      bill_identifier: 'HB 8705',
      votes: names.map((voter_name) => ({ option: 'yes', voter_name })),
    }
    await importLines([vote(names.length, 0, more), vote(30, 2, { ...more, motion_text: 'Third reading' })])
    const rows = await app.pool<{ yes_count: number; names: string[] }[]>`
      select e.yes_count, array_agg(voter_name order by position) as names
        from vote_events e join person_votes using (vote_event_id)
       where bill_source_id = 'hi/2026/hb8705' group by e.vote_event_id, e.yes_count order by 1`
    expect(rows).toEqual([
      { yes_count: 2, names: ['Ash', 'Birch'] },
      { yes_count: 30, names: ['Ash', 'Birch'] },
    ])
  })
})

describe('a named format', () => {
  const legiscan = join('legiscan_mi_2025-2026', '')
  const tables: Readonly<Record<string, string>> = {
    'bills.csv':
      'bill_id,session_id,bill_number,status,title,url,state_link\n801,1,HB8801,1,Lanterns,https://legiscan.com/MI/bill/HB8801/2025,https://example.org/1\n',
    'people.csv': 'people_id,name,party,role,district\n11,Ada Ash,D,Rep,HD-001\n',
    'rollcalls.csv':
      'bill_id,roll_call_id,date,chamber,description,yea,nay,nv,absent,total\n801,7001,2025-03-04,H,Third reading,1,0,0,0,1\n801,,2025-03-05,H,Third reading,1,0,0,0,1\n',
    'votes.csv': 'roll_call_id,people_id,vote,vote_desc\n7001,11,1,Yea\n',
    'history.csv':
      'bill_id,date,chamber,sequence,action\n801,2025-02-01,H,1,introduced\n801,2025-02-02,H,2,Referred to Committee\n',
    'sponsors.csv': 'bill_id,people_id,position\n801,11,1\n',
    'documents.csv':
      'bill_id,document_id,document_type,document_desc,url\n801,1,Text,Introduced,https://example.org/2\n',
  }

  // covers HURD-IDENTITY-05 BEY-VOTES-07 BEY-VOTES-08
  test('a LegiScan data set with all its tables is read the same with and without its format', async () => {
    await mkdir(join(folder, legiscan), { recursive: true })
    for (const [name, text] of Object.entries(tables)) {
      // oxlint-disable-next-line no-await-in-loop -- a few small files
      await writeFile(join(folder, legiscan, name), text)
    }
    const run = async (format: VoteFormat | null) =>
      importVotes(app.pool, voteRecords(await sourceFiles([join(folder, legiscan)], voteFilePattern), format))
    const first = await run('legiscan')
    expect(first).toMatchObject({ inserted: 1, updated: 0, unchanged: 0, refused: 1 })
    expect(first.refusals[0]).toMatchObject({ reason: 'The record has no roll call id.' })
    for (const format of ['legiscan', null] as const) {
      // oxlint-disable-next-line no-await-in-loop -- each import sees what the earlier ones stored
      expect(await run(format)).toMatchObject({ inserted: 0, updated: 0, unchanged: 1, refused: 1 })
    }
  })

  // covers HURD-IDENTITY-05
  test('a record of another format is refused', async () => {
    const record = {
      vote_key: 'k',
      organization: 'mi/lower',
      session: '2025-2026',
      date: '2025-03-04',
      motion: 'x',
    }
    const report = await importLines([record], 'openstates')
    expect(report.refusals.map(({ reason }) => reason)).toEqual([
      'The record is not in the openstates format.',
    ])
    const xml = clerkXml({ congress: 119, session: '1st', number: 12, date: '4-Mar-2025' })
    expect((await importText('roll.xml', xml, 'lis')).refusals.map(({ reason }) => reason)).toEqual([
      'The record is not in the lis format.',
    ])
  })
})

describe('of two equally good rolls', () => {
  const json = (third: 'Yea' | 'Not Voting', more: Fields = {}) => ({
    vote_id: 'h950-119.2025',
    chamber: 'h',
    congress: 119,
    session: '2025',
    number: 950,
    date: '2025-03-04T18:30:00-05:00',
    question: 'On Passage: H R 9992 Lantern Act',
    type: 'On Passage',
    category: 'passage',
    record_modified: '2025-03-06T12:00:00-05:00',
    votes: {
      Yea: [
        { id: 'A900001', display_name: 'Ash', party: 'D', state: 'NY' },
        ...(third === 'Yea' ? [{ id: 'C900003', display_name: 'Cedar', party: 'D', state: 'NY' }] : []),
      ],
      Nay: [{ id: 'B900002', display_name: 'Birch', party: 'R', state: 'TX' }],
    },
    ...more,
  })
  const xml = clerkXml({ congress: 119, session: '1st', number: 950, date: '4-Mar-2025' })
  const shown = async () => {
    const [row] = await app.pool`
      select yes_count, source_name from vote_events where vote_key = 'us/119/h/950/2025'`
    return row
  }

  // covers HURD-IDENTITY-06 BEY-VOTES-05
  test('the newer is shown, whichever is imported first, and “updated” means that what is shown changed', async () => {
    const newer = { yes_count: 2, source_name: 'unitedstates/congress' }
    for (const order of ['official first', 'official last']) {
      const official = () => importText('roll.xml', xml)
      const other = () => importLines([json('Yea')])
      // oxlint-disable no-await-in-loop -- each import sees what the earlier ones stored
      if (order === 'official first') {
        expect(await official()).toMatchObject({ inserted: 1 })
        expect(await other()).toMatchObject({ updated: 1, merged: 1 })
      } else {
        expect(await other()).toMatchObject({ inserted: 1 })
        expect(await official()).toMatchObject({ updated: 0, unchanged: 1, merged: 1 })
      }
      expect(await shown()).toEqual(newer)
      const hidden = clerkXml({
        congress: 119,
        session: '1st',
        number: 950,
        date: '4-Mar-2025',
        yea: 1,
      }).replace('Lantern Act', 'Lantern Oil Act')
      expect(await importText('roll.xml', hidden)).toMatchObject({ updated: 0, unchanged: 1 })
      expect(await shown()).toEqual(newer)
      await app.pool`delete from vote_events where vote_key = 'us/119/h/950/2025'`
      // oxlint-enable no-await-in-loop
    }
  })
})
