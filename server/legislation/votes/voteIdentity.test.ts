import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openVoteFiles, type VoteFiles } from '#server/testing/setups/records/voteFiles.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let files: VoteFiles
beforeAll(async () => {
  app = await startTestServer()
  files = await openVoteFiles(app)
})
afterAll(async () => {
  await app.close()
  await files.remove()
})

type Fields = Record<string, unknown>

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

describe('the date of a roll call of Congress decides its session', () => {
  // covers HURD-IDENTITY-01
  test('a session number that contradicts the date makes no second vote and replaces none', async () => {
    const text = status(recorded('roll0979', 2) + recorded('roll979', 1))
    const { votes } = await files.importBillText('status.xml', text)
    expect(votes).toMatchObject({ inserted: 1, refused: 0 })
    const other = clerkXml({ congress: 118, session: '1st', number: 979, date: '15-Feb-2023' })
    expect(await files.importText('roll.xml', other)).toMatchObject({ inserted: 1, updated: 0, merged: 0 })
    expect(await files.keysLike('us/118/h/979/%')).toEqual(['us/118/h/979/2023', 'us/118/h/979/2024'])
    const again = await files.importBillText('status.xml', text)
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
    const keys = `us/${congress}/h/${number}/%`
    // Another row may have the same number.
    await app.pool`delete from vote_events where vote_key like ${keys}`
    await files.importText('roll.xml', clerkXml({ congress, session, number, date }))
    expect(await files.keysLike(keys)).toEqual([`us/${congress}/h/${number}/${year}`])
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
    const report = await files.importLines(
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
    expect(await files.importLines([record])).toMatchObject({ inserted: 1 })
    expect(await files.keysLike('us/119/%/901/%')).toEqual(['us/119/s/901/2026'])
  })
})

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
const shown = async () => {
  const [row] = await app.pool`
    select yes_count, source_name from vote_events where vote_key = 'us/119/h/950/2025'`
  return row
}

describe('of two equally good rolls', () => {
  const xml = clerkXml({ congress: 119, session: '1st', number: 950, date: '4-Mar-2025' })

  // covers HURD-IDENTITY-06 BEY-VOTES-05
  test('the newer is shown, whichever is imported first, and “updated” means that what is shown changed', async () => {
    const newer = { yes_count: 2, source_name: 'unitedstates/congress' }
    for (const order of ['official first', 'official last']) {
      const official = () => files.importText('roll.xml', xml)
      const other = () => files.importLines([json('Yea')])
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
      expect(await files.importText('roll.xml', hidden)).toMatchObject({ updated: 0, unchanged: 1 })
      expect(await shown()).toEqual(newer)
      await app.pool`delete from vote_events where vote_key = 'us/119/h/950/2025'`
      // oxlint-enable no-await-in-loop
    }
  })
})
