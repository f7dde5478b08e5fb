import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBill } from '#contract/bills/bills.ts'
import { getCommittee } from '#contract/hearings.ts'
import { getRepresentative } from '#contract/votes/votes.ts'
import { importBills } from '#server/legislation/bills/import/import.ts'
import { importCommittees } from '#server/legislation/committees/import.ts'
import { importVotes } from '#server/legislation/votes/import.ts'
import { readOpenStates } from '#server/sources/bills/openstates.ts'
import { readHurdCommittee } from '#server/sources/committees/hurdCommittees.ts'
import { readOpenStatesPerson } from '#server/sources/people/openstatesPeople.ts'
import { readOpenStatesVote } from '#server/sources/votes/openstatesVotes.ts'
import { readings } from '#server/testing/setups/records/readings.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { importPeople } from './import.ts'

let app: TestServer
let ada: Person
beforeAll(async () => {
  app = await startTestServer()
  ada = await app.resident('ada', 'ocd-division/country:us/state:mi/sldl:3')
})
afterAll(() => app.close())

const michigan = 'ocd-jurisdiction/country:us/state:mi/government'
const idOf = (number: number) => `ocd-person/00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

type Member = { number: number; name: string; chamber?: string; district?: string; other_names?: string[] }

function member({ number, name, chamber = 'lower', district = String(number), other_names = [] }: Member) {
  return readOpenStatesPerson({
    id: idOf(number),
    name,
    other_names: other_names.map((other) => ({ name: other })),
    party: [{ name: 'Democratic' }],
    roles: [{ type: chamber, jurisdiction: michigan, district, start_date: '2025-01-01' }],
  })
}

const savePeople = (...people: Member[]) => importPeople(app.pool, readings(people.map(member)))

function bill(identifier: string, sponsors: { name: string; chamber?: string }[]) {
  return readOpenStates({
    identifier,
    legislative_session: '2025-2026',
    title: `A bill about lanterns, ${identifier}`,
    classification: ['bill'],
    jurisdiction: { id: michigan },
    from_organization: '~{"classification": "lower"}',
    actions: [{ description: 'Introduced', date: '2025-02-07', classification: ['introduction'] }],
    sponsorships: sponsors.map(({ name, chamber }) => ({
      name,
      classification: 'primary',
      entity_type: 'person',
      person_id: `~${JSON.stringify(chamber ? { chamber, name } : { name })}`,
    })),
  })
}

const saveBill = (...args: Parameters<typeof bill>) => importBills(app.pool, readings([bill(...args)]))

async function sponsorsOf(identifier: string) {
  const [row] = await app.pool<
    { bill_id: string }[]
  >`select bill_id from bills where bill_code = ${identifier}`
  const { bill: detail } = await ada.call(getBill, { id: row!.bill_id })
  return detail.sponsorships.map(({ name, rep_id, represents_you }) => [name, rep_id, represents_you])
}

// covers HURD-PEOPLE-05 BEY-ANATOMY-01
test('a roster that is imported after the bills links their sponsors, and a resident sees who represents them', async () => {
  await saveBill('HB 9001', [{ name: 'Nobody Else' }, { name: 'Robin Lanternby' }])
  expect(await sponsorsOf('HB 9001')).toEqual([
    ['Nobody Else', null, false],
    ['Robin Lanternby', null, false],
  ])
  expect(await savePeople({ number: 3, name: 'Robin Lanternby' })).toMatchObject({
    inserted: 1,
    linked_sponsors: 1,
  })
  expect(await sponsorsOf('HB 9001')).toEqual([
    ['Robin Lanternby', idOf(3), true],
    ['Nobody Else', null, false],
  ])
  const { sponsorship_counts, sponsored_bills } = await ada.call(getRepresentative, { id: idOf(3) })
  expect(sponsorship_counts.total).toBe(1)
  expect(sponsored_bills).toMatchObject([{ bill_code: 'HB 9001' }])
  await app.pool`update bill_sponsorships set withdrawn_on = current_date where rep_id = ${idOf(3)}`
  expect(await ada.call(getRepresentative, { id: idOf(3) })).toMatchObject({
    sponsorship_counts: { total: 0 },
    sponsored_bills: [],
  })
  await app.pool`update bill_sponsorships set withdrawn_on = null where rep_id = ${idOf(3)}`
  expect(await savePeople({ number: 3, name: 'Robin Lanternby' })).toMatchObject({
    unchanged: 1,
    linked_sponsors: 0,
  })
})

// covers HURD-PEOPLE-05
test('a second member of the same name ends a link that is no longer certain', async () => {
  await savePeople({ number: 10, name: 'Ann Twinley' })
  await saveBill('HB 9002', [{ name: 'Twinley' }])
  expect(await sponsorsOf('HB 9002')).toEqual([['Twinley', idOf(10), false]])
  await savePeople({ number: 11, name: 'Bo Twinley' })
  expect(await sponsorsOf('HB 9002')).toEqual([['Twinley', null, false]])
  await saveBill('HB 9003', [{ name: 'Twinley, B.' }])
  expect(await sponsorsOf('HB 9003')).toEqual([['Twinley, B.', idOf(11), false]])
})

// covers HURD-PEOPLE-03 HURD-PEOPLE-05
test.each(['people first', 'bill first'])(
  'a sponsor is the member of the chamber that the record states (%s)',
  async (order) => {
    const code = order === 'people first' ? 'HB 9004' : 'HB 9005'
    const name = order === 'people first' ? 'Quillow' : 'Featherby'
    const [lower, higher] = order === 'people first' ? [20, 21] : [22, 23]
    const people = () =>
      savePeople(
        { number: lower, name: `Dana ${name}` },
        { number: higher, name: `Robin ${name}`, chamber: 'upper' },
      )
    const record = () =>
      saveBill(code, [
        { name, chamber: 'upper' },
        { name, chamber: 'lower' },
        { name: `Robin ${name}`, chamber: 'lower' },
      ])
    if (order === 'people first') await people()
    await record()
    if (order === 'bill first') await people()
    expect((await sponsorsOf(code)).map(([, rep_id]) => rep_id)).toEqual([idOf(higher), idOf(lower), null])
  },
)

function vote(day: string, voter_name: string) {
  return readOpenStatesVote({
    motion_text: 'Passed',
    start_date: day,
    result: 'pass',
    organization: '~{"classification": "lower"}',
    legislative_session: '2025-2026',
    bill_identifier: 'HB 9006',
    votes: [{ option: 'yes', voter_name }],
    counts: [{ option: 'yes', value: 1 }],
    jurisdiction: { id: michigan },
  })
}

// covers HURD-PEOPLE-01 HURD-PEOPLE-05
test('voters under a former name are linked, before and after the person took another one', async () => {
  const voters = ['Oldwick, Robin', 'Oldwick-Newby', 'Newby', 'Oldwick']
  await importVotes(app.pool, readings(voters.map((name, index) => vote(`2025-03-0${index + 1}`, name))))
  await savePeople({ number: 30, name: 'Robin Oldwick' })
  // The roster renames the person and says nothing of the former name.
  await savePeople({ number: 30, name: 'Robin Newby', other_names: ['Oldwick-Newby, Robin'] })
  const rows = await app.pool`
    select voter_name, rep_id from person_votes where voter_name = any(${voters}) order by voted_on`
  expect(rows).toEqual(voters.map((voter_name) => ({ voter_name, rep_id: idOf(30) })))
})

// covers HURD-PEOPLE-05 BEY-ANATOMY-06
test('a roster that is imported after the committees links their members', async () => {
  const record = readHurdCommittee(
    {
      committee_id: 'mi/lanterns',
      organization: 'mi/legislature',
      name: 'Joint Committee on Lanterns',
      source_name: 'Test',
      members: [{ name: 'Someone', person: idOf(40) }, { name: 'Sen. Uma Joint' }, { name: 'Nobody' }],
    },
    null,
  )
  const save = () => importCommittees(app.pool, readings([record]))
  expect(await save()).toMatchObject({ inserted: 1, linked: 0 })
  expect(
    await savePeople(
      { number: 40, name: 'Una Wick' },
      { number: 41, name: 'Uma Joint', chamber: 'upper', district: '35' },
    ),
  ).toMatchObject({ linked_members: 2 })
  const { memberships } = await app.visitor.call(getCommittee, { id: 'mi/lanterns' })
  expect(memberships.map(({ rep_id }) => rep_id)).toEqual([idOf(40), idOf(41), null])
  expect(await save()).toMatchObject({ unchanged: 1, updated: 0, linked: 2 })
})
