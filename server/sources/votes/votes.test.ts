import { describe, expect, test } from 'vitest'
import { UnusableRecord } from '#server/sources/bills/importedBill.ts'
import { LegiScanDataSet } from './legiscanVotes.ts'
import { detectVoteFormat, readXmlVote, voteReaders } from './voteFormats.ts'

const none = new LegiScanDataSet()

function readOne(record: Record<string, unknown>, file = 'records/nyc_votes.jsonl') {
  const format = detectVoteFormat(record)
  if (!format) throw new Error('not recognized')
  return voteReaders(format, record, file, none)[0]!()
}

const clerkXml = `<?xml version="1.0"?>
<!DOCTYPE rollcall-vote PUBLIC "-//US Congress//DTDs/vote v1.0 20031119 //EN" "http://example.org/vote.dtd">
<rollcall-vote><vote-metadata><congress>119</congress><session>1st</session><rollcall-num>901</rollcall-num>
<legis-num>H R 9001</legis-num><vote-question>On Passage</vote-question><vote-type>YEA-AND-NAY</vote-type>
<vote-result>Passed</vote-result><action-date>10-Sep-2025</action-date><action-time time-etz="17:04">5:04 PM</action-time>
<vote-desc>Invented Lanterns Act</vote-desc><vote-totals><totals-by-vote><yea-total>2</yea-total><nay-total>1</nay-total>
<present-total>1</present-total><not-voting-total>1</not-voting-total></totals-by-vote></vote-totals></vote-metadata>
<vote-data>
<recorded-vote><legislator name-id="A900001" party="D" state="NY">Ash</legislator><vote>Aye</vote></recorded-vote>
<recorded-vote><legislator name-id="B900002" party="R" state="TX">Birch</legislator><vote>No</vote></recorded-vote>
<recorded-vote><legislator name-id="C900003" party="R" state="OH">Cedar</legislator><vote>Yea</vote></recorded-vote>
<recorded-vote><legislator name-id="E900005" party="D" state="CA">Elm</legislator><vote>Present</vote></recorded-vote>
<recorded-vote><legislator name-id="F900006" party="D" state="WA">Fir</legislator><vote>Not Voting</vote></recorded-vote>
</vote-data></rollcall-vote>`

const congressJson = {
  vote_id: 'h901-119.2025',
  chamber: 'h',
  congress: 119,
  session: '2025',
  number: 901,
  date: '2025-09-10T17:04:00-04:00',
  category: 'passage',
  type: 'On Passage of the Bill',
  question: 'On Passage: H R 9001 Invented Lanterns Act',
  requires: '1/2',
  result: 'Passed',
  bill: { congress: 119, type: 'hr', number: 9001 },
  source_url: 'https://clerk.house.gov/evs/2025/roll901.xml',
  votes: {
    Yea: [
      { id: 'A900001', display_name: 'Ash', party: 'D', state: 'NY' },
      { id: 'C900003', display_name: 'Cedar', party: 'R', state: 'OH' },
    ],
    Nay: [{ id: 'B900002', display_name: 'Birch', party: 'R', state: 'TX' }],
    Present: [{ id: 'E900005', display_name: 'Elm', party: 'D', state: 'CA' }],
    'Not Voting': [{ id: 'F900006', display_name: 'Fir', party: 'D', state: 'WA' }],
  },
}

const houseVote = {
  houseRollCallVote: {
    congress: 119,
    rollCallNumber: 901,
    startDate: '2025-09-10T17:04:00-04:00',
    voteType: 'Yea-and-Nay',
    voteQuestion: 'On Passage',
    legislationType: 'HR',
    legislationNumber: '9001',
    result: 'Passed',
    results: {
      item: [
        { bioguideID: 'A900001', lastName: 'Ash', voteCast: 'Yea', voteParty: 'D', voteState: 'NY' },
        { bioguideID: 'B900002', lastName: 'Birch', voteCast: 'Nay', voteParty: 'R', voteState: 'TX' },
        { bioguideID: 'C900003', lastName: 'Cedar', voteCast: 'Aye', voteParty: 'R', voteState: 'OH' },
        { bioguideID: 'E900005', lastName: 'Elm', voteCast: 'Present', voteParty: 'D', voteState: 'CA' },
        { bioguideID: 'F900006', lastName: 'Fir', voteCast: 'Not Voting', voteParty: 'D', voteState: 'WA' },
      ],
    },
  },
}

const senateXml = `<roll_call_vote><congress>119</congress><session>1</session><congress_year>2025</congress_year>
<vote_number>902</vote_number><vote_date>July 1, 2025,  11:37 AM</vote_date>
<vote_question_text>On Passage of the Bill H.R. 9001</vote_question_text><question>On Passage of the Bill</question>
<majority_requirement>1/2</majority_requirement><vote_result>Bill Passed</vote_result>
<document><document_type>H.R.</document_type><document_number>9001</document_number></document>
<count><yeas>1</yeas><nays>1</nays><present/><absent/></count>
<tie_breaker><tie_breaker_vote>Yea</tie_breaker_vote></tie_breaker>
<members><member><last_name>Oak</last_name><first_name>Ina </first_name><party>D</party><state>NY</state>
<vote_cast>Yea</vote_cast><lis_member_id>S901</lis_member_id></member>
<member><last_name>Pine</last_name><first_name>Joe</first_name><party>R</party><state>TX</state>
<vote_cast>Nay</vote_cast><lis_member_id>S902</lis_member_id></member></members></roll_call_vote>`

describe('roll calls of Congress', () => {
  // covers BEY-VOTES-01 BEY-VOTES-02 BEY-VOTES-05
  test('three formats of one roll call of the House name the same vote and the same members', () => {
    const clerk = readXmlVote(clerkXml, null)
    const others = [readOne(congressJson), readOne(houseVote)]
    expect(clerk).toMatchObject({
      vote_key: 'us/119/h/901/2025',
      organization: 'us/house',
      legislative_session: '119',
      number: 901,
      voted_at: '2025-09-10T21:04:00.000Z',
      voted_on: '2025-09-10',
      bill_source_id: 'us/119/hr/9001',
      motion_text: 'On Passage: H R 9001 Invented Lanterns Act',
      motion_classification: 'passage',
      direction: 'for',
      counts_for_agreement: true,
      majority_required: '1/2',
      result: 'Passed',
      is_complete: true,
    })
    for (const other of others) {
      const { vote_key, voted_at, bill_source_id, motion_classification, result, is_complete } = clerk
      expect(other).toMatchObject({
        vote_key,
        voted_at,
        bill_source_id,
        motion_classification,
        result,
        is_complete,
      })
      expect(other.voters.map(({ source_person_id, option }) => [source_person_id, option])).toEqual(
        clerk.voters.map(({ source_person_id, option }) => [source_person_id, option]),
      )
      expect(other.counts).toMatchObject({ yes: 2, no: 1, abstain: 1, not_voting: 1 })
    }
  })

  // covers BEY-VOTES-01
  test('a roll call of Congress.gov on an amendment names the amendment', () => {
    const vote = { ...houseVote.houseRollCallVote, amendmentType: 'HAMDT', amendmentNumber: 902 }
    expect(readOne({ houseRollCallVote: vote }).amendment_id).toBe('us/119/hamdt/902')
    expect(readOne(houseVote).amendment_id).toBeNull()
  })

  // covers BEY-VOTES-01
  test('a vote of the Senate on an amendment names the amendment and its bill', () => {
    const amendment =
      '<document><document_type/><document_number/></document><amendment><amendment_number>S.Amdt. 902</amendment_number>' +
      '<amendment_to_document_number>S. 9002</amendment_to_document_number></amendment>'
    const vote = readXmlVote(senateXml.replace(/<document>.*<\/document>/, amendment), null)
    expect(vote).toMatchObject({ bill_source_id: 'us/119/s/9002', amendment_id: 'us/119/samdt/902' })
  })

  // covers BEY-VOTES-03
  test('Guilty is yes, and the names of candidates are counted by name', () => {
    const election = {
      ...congressJson,
      question: 'Election of the Speaker',
      bill: undefined,
      votes: {
        Maple: congressJson.votes.Yea,
        Poplar: congressJson.votes.Nay,
        Present: congressJson.votes.Present,
      },
    }
    const vote = readOne(election)
    expect(vote.motion_classification).toBe('election')
    expect(vote.voters.map(({ option, source_option }) => `${option} ${source_option}`)).toEqual([
      'other Maple',
      'other Poplar',
      'other Maple',
      'abstain Present',
    ])
    const trial = {
      ...congressJson,
      question: 'Guilty or Not Guilty',
      votes: { Guilty: congressJson.votes.Yea, 'Not Guilty': congressJson.votes.Nay },
    }
    expect(readOne(trial).counts).toMatchObject({ yes: 2, no: 1 })
    expect(readOne(trial).counts_for_agreement).toBe(false)
  })

  // covers BEY-VOTES-04
  test('the Vice President’s vote to break a tie is not among the voters or in the counts', () => {
    const senate = readXmlVote(senateXml, null)
    expect(senate).toMatchObject({ vice_president_vote: 'yes', counts: { yes: 1, no: 1 }, is_complete: true })
    expect(senate.voters.map(({ voter_name }) => voter_name)).toEqual(['Ina Oak', 'Joe Pine'])
    const json = readOne({
      ...congressJson,
      chamber: 's',
      votes: { Yea: [...congressJson.votes.Yea.slice(0, 1), 'VP'], Nay: congressJson.votes.Nay },
    })
    expect(json).toMatchObject({ vice_president_vote: 'yes', counts: { yes: 1, no: 1 } })
    expect(json.voters).toHaveLength(2)
  })

  // covers BEY-VOTES-06
  test('XML that defines entities or is larger than 5 MB is refused before it is parsed', () => {
    const bomb = `<!DOCTYPE r [${Array.from({ length: 9 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]>${clerkXml.slice(clerkXml.indexOf('<rollcall'))}`
    expect(() => readXmlVote(bomb, null)).toThrow(UnusableRecord)
    expect(() => readXmlVote(`${clerkXml}${' '.repeat(5 * 1024 * 1024)}`, null)).toThrow('larger than 5 MB')
    // The DTD that the Clerk's files name is not fetched. Its host does not exist.
    expect(readXmlVote(clerkXml, null).number).toBeGreaterThan(0)
  })
})

// covers BEY-VOTES-07
test('a LegiScan roll call is read only together with its bill and its people', () => {
  const data = new LegiScanDataSet()
  const vote = {
    roll_call: {
      roll_call_id: 5,
      bill_id: 9,
      date: '2025-05-13',
      desc: 'House Third Reading: Roll Call # 2',
      yea: 1,
      nay: 0,
      nv: 0,
      absent: 0,
      passed: 1,
      chamber: 'H',
      votes: [{ people_id: 3, vote_id: 1 }],
    },
  }
  expect(voteReaders('legiscan', vote, 'vote.json', data)[0]).toThrow('together with the bills')
  data.collect(
    {
      bill: { bill_id: 9, state: 'MI', bill_number: 'HB9001', session: { year_start: 2025, year_end: 2026 } },
    },
    'bill.json',
  )
  expect(voteReaders('legiscan', vote, 'vote.json', data)[0]).toThrow('together with the people')
  data.collect({ person: { people_id: 3, name: 'Ivy Rowan', party: 'D', district: 'HD-034' } }, 'people.json')
  expect(voteReaders('legiscan', vote, 'vote.json', data)[0]!()).toMatchObject({
    organization: 'mi/lower',
    vote_key: 'mi/lower/2025-2026/hb9001/2025-05-13/roll-2',
    motion_classification: 'committee',
    voters: [{ option: 'yes', voter_name: 'Ivy Rowan', district: '34' }],
  })
})
