import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listRepresentatives } from '#contract/representatives.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { representativesOf } from './directory.ts'

const country = 'ocd-division/country:us'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await createSenator('W1', 'Wanda West', 'wa', { party: 'Independent', contact_form_url: null })
  await createSenator('W2', 'Aldo West', 'wa', {})
  await createSenator('W3', 'Former West', 'wa', { from: -900, to: 0 })
  await createSenator('W4', 'Future West', 'wa', { from: 1, to: 900 })
  await createSenator('T1', 'Tess South', 'tx', { to: null })
})
afterAll(() => app.close())

/** Creates a senator whose term lasts from `from` days before today until `to` days after today. */
async function createSenator(
  rep_id: string,
  rep_name: string,
  state: string,
  more: { party?: string; contact_form_url?: string | null; from?: number; to?: number | null },
) {
  const { from = -100, to = 100, ...office } = more
  await app.representative(rep_id, {
    rep_name,
    division: `${country}/state:${state}`,
    office_phone: '202-555-0100',
    contact_form_url: 'https://senator.example.org/contact',
    ...office,
  })
  await app.pool`
    update representative_terms set valid_from = current_date + ${from}::int, valid_to = current_date + ${to}::int
     where rep_id = ${rep_id}`
}

describe('listRepresentatives', () => {
  // covers CIV-REPRESENTATIVES-01 CIV-API-33 CIV-API-34
  test('a resident sees the officials who represent their state today, and no former or future ones', async () => {
    const ana = await app.resident('ana', `${country}/state:wa`)

    const response = await ana.request(listRepresentatives, {})

    expect(response.status).toBe(200)
    expect(response.body).toEqual({
      success: true,
      as_of: new Date().toISOString().slice(0, 10),
      map_id: null,
      without_records: ['state_legislature'],
      vacancies: [],
      upcoming: [expect.objectContaining({ rep_id: 'W4' })],
      representatives: [
        expect.objectContaining({ rep_id: 'W2', rep_name: 'Aldo West' }),
        {
          rep_id: 'W1',
          rep_name: 'Wanda West',
          title: 'U.S. Senator',
          party: 'Independent',
          government_level: 'federal',
          office_phone: '202-555-0100',
          email: null,
          contact_form_url: null,
          photo_url: null,
          district: null,
          source_name: 'Test records',
          source_checked_at: '2026-06-15T00:00:00.000Z',
          delivery: 'recorded',
        },
      ],
    })
    const federal = await ana.call(listRepresentatives, { government_level: 'federal' })
    expect(federal.representatives).toEqual(response.body['representatives'])
    const local = await ana.call(listRepresentatives, { government_level: 'local' })
    expect(local).toMatchObject({ success: true, representatives: [], upcoming: [] })
    const wrong = await ana.send('GET', '/api/representatives/for-user?government_level=galactic')
    expect(wrong).toMatchObject({ status: 400, body: { error: 'Invalid government level' } })
  })

  // covers CIV-API-34
  test('a member without an address is asked for one in a successful response', async () => {
    for (const [username, address] of [
      ['none', null],
      ['blank', ''],
    ] as const) {
      const member = await app.member(username, {
        address,
        ocd_city_id: `${country}/state:tx/place:austin`,
      })
      const response = await member.request(listRepresentatives, { government_level: 'federal' })
      expect(response.status).toBe(200)
      expect(response.body).toEqual({
        success: false,
        needsAddress: true,
        representatives: [],
        error: 'Address required to find representatives. Please update your address in your profile.',
      })
    }
  })

  // covers CIV-REPRESENTATIVES-01
  test('a member whose districts are known sees the officials of each of them, federal first', async () => {
    const [cd, sldu] = [`${country}/state:mt/cd:2`, `${country}/state:mt/sldu:9`]
    const state = `${country}/state:mt`
    const helena = `${state}/place:helena`
    await app.representative('M1', { rep_name: 'Sena Tor', division: state })
    await app.representative('M2', { title: 'U.S. Representative', division: cd, organization: 'us/house' })
    await app.representative('M3', {
      title: 'U.S. Representative',
      division: `${state}/cd:1`,
      organization: 'us/house',
    })
    const ofState = { government_level: 'state', organization: 'mt/upper', title: 'State Senator' } as const
    await app.representative('M4', { ...ofState, division: sldu })
    await app.representative('M5', { ...ofState, division: sldu })
    await app.representative('M6', { government_level: 'local', title: 'Mayor', division: helena })
    const mia = await app.resident('mia', state)

    const ids = async (government_level?: 'federal' | 'state') => {
      const { representatives, missing_districts } = await mia.call(listRepresentatives, { government_level })
      return [representatives.map((official) => official.rep_id), missing_districts]
    }
    expect(await ids()).toEqual([['M1'], ['congressional', 'state_legislative']])
    expect(await ids('federal')).toEqual([['M1'], ['congressional']])
    expect(await ids('state')).toEqual([[], ['state_legislative']])

    for (const division of [helena, cd, sldu]) {
      await app.pool`insert into member_divisions (user_id, division) values (${mia.user_id}, ${division})`
    }
    expect(await ids()).toEqual([['M2', 'M1', 'M4', 'M5', 'M6'], undefined])
    await app.pool`update representative_terms set valid_to = current_date where rep_id = 'M2'`
    expect(await ids('federal'), 'a vacant seat adds no official and is not a missing district').toEqual([
      ['M1'],
      undefined,
    ])
  })

  // covers CIV-REPRESENTATIVES-01
  test('the members of the House of possible districts are listed with federal officials only', async () => {
    const state = `${country}/state:mt`
    const lou = await app.resident('lou', state)
    await app.pool`
      insert into residences (user_id, precision, source, map_congress, candidates)
      values (${lou.user_id}, 'zip', 'gazetteer', 119, ${app.pool.json({ congressional_district: [`${state}/cd:1`] })})`
    const candidates = async (government_level?: 'federal' | 'state') =>
      (await lou.call(listRepresentatives, { government_level })).candidates?.map(({ rep_id }) => rep_id)
    expect(await candidates()).toEqual(['M3'])
    expect(await candidates('federal')).toEqual(['M3'])
    expect(await candidates('state')).toBeUndefined()
  })

  test('a resident of a state with one at-large district needs no known district', async () => {
    const state = `${country}/state:wy`
    await app.representative('Y1', { division: `${state}/cd:at-large`, organization: 'us/house' })
    const wyn = await app.resident('wyn', state)
    const response = await wyn.call(listRepresentatives, { government_level: 'federal' })
    expect(response.representatives.map((official) => official.rep_id)).toEqual(['Y1'])
    expect(response.missing_districts).toBeUndefined()
  })

  test('a lookup for another date returns the officials of that date', async () => {
    const division = `${country}/state:nv/cd:4`
    await app.representative('N1', { division, valid_from: '2023-01-03', valid_to: '2025-01-03' })
    await app.representative('N2', { division, valid_from: '2025-01-03', valid_to: null })
    const idsOn = async (on: string) =>
      (await representativesOf(app.pool, [division], { on })).map((official) => official.rep_id)
    expect(await idsOn('2023-01-02')).toEqual([])
    expect(await idsOn('2025-01-02')).toEqual(['N1'])
    expect(await idsOn('2025-01-03')).toEqual(['N2'])
  })

  test('an address without a certain division, or a territory without senators, has no representatives', async () => {
    const unmatched = await app.member('lost', { address: '1600 Pennsylvania Ave' })
    const juana = await app.resident('juana', `${country}/territory:pr`)
    for (const member of [unmatched, juana]) {
      expect(await member.call(listRepresentatives, {})).toMatchObject({
        success: true,
        representatives: [],
        upcoming: [],
      })
    }
  })

  test('a deactivated member can read their representatives, but a visitor cannot', async () => {
    const gus = await app.resident('gus', `${country}/state:tx`, { account_status: 'inactive' })
    expect((await gus.call(listRepresentatives, {})).representatives).toHaveLength(1)
    expect(await app.visitor.refusal(listRepresentatives, {})).toBe('authentication_required')
  })
})
