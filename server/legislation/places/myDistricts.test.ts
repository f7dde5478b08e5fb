import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, register } from '#contract/accounts/accounts.ts'
import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces, getMyPlaces } from '#contract/places.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { gazetteerGeocoder } from './geocoder.ts'
import { resolveMissingResidences, retryPendingResidences } from './maintenance.ts'
import { mapOn } from './maps.ts'

const country = 'ocd-division/country:us'
const austin = '12 Oak Street, Austin, TX 78701'
/** The state has the same districts on the map of the 120th Congress, so this one is certain whatever day it is. */
const springfield = '12 Oak Street, Springfield, IL 62701'
const portland = '12 Oak Street, Portland, OR 97202'
const boise = '12 Oak Street, Boise, ID 83702'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  await app.pool`insert into access_codes (code, max_uses) values ('PLACES-CODE', 100)`
})
afterAll(() => app.close())

async function divisionsOf(person: Person): Promise<string[]> {
  const rows = await app.pool<{ division: string; chosen: boolean }[]>`
    select division, is_self_reported as chosen from member_divisions where user_id = ${person.user_id} order by division`
  return rows.map((row) => `${row.division.slice(country.length + 1)}${row.chosen ? ' (chosen)' : ''}`)
}

async function moveTo(person: Person, address: string | null) {
  return (await person.call(updateProfile, { address })).user
}

/** Returns the geocoder of a day. */
const geocoderOn =
  (day: Date): typeof gazetteerGeocoder =>
  (pool, address) =>
    gazetteerGeocoder(pool, address, day)

describe('where a member lives', () => {
  // covers ACC-API-21 ACC-API-23
  test('is saved at registration and follows the address from then on', async () => {
    const { user, token } = await app.visitor.call(register, {
      full_name: 'Ana Austin',
      username: 'ana',
      email: 'ana@example.org',
      access_code: 'PLACES-CODE',
      password: 'a long enough password',
      address: springfield,
    })
    const ana = { ...(await app.member('spare')), token, user_id: user.userId }
    expect(user.ocd_city_id).toBe(`${country}/state:il/place:springfield`)
    const certain = ['', 'state:il', 'state:il/cd:13', 'state:il/county:sangamon']
    expect(await divisionsOf(ana)).toEqual([...certain, 'state:il/place:springfield (chosen)'])
  })

  test('changes with the address, and is empty for an unmatched or missing address', async () => {
    const ben = await app.member('ben')
    expect(await ben.call(getMyPlaces, {})).toEqual({ success: true, places: null, geocoder: 'gazetteer' })
    expect((await moveTo(ben, '12 Oak Street, Brooklyn, NY 11226')).ocd_city_id).toBe(
      `${country}/state:ny/place:new_york`,
    )
    expect(await divisionsOf(ben)).toContain('state:ny/place:new_york')

    const unmatched = await moveTo(ben, 'Nowhere Lane 12, Nowhere')
    expect(unmatched).toMatchObject({ address: 'Nowhere Lane 12, Nowhere', ocd_city_id: null })
    expect(await divisionsOf(ben)).toEqual([])
    expect(await ben.call(getMyPlaces, {})).toMatchObject({ places: { precision: 'none', divisions: [] } })

    await moveTo(ben, '12 Oak Street, Washington, DC 20004')
    expect((await ben.call(getUser, { id: ben.user_id })).user?.ocd_city_id).toBe(`${country}/district:dc`)
    expect((await moveTo(ben, '')).ocd_city_id).toBe(null)
    expect(await divisionsOf(ben)).toEqual([])
    expect(await ben.call(getMyPlaces, {})).toMatchObject({ places: null })
  })

  test('is returned only to the member, with names, source and map', async () => {
    const cleo = await app.member('cleo')
    await moveTo(cleo, portland)
    const { places } = await cleo.call(getMyPlaces, {})
    expect(places).toEqual({
      precision: 'zip',
      source: 'gazetteer',
      map: mapOn(new Date()).congress,
      divisions: [
        { division: country, kind: 'country', name: 'United States', chosen: false },
        { division: `${country}/state:or`, kind: 'state', name: 'Oregon', chosen: false },
        { division: `${country}/state:or/place:portland`, kind: 'place', name: 'Portland, OR', chosen: true },
      ],
      candidates: {
        congressional_district: ['1st', '3rd', '5th'].map((nth) => ({
          division: `${country}/state:or/cd:${nth[0]}`,
          kind: 'congressional_district',
          name: `Oregon's ${nth} congressional district`,
        })),
        county: [
          { division: `${country}/state:or/county:clackamas`, kind: 'county', name: 'Clackamas County, OR' },
          { division: `${country}/state:or/county:multnomah`, kind: 'county', name: 'Multnomah County, OR' },
        ],
        place: [{ division: `${country}/state:or/place:portland`, kind: 'place', name: 'Portland, OR' }],
      },
      named_place: `${country}/state:or/place:portland`,
      address_note: null,
    })
    expect(await app.visitor.refusal(getMyPlaces, {})).toBe('authentication_required')
    const other = await app.member('onlooker')
    expect(await other.call(getMyPlaces, {})).toMatchObject({ places: null })
    const { profile } = await other.call(getUser, { id: cleo.user_id })
    expect(JSON.stringify(profile)).not.toContain('state:or')
  })

  // covers HURD-LOCATION-06
  test('is a city that the address names until the member confirms it, and asks again after a move', async () => {
    const nora = await app.member('nora')
    const named = async () => (await nora.call(getMyPlaces, {})).places?.named_place
    await moveTo(nora, portland)
    expect(await named()).toBe(`${country}/state:or/place:portland`)
    await nora.call(chooseMyPlaces, { county: `${country}/state:or/county:multnomah` })
    expect(await named()).toBe(`${country}/state:or/place:portland`)
    await nora.call(chooseMyPlaces, { place: `${country}/state:or/place:portland` })
    expect(await named()).toBe(null)
    await moveTo(nora, portland)
    expect(await named()).toBe(null)
    await moveTo(nora, '18 Lantern Road, Bozeman, MT 59715')
    expect(await named()).toBe(`${country}/state:mt/place:bozeman`)
    await nora.call(chooseMyPlaces, { place: null })
    expect(await named()).toBe(null)
  })

  test('can be chosen by the member from the candidates if the address is ambiguous', async () => {
    const dora = await app.member('dora')
    expect(await dora.refusal(chooseMyPlaces, { place: `${country}/state:or/place:portland` })).toBe(
      'no_place_to_choose',
    )
    await moveTo(dora, portland)
    expect(await dora.refusal(chooseMyPlaces, {})).toBe('nothing_to_update')
    expect(await dora.refusal(chooseMyPlaces, { congressional_district: `${country}/state:or/cd:2` })).toBe(
      'not_a_candidate',
    )
    expect(await dora.refusal(chooseMyPlaces, { county: `${country}/state:or/cd:3` })).toBe('not_a_candidate')

    const { places } = await dora.call(chooseMyPlaces, {
      congressional_district: `${country}/state:or/cd:3`,
      county: `${country}/state:or/county:multnomah`,
    })
    expect(places.divisions.filter((division) => division.chosen).map((division) => division.kind)).toEqual([
      'county',
      'place',
      'congressional_district',
    ])
    expect(await divisionsOf(dora)).toEqual([
      '',
      'state:or',
      'state:or/cd:3 (chosen)',
      'state:or/county:multnomah (chosen)',
      'state:or/place:portland (chosen)',
    ])
    // The member lives outside the postal city and says so. Saving the profile again does not change this.
    await dora.call(chooseMyPlaces, { place: null })
    await moveTo(dora, portland)
    expect(await divisionsOf(dora)).not.toContain('state:or/place:portland (chosen)')
    expect((await dora.call(getUser, { id: dora.user_id })).user?.ocd_city_id).toBe(null)
  })

  test('includes the state of the chosen district if the ZIP code is in two states', async () => {
    const emil = await app.member('emil')
    await moveTo(emil, '12 Oak Street, Rome 30165')
    expect(await divisionsOf(emil)).toEqual([''])
    await emil.call(chooseMyPlaces, { congressional_district: `${country}/state:al/cd:3` })
    expect(await divisionsOf(emil)).toEqual(['', 'state:al (chosen)', 'state:al/cd:3 (chosen)'])
  })

  test('changes with three moves in thirty days, the fourth has to wait, and more detail about one home is not a move', async () => {
    const finn = await app.member('finn')
    for (const address of [portland, austin, boise, '12 Oak Street, Brooklyn, NY 11226']) {
      await moveTo(finn, address)
    }
    expect(await divisionsOf(finn)).toContain('state:ny/place:new_york')
    const user = await moveTo(finn, portland)
    expect(user).toMatchObject({ address: portland, ocd_city_id: null })
    expect(await divisionsOf(finn)).toEqual([''])
    const { places } = await finn.call(getMyPlaces, {})
    expect(places?.address_note).toMatch(
      /^You've moved 3 times in the last 30 days\. This address is saved, and you can use its local groups and representatives from [A-Z][a-z]+ \d+, \d{4}\.$/,
    )
    expect(await finn.refusal(chooseMyPlaces, { congressional_district: `${country}/state:or/cd:3` })).toBe(
      'too_many_moves',
    )

    const actions = await app.pool`
      select action, detail->'is_first' as is_first from audit_log
       where user_id = ${finn.user_id} and action like 'move%' order by audit_id`
    expect(actions.map(({ action, is_first }) => [action, is_first])).toEqual([
      ['moved', true],
      ...Array.from({ length: 3 }, () => ['moved', false]),
      ['move_delayed', null],
    ])

    // When the moves are old enough, a new address changes the divisions again.
    await app.pool`update member_moves set moved_at = moved_at - interval '31 days' where user_id = ${finn.user_id}`
    await app.pool`update residences set retry_at = now() - interval '1 minute' where user_id = ${finn.user_id}`
    await retryPendingResidences(app.pool, gazetteerGeocoder)
    expect(await divisionsOf(finn)).toContain('state:or/place:portland (chosen)')

    const gwen = await app.member('gwen')
    for (const district of [1, 3, 5, 1]) {
      await moveTo(gwen, portland)
      if (district !== 1) continue
      await gwen.call(chooseMyPlaces, { congressional_district: `${country}/state:or/cd:${district}` })
    }
    await moveTo(gwen, `Apt 4, ${portland}`)
    const [moves] = await app.pool`
      select count(*)::int as moves from member_moves where user_id = ${gwen.user_id} and not is_first`
    expect(moves).toEqual({ moves: 0 })
  })

  test('after an upgrade all members with an address get their divisions', async () => {
    await app.pool`
      insert into users (username, full_name, email, password_hash, address)
      select 'before' || n, 'From Before', 'before' || n || '@example.org', 'none', 'Apt ' || n || ', ' || ${austin}
        from generate_series(1, 201) n`
    let after: string | null = null
    do {
      after = await resolveMissingResidences(app.pool, gazetteerGeocoder, after)
    } while (after !== null)
    const [row] = await app.pool`
      select count(*)::int as residents from users join member_divisions using (user_id)
       where username like 'before%' and division = ${`${country}/state:tx`}`
    expect(row).toEqual({ residents: 201 })
    await app.pool`delete from users where username like 'before%'`
  })

  test('a member who moves during the lookup of the old address keeps the new address', async () => {
    const ida = await app.member('ida', { address: austin })
    const geocodeDuringMove: typeof gazetteerGeocoder = async (pool, address) => {
      const match = await gazetteerGeocoder(pool, address)
      await moveTo(ida, portland)
      return match
    }
    await resolveMissingResidences(app.pool, geocodeDuringMove, null)
    expect(await divisionsOf(ida)).toContain('state:or')
    expect(await divisionsOf(ida)).not.toContain('state:tx')
  })

  test('existing members are geocoded once, and again when another map applies', async () => {
    const [before, after] = [new Date('2026-11-29T12:00:00Z'), new Date('2027-01-03T12:00:00Z')]
    const hugo = await app.member('hugo', { address: austin })
    await resolveMissingResidences(app.pool, geocoderOn(before), null)
    expect(await divisionsOf(hugo)).toContain('state:tx/cd:37')
    // The addresses of the earlier tests were looked up on the map of the current day.
    await retryPendingResidences(app.pool, geocoderOn(before), before)
    expect(await retryPendingResidences(app.pool, geocoderOn(before), before)).toBe(0)

    expect(await retryPendingResidences(app.pool, geocoderOn(after), after)).toBeGreaterThan(0)
    expect(await divisionsOf(hugo)).not.toContain('state:tx/cd:37')
    const { places } = await hugo.call(getMyPlaces, {})
    expect(places).toMatchObject({
      map: 120,
      candidates: { congressional_district: [{ division: `${country}/state:tx/cd:37` }] },
    })
  })

  test('no street appears in the logs', () => {
    expect(app.logLines.length).toBeGreaterThan(10)
    expect(app.logLines.join('\n')).not.toMatch(/Oak Street|Nowhere Lane/)
  })
})
