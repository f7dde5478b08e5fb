import { afterAll, beforeAll, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/accounts.ts'
import { getBill, listBills } from '#contract/bills/bills.ts'
import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces, getMyPlaces } from '#contract/places.ts'
import { listDistrictChoices, listRepresentatives } from '#contract/representatives.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const state = 'ocd-division/country:us/state:ny'
const city = `${state}/place:new_york`
const council = (number: number) => `${city}/council_district:${number}`
const brooklyn = '12 Oak Street, Brooklyn, NY 11226'
const albany = '12 Oak Street, Albany, NY 12207'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  const seat = { title: 'Council Member', government_level: 'local' } as const
  const organization = 'ny/place:new_york/council'
  for (const number of [9, 33, 40]) {
    await app.representative(`C${number}`, { ...seat, organization, division: council(number) })
  }
  // Nobody sits for the 2nd district since last year, and the 60th does not exist any more.
  await app.representative('C2', { ...seat, organization, division: council(2), valid_to: '2026-01-01' })
  await app.representative('C60', { ...seat, organization, division: council(60), valid_to: '2020-01-01' })
  await app.pool`update representative_terms set valid_to = current_date - 300 where rep_id = 'C2'`
  const senator = { title: 'State Senator', government_level: 'state', organization: 'ny/upper' } as const
  const member = { title: 'Assemblymember', government_level: 'state', organization: 'ny/lower' } as const
  await app.representative('S21', { ...senator, division: `${state}/sldu:21` })
  await app.representative('A42', { ...member, division: `${state}/sldl:42` })
  await app.representative('A43', { ...member, division: `${state}/sldl:43` })
  await app.representative('A-large', { ...member, division: `${state}/sldl:at-large` })
  await app.representative('T1', {
    ...senator,
    organization: 'tx/upper',
    division: 'ocd-division/country:us/state:tx/sldu:14',
  })
})
afterAll(() => app.close())

async function residentOf(username: string, address: string): Promise<Person> {
  const person = await app.member(username)
  await person.call(updateProfile, { address })
  return person
}

async function idsFor(person: Person): Promise<string[]> {
  const { representatives } = await person.call(listRepresentatives, {})
  return representatives.map(({ rep_id }) => rep_id)
}

// covers HURD-DISTRICTS-01
test('a resident whose address does not determine the district sees nobody of it, and what can be chosen', async () => {
  const una = await residentOf('una', brooklyn)
  const response = await una.call(listRepresentatives, {})
  expect(response.representatives.map(({ rep_id }) => rep_id)).toEqual(['A-large'])
  expect(response.district_choices).toEqual([
    'state_upper_district',
    'state_lower_district',
    'council_district',
  ])
  expect(response.missing_districts).toEqual(['state_legislative', 'council'])
  const local = await una.call(listRepresentatives, { government_level: 'local' })
  expect(local).toMatchObject({ district_choices: ['council_district'], missing_districts: ['council'] })
  const federal = await una.call(listRepresentatives, { government_level: 'federal' })
  expect(federal.district_choices).toBeUndefined()

  const { districts } = await una.call(listDistrictChoices, { kind: 'council_district' })
  expect(
    districts.map(({ name, representatives }) => [name, representatives.map(({ rep_id }) => rep_id)]),
  ).toEqual([
    ['New York, NY, council district 2', []],
    ['New York, NY, council district 9', ['C9']],
    ['New York, NY, council district 33', ['C33']],
    ['New York, NY, council district 40', ['C40']],
  ])
  const lower = await una.call(listDistrictChoices, { kind: 'state_lower_district' })
  expect(lower.districts.map(({ division }) => division)).toEqual([`${state}/sldl:42`, `${state}/sldl:43`])
})

// covers HURD-DISTRICTS-01 HURD-DISTRICTS-02
test('a chosen district brings its members, stays with the address, and goes with a new one', async () => {
  const max = await residentOf('max', brooklyn)
  const { places } = await max.call(chooseMyPlaces, {
    council_district: council(33),
    state_upper_district: `${state}/sldu:21`,
    state_lower_district: `${state}/sldl:42`,
  })
  expect(places.divisions.filter(({ chosen }) => chosen)).toEqual([
    {
      division: `${state}/sldu:21`,
      kind: 'state_upper_district',
      name: 'New York State Senate district 21',
      chosen: true,
    },
    {
      division: `${state}/sldl:42`,
      kind: 'state_lower_district',
      name: 'New York Assembly district 42',
      chosen: true,
    },
    {
      division: council(33),
      kind: 'council_district',
      name: 'New York, NY, council district 33',
      chosen: true,
    },
  ])
  expect(await idsFor(max)).toEqual(['A-large', 'A42', 'S21', 'C33'])
  const known = await max.call(listRepresentatives, {})
  expect(known.district_choices).toBeUndefined()
  expect(known.missing_districts).toBeUndefined()
  // The list is still there to correct the choice.
  const { districts } = await max.call(listDistrictChoices, { kind: 'council_district' })
  expect(districts).toHaveLength(4)
  await max.call(chooseMyPlaces, { council_district: council(40) })
  expect(await idsFor(max)).toEqual(['A-large', 'A42', 'S21', 'C40'])

  await max.call(updateProfile, { address: `${brooklyn} ` })
  expect(await idsFor(max)).toEqual(['A-large', 'A42', 'S21', 'C40'])
  await max.call(chooseMyPlaces, { state_lower_district: null })
  expect(await idsFor(max)).toEqual(['A-large', 'S21', 'C40'])
  await max.call(updateProfile, { address: albany })
  expect(await idsFor(max)).toEqual(['A-large'])
})

// covers HURD-DISTRICTS-02
test('a district of another state or city, of a wrong kind, or that does not exist is refused', async () => {
  const ida = await residentOf('ida', albany)
  for (const choice of [
    { council_district: council(33) },
    { state_upper_district: 'ocd-division/country:us/state:tx/sldu:14' },
    { state_upper_district: `${state}/sldl:42` },
    { state_upper_district: `${state}/sldu:99` },
    { state_lower_district: `${state}/sldl:at-large` },
  ]) {
    const response = await ida.request(chooseMyPlaces, choice)
    expect(response, JSON.stringify(choice)).toMatchObject({ status: 400 })
  }
  expect((await ida.call(getMyPlaces, {})).places?.divisions.map(({ kind }) => kind)).not.toContain(
    'state_upper_district',
  )
  const nowhere = await app.member('nowhere')
  expect(await nowhere.call(listDistrictChoices, { kind: 'council_district' })).toMatchObject({
    districts: [],
  })
})

// covers HURD-DISTRICTS-02
test('a district that the street address determines cannot be replaced by a choice', async () => {
  const sol = await residentOf('sol', brooklyn)
  await app.pool`insert into member_divisions (user_id, division) values (${sol.user_id}, ${`${state}/sldl:43`})`
  const { district_choices } = await sol.call(listRepresentatives, {})
  expect(district_choices).toEqual(['state_upper_district', 'council_district'])
  expect(await sol.call(listDistrictChoices, { kind: 'state_lower_district' })).toMatchObject({
    districts: [],
  })
  expect(await sol.request(chooseMyPlaces, { state_lower_district: `${state}/sldl:42` })).toMatchObject({
    status: 400,
  })
})

// covers HURD-DISTRICTS-03
test('after the choice, a card says that the own council member sponsors a bill', async () => {
  const { bill_id } = await app.bill('Cafes on the sidewalk', {
    government_level: 'local',
    jurisdiction: city,
  })
  await app.pool`
    insert into bill_sponsorships (bill_id, position, name, classification, entity_type, rep_id)
    values (${bill_id}, 1, 'Council Member C33', 'primary', 'person', 'C33')`
  const lea = await residentOf('lea', brooklyn)
  const sponsor = async () => {
    const { bills } = await lea.call(listBills, { order: 'relevance', limit: 20 })
    return bills.find((bill) => bill.bill_id === bill_id)?.own_sponsor
  }
  expect(await sponsor()).toBeUndefined()
  await lea.call(chooseMyPlaces, { council_district: council(33) })
  expect(await sponsor()).toBe('Council Member')
  expect((await lea.call(getBill, { id: bill_id })).bill.own_sponsor).toBe('Council Member')
  const neighbor = await residentOf('neighbor', brooklyn)
  expect((await neighbor.call(getBill, { id: bill_id })).bill.own_sponsor).toBeUndefined()
})

// covers HURD-DISTRICTS-04
test('a resident of Puerto Rico has a municipio as their city, and the governor comes first among the officials', async () => {
  const territory = 'ocd-division/country:us/territory:pr'
  const ofState = { government_level: 'state', division: territory } as const
  await app.representative('PR-at-large', { ...ofState, title: 'At-Large Senator' })
  await app.representative('PR-governor', { ...ofState, title: 'Governor', organization: 'pr/governor' })
  const juana = await residentOf('juana', '12 Calle Fortaleza, San Juan, PR 00901')
  const { user } = await juana.call(getUser, { id: juana.user_id })
  expect(user?.ocd_city_id).toBe(`${territory}/municipio:san_juan`)
  expect(await idsFor(juana)).toEqual(['PR-governor', 'PR-at-large'])
})

async function bodies(username: string, address: string) {
  const person = await residentOf(username, address)
  return (await person.call(listRepresentatives, {})).without_records
}

// covers HURD-DISTRICTS-06
test('a resident of a state and a city without a roster reads that their members are in no record', async () => {
  expect(await bodies('austin', '12 Oak Street, Austin, TX 78701')).toEqual(['council'])
  expect(await bodies('boise', '12 Oak Street, Boise, ID 83702')).toEqual(['state_legislature', 'council'])
  expect(await bodies('inbrooklyn', brooklyn)).toBeUndefined()
  expect(await bodies('washington', '12 Oak Street, Washington, DC 20004')).toEqual(['state_legislature'])
})
