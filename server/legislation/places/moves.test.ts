import { afterAll, beforeAll, expect, test } from 'vitest'
import { canPost, createGroupPost } from '#contract/groups.ts'
import { updateProfile } from '#contract/people.ts'
import { choosable, chooseMyPlaces, getMyPlaces } from '#contract/places.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { randomFrom, type Random } from '#server/testing/setups/random.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { gazetteerGeocoder } from './geocoder.ts'
import { retryPendingResidences } from './maintenance.ts'
import { countMove } from './moves.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
})
afterAll(() => app.close())

/** Full addresses in ten towns of five states. */
const towns = [
  '12 Oak Street, Austin, TX 78701',
  '12 Oak Street, Dallas, TX 75201',
  '12 Oak Street, Houston, TX 77002',
  '12 Oak Street, Waco, TX 76701',
  '12 Oak Street, Portland, OR 97202',
  '12 Oak Street, Salem, OR 97301',
  '12 Oak Street, Boise, ID 83702',
  '12 Oak Street, Brooklyn, NY 11226',
  '12 Oak Street, Albany, NY 12207',
  "12 Oak Street, O'Fallon, MO 63366",
]
/** Towns of one state so that an address that names only the state leads from each to any other. */
const townsOfTexas = [
  ...towns.slice(0, 4),
  '12 Oak Street, San Antonio, TX 78205',
  '12 Oak Street, El Paso, TX 79901',
  '12 Oak Street, Fort Worth, TX 76102',
  '12 Oak Street, Lubbock, TX 79401',
]
/** Addresses that name only a state, or two possible states, or nothing that is known. */
const vague = [
  'Rural Route, TX',
  'Rural Route, OR',
  'Rural Route, NY',
  '12 Oak Street, Rome 30165',
  'Nowhere Lane 12, Nowhere',
]

/** Lets time pass for the moves of one member. */
async function passDays({ user_id }: Person, days: number): Promise<void> {
  const { pool } = app
  await pool`update member_moves set moved_at = moved_at - make_interval(days => ${days}) where user_id = ${user_id}`
  await pool`
    update counted_homes set expires_at = expires_at - make_interval(days => ${days}) where user_id = ${user_id}`
  await pool`update residences set retry_at = retry_at - make_interval(days => ${days}) where user_id = ${user_id}`
  await retryPendingResidences(pool, gazetteerGeocoder)
}

async function townsOf(person: Person): Promise<string[]> {
  const { places } = await person.call(getMyPlaces, {})
  return (places?.divisions ?? []).filter(({ kind }) => kind === 'place').map(({ division }) => division)
}

async function mayPost(person: Person, town: string): Promise<boolean> {
  return (await person.call(canPost, { id: await app.groupOf(town) })).can_post
}

/** Chooses a district, or none, of those that the address leaves open. The choice can be refused as a move. */
async function choose(person: Person, { below, pick }: Random): Promise<void> {
  const { places } = await person.call(getMyPlaces, {})
  const kind = pick(choosable)
  const candidates = places?.candidates[kind] ?? []
  const division = candidates.length > 0 && below(3) > 0 ? pick(candidates).division : null
  const { status, body } = await person.request(chooseMyPlaces, { [kind]: division })
  if (status !== 200) expect(body['code']).toMatch(/^(too_many_moves|no_place_to_choose)$/)
}

/**
 * Changes the home once. Every second change goes by a detour to another town of one state, because a detour is what a
 * limit that compares only with the divisions of the moment does not count: an address that names only the state, no
 * address, an unknown address, a town whose move is refused, and a choice of districts.
 */
async function change(person: Person, random: Random): Promise<void> {
  const { below, pick } = random
  const moveTo = (address: string | null) => person.call(updateProfile, { address })
  const step = below(10)
  if (step < 5) {
    for (let detours = 1 + below(2); detours > 0; detours--) {
      const detour = below(6)
      if (detour < 3) await moveTo('Rural Route, TX')
      else if (detour === 3) await moveTo(pick([null, 'Nowhere Lane 12, Nowhere']))
      else if (detour === 4) await moveTo(pick(townsOfTexas))
      else await choose(person, random)
    }
    await moveTo(pick(townsOfTexas))
  } else if (step < 7) await moveTo(pick(towns))
  else if (step < 8) await moveTo(pick(vague))
  else if (step < 9) await moveTo(null)
  else await choose(person, random)
}

/** Changes the home of a member at random for a year. Returns the towns in whose groups they could post on each day. */
async function liveForAYear(person: Person, random: Random): Promise<{ day: number; town: string }[]> {
  const seen: { day: number; town: string }[] = []
  let day = 0
  while (day < 365) {
    for (const town of await townsOf(person)) seen.push({ day, town })
    await change(person, random)
    const current = await townsOf(person)
    for (const town of current) {
      if (random.below(8) === 0) expect(await mayPost(person, town)).toBe(true)
      seen.push({ day, town })
    }
    const days = random.pick([0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 3, 28])
    day += days
    if (days > 0) await passDays(person, days)
    if (days > 20) await runMaintenance(app.pool)
  }
  return seen
}

// covers HURD-MOVES-01 HURD-MOVES-04
test.each([11, 47, 101])(
  'a member who changes their home at random for a year never posts in more than four towns in 30 days (seed %i)',
  async (seed) => {
    const person = await app.member(`walker${seed}`)
    const seen = await liveForAYear(person, randomFrom(seed))
    expect(new Set(seen.map(({ town }) => town)).size, 'the member moves').toBeGreaterThan(5)
    for (const first of new Set(seen.map(({ day }) => day))) {
      const inWindow = seen.filter(({ day }) => day >= first && day < first + 30)
      expect(new Set(inWindow.map(({ town }) => town)).size, `from day ${first}`).toBeLessThanOrEqual(4)
    }
  },
  120_000,
)

// covers HURD-MOVES-02
test('a member who moves ten times a day posts in four towns, and in the last one once enough days have passed', async () => {
  const mover = await app.member('mover')
  /** Posts in the group of each town, as soon as the member has moved there. Returns the towns that accept it. */
  const tour = async (prepare: () => Promise<unknown>) => {
    const accepted: string[] = []
    for (const address of towns) {
      await prepare()
      await mover.call(updateProfile, { address })
      for (const town of await townsOf(mover)) {
        await mover.call(createGroupPost, { id: await app.groupOf(town), content: 'Where is the lantern?' })
        accepted.push(town)
      }
    }
    return accepted
  }
  const first = await tour(() => mover.call(updateProfile, { address: 'Rural Route, TX' }))
  expect(first.map((town) => town.split(':').at(-1))).toEqual(['austin', 'dallas', 'houston', 'waco'])
  const [waco] = first.slice(-1)

  // The detours that could make a step free: no address, an address that is not known, and another district.
  expect(await tour(() => mover.call(updateProfile, { address: null }))).toEqual([waco])
  expect(await tour(() => mover.call(updateProfile, { address: 'Nowhere Lane 12, Nowhere' }))).toEqual([waco])
  expect(await tour(() => mover.request(chooseMyPlaces, { place: null, county: null }))).toEqual([waco])
  await mover.call(updateProfile, { address: '12 Oak Street, Rome 30165' })
  const { places } = await mover.call(getMyPlaces, {})
  const [district] = places!.candidates.congressional_district
  expect(await mover.refusal(chooseMyPlaces, { congressional_district: district!.division })).toBe(
    'too_many_moves',
  )

  // Going home is always possible.
  await mover.call(updateProfile, { address: towns[3]! })
  expect(await townsOf(mover)).toEqual([waco])
  await mover.call(updateProfile, { address: towns[6]! })
  expect(await townsOf(mover)).toEqual([])
  await passDays(mover, 31)
  const boise = await townsOf(mover)
  expect(boise).toEqual([expect.stringMatching(/place:boise_city$/)])
  expect(await mayPost(mover, boise[0]!)).toBe(true)
  expect(await mayPost(mover, waco!)).toBe(false)
}, 60_000)

// covers HURD-MOVES-03
test('the last home of a member who removed their address is forgotten after 30 days, and the next home is a move', async () => {
  const leaver = await app.member('leaver')
  await leaver.call(updateProfile, { address: towns[0]! })
  await leaver.call(updateProfile, { address: null })
  const homes = () => app.pool`select from counted_homes where user_id = ${leaver.user_id}`
  await passDays(leaver, 29)
  await runMaintenance(app.pool)
  expect(await homes()).toHaveLength(1)
  await passDays(leaver, 2)
  await runMaintenance(app.pool)
  expect(await homes()).toHaveLength(0)
  await leaver.call(updateProfile, { address: towns[1]! })
  const moves = await app.pool`
    select is_first from member_moves where user_id = ${leaver.user_id} order by moved_at`
  expect(moves.map(({ is_first }) => is_first)).toEqual([true, false])
})

const texas = 'ocd-division/country:us/state:tx'

/** Counts a move of a member outside any request, to divisions that no small gazetteer has. */
const moveTo = ({ user_id }: Person, divisions: string[], isNewMap = false) =>
  app.pool.begin((db) => countMove(db, user_id, divisions, isNewMap))

// covers HURD-MOVES-01
test.each([
  ['county', `${texas}/county:travis`, `${texas}/county:hays`],
  ['congressional district', `${texas}/cd:21`, `${texas}/cd:37`],
  ['school district', `${texas}/school_district:austin`, `${texas}/school_district:hays`],
])('a refused fourth move brings no %s that the last home lacks', async (kind, own, other) => {
  const mover = await app.member(`gain_${kind.replaceAll(' ', '_')}`)
  for (const town of ['austin', 'dallas', 'houston', 'waco']) {
    expect((await moveTo(mover, [texas, `${texas}/place:${town}`])).waitsUntil).toBeNull()
  }
  const refused = await moveTo(mover, [texas, other])
  expect(refused.waitsUntil).not.toBeNull()
  expect(refused.home).not.toContain(other)
  const inAnotherTown = await moveTo(mover, [texas, `${texas}/place:boerne`, other])
  expect(inAnotherTown.home).not.toContain(other)
  // More detail about the same home is no move.
  const detailed = await moveTo(mover, [texas, `${texas}/place:waco`, own])
  expect(detailed).toEqual({ waitsUntil: null, home: expect.arrayContaining([own]) })
})

// covers HURD-MOVES-01
test('a member whose district is not certain on a new map chooses the new one without a move', async () => {
  const stayer = await app.member('stayer')
  const home = [texas, `${texas}/place:waco`]
  await moveTo(stayer, [...home, `${texas}/cd:17`])
  expect((await moveTo(stayer, home, true)).home).toEqual(home)
  expect((await moveTo(stayer, [...home, `${texas}/cd:31`])).waitsUntil).toBeNull()
  const moves = await app.pool`select is_first from member_moves where user_id = ${stayer.user_id}`
  expect(moves, 'only the first home').toHaveLength(1)
})
