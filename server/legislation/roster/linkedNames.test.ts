import { afterAll, beforeAll, expect, test } from 'vitest'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importPeople } from '#server/legislation/representatives/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { readOpenStatesPerson } from '#server/sources/people/openstatesPeople.ts'
import { readOpenStatesVote } from '#server/sources/votes/openstatesVotes.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

/* An invented legislature whose records write names in the ways of real ones: full names, last names, initials, nicknames,
   districts, accents, and namesakes in the other chamber. realRecords.test.ts measures the same shares on real records. */

const jurisdiction = { id: 'ocd-jurisdiction/country:us/state:mi/government' }
const inChamber = (name: string) => `~{"classification": "${name}"}`
type Chamber = 'lower' | 'upper'
type Member = [name: string, chamber: Chamber, district: string, asSponsor: string, asVoter: string]

const members: Member[] = [
  ['Robin Lanternby', 'lower', '1', 'Robin Lanternby', 'Lanternby'],
  ['Denise “Mitzi” Lampe', 'lower', '2', 'Mitzi Lampe', 'Lampe, D.'],
  ['Lucía Núñez Farol', 'lower', '3', 'Lucia Nunez Farol', 'NUNEZ FAROL'],
  ['Mary Tallow-Brand', 'lower', '4', 'Mary Tallow Brand', 'Tallow–Brand'],
  ['Dana Quillfeather', 'lower', '5', 'Dana Quillfeather', 'Quillfeather'],
  ['J.T. Larkspur', 'lower', '6', 'Larkspur, JT', 'Larkspur'],
  ['Sally Turnbull', 'lower', '7', 'Turnbull, S.', 'Turnbull, S.'],
  ['Doris Turnbull', 'lower', '8', 'Doris Turnbull', 'D. Turnbull'],
  ['Keoni Kaʻahulamp', 'upper', '1', "Keoni Ka'ahulamp", 'Kaahulamp'],
  ['Robin Quillfeather', 'upper', '2', 'Robin Quillfeather', 'Quillfeather'],
  ['Kristin Vander Lux', 'upper', '3', 'K. Vander Lux', 'Vander Lux'],
  ['John Wick Jr.', 'upper', '4', 'John Wick, Jr.', 'Wick'],
]
const of = (chamber: Chamber) => members.filter((member) => member[1] === chamber)
const personId = (at: number) => `ocd-person/00000000-0000-4000-8000-${String(at).padStart(12, '0')}`

const persons = members.map(([name, type, district], at) =>
  readOpenStatesPerson({
    id: personId(at + 1),
    name,
    party: [{ name: 'Democratic' }],
    roles: [{ type, jurisdiction: jurisdiction.id, district, start_date: '2023-01-01' }],
  }),
)
const bills = (['lower', 'upper'] as const).map((chamber) =>
  readOpenStates({
    identifier: chamber === 'lower' ? 'HB 9301' : 'SB 9301',
    legislative_session: '2023-2024',
    title: 'A bill about lanterns',
    classification: ['bill'],
    jurisdiction,
    sponsorships: of(chamber).map(([, , , name]) => ({ name, entity_type: 'person' })),
    actions: [
      {
        description: 'Introduced',
        date: '2023-02-01',
        organization_id: inChamber(chamber),
        classification: ['introduction'],
      },
    ],
  }),
)
const votes = (['lower', 'upper'] as const).map((chamber) =>
  readOpenStatesVote({
    motion_text: 'passed Roll Call #201',
    start_date: '2023-03-05',
    result: 'pass',
    organization: inChamber(chamber),
    legislative_session: '2023-2024',
    bill_identifier: chamber === 'lower' ? 'HB 9301' : 'SB 9301',
    votes: of(chamber).map(([, , , , voter_name]) => ({ option: 'yes', voter_name })),
    counts: [{ option: 'yes', value: of(chamber).length }],
    jurisdiction,
  }),
)

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  // The bills and votes come first so that the import of the people has to make every link.
  await importBills(app.pool, readings(bills))
  await importVotes(app.pool, readings(votes))
  await importPeople(app.pool, readings(persons))
})
afterAll(() => app.close())

// covers HURD-PEOPLE-04
test('every sponsor of a small legislature is linked, and none to the other chamber', async () => {
  const linked = await app.pool<{ name: string; rep_name: string | null }[]>`
    select s.name, r.rep_name from bill_sponsorships s
      left join representatives r using (rep_id) order by s.bill_id, s.position`
  const expected = new Map(members.map(([name, , , asSponsor]) => [asSponsor, name]))
  expect(linked).toHaveLength(members.length)
  for (const { name, rep_name } of linked) expect([name, rep_name]).toEqual([name, expected.get(name)])
})

// covers HURD-PEOPLE-04
test('every voter of a small legislature is linked, and none to the other chamber', async () => {
  const linked = await app.pool<{ organization: string; voter_name: string; rep_name: string | null }[]>`
    select e.organization, v.voter_name, r.rep_name from person_votes v join vote_events e using (vote_event_id)
      left join representatives r using (rep_id) order by e.organization, v.position`
  const expected = members.map(([name, chamber, , , asVoter]) => [`mi/${chamber}`, asVoter, name])
  expect(
    linked.map(({ organization, voter_name, rep_name }) => [organization, voter_name, rep_name]),
  ).toEqual(expect.arrayContaining(expected))
  expect(linked).toHaveLength(members.length)
})
