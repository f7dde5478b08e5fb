import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { updateProfile } from '#contract/people.ts'
import { chooseMyPlaces } from '#contract/places.ts'
import { listRepresentatives } from '#contract/representatives.ts'
import {
  congressionalMapOn,
  type MemberDistrict,
  saveMemberDistricts,
  seedDistrictMaps,
  selectMemberDistricts,
} from '#server/legislation/places/districtMaps.ts'
import { gazetteerGeocoder, type Geocoder } from '#server/legislation/places/geocoder.ts'
import { resolveNextMap, retryPendingResidences } from '#server/legislation/places/maintenance.ts'
import { commands as placeCommands } from '#server/legislation/places/operator.ts'
import { commands } from '#server/legislation/representatives/operator.ts'
import { commandContext, runArguments } from '#server/testing/operator.ts'
import { realRecords } from '#server/testing/realRecords.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { selectVacancies } from './vacancies.ts'

const us = 'ocd-division/country:us'
const oregon = `${us}/state:or`
const facts = realRecords('federal_legislators/vacancies_2026-07.json')

let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { gazetteer: true })
  await seedDistrictMaps(app.pool)
  // The rows fill every seat of the 119th Congress except TX-23 and, from May 3, 2026, CA-14.
  await app.pool`
    insert into representatives (rep_id, rep_name, source_name, source_checked_at)
    select 'H' || n, 'Member ' || n, 'Test records', now() from generate_series(1, 441) n
    union all select 'S' || n, 'Senator ' || n, 'Test records', now() from generate_series(1, 100) n`
  await app.pool`
    insert into representative_terms (rep_id, organization, title, government_level, division, valid_from, valid_to)
    select 'H' || row_number() over (order by division), 'us/house', 'U.S. Representative', 'federal', division,
           date '2025-01-03', case when division = ${`${us}/state:ca/cd:14`} then date '2026-05-03' else date '2027-01-03' end
      from district_map_divisions where map_id = 'cd119' and division <> ${`${us}/state:tx/cd:23`}
    union all
    select 'S' || row_number() over (order by division, seat), 'us/senate', 'U.S. Senator', 'federal', division, date '2021-01-03', date '2027-01-03'
      from divisions, generate_series(1, 2) seat where kind = 'state' and division like ${`${us}/state:%`}`
})
afterAll(() => app.close())

const failing: Geocoder = () => Promise.reject(new Error('The address was looked up again.'))

const unavailable: Geocoder = async (...input) => ({
  ...(await gazetteerGeocoder(...input)),
  is_fallback: true,
})

async function run(words: string, ...args: string[]) {
  return runArguments([...commands, ...placeCommands], [...words.split(' '), ...args], commandContext(app))
}

async function file(name: string, text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'hurd-terms-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, name)
  await writeFile(path, text)
  return path
}

describe('vacant seats', () => {
  // covers BEY-TERMS-04
  test('are periods without a term, with the first vacant day and the announced special election', async () => {
    expect(await selectVacancies(app.pool, '2026-05-02', null)).toMatchObject([
      { division: `${us}/state:tx/cd:23` },
    ])
    const path = await file(
      'vacancies.json',
      // Some editors begin a file with a byte-order mark.
      `\ufeff${JSON.stringify([
        {
          state: 'TX',
          district: 23,
          since: '2026-03-01',
          special_election_on: '2026-11-03',
          note: 'Resigned.',
          source_url: 'https://example.org/tx-23',
        },
        { state: 'XX', district: 1 },
        { state: 'TX', district: 23 },
        { state: 'TX', since: '2026-03-01' },
        { state: 'TX', district: ' -3' },
        { organization: 'us/senate', state: 'OH' },
      ])}`,
    )
    expect(await run('import vacancies', path)).toMatchObject({
      inserted: 1,
      refusals: [
        { record: 'record 2', reason: 'The record does not name a seat.' },
        { record: 'record 3', reason: 'An earlier record names the same seat.' },
        ...[4, 5, 6].map((number) => ({
          record: `record ${number}`,
          reason: 'The record does not name a seat.',
        })),
      ],
    })
    const wrong = await file(
      'wrong.json',
      JSON.stringify([
        { organization: 'us/house', division: 'Texas', since: '2026-03-01' },
        { state: 'TX', district: 24, seat: '1.5', special_election_on: '3026-11-03' },
        { state: 'TX', district: 23, since: '2026-03-01', special_election_on: '3026-11-03' },
      ]),
    )
    expect(await run('import vacancies', wrong)).toMatchObject({
      updated: 1,
      refusals: [
        { record: 'record 1', reason: expect.stringContaining('cannot be stored') },
        { record: 'record 2', reason: expect.stringContaining('cannot be stored') },
      ],
      dates_left_out: { 'more than 2 years ahead': 1 },
    })
    await run('import vacancies', path)
    const torn = await file('torn.json', '[{')
    await expect(run('import vacancies', torn)).rejects.toThrow('torn.json is not JSON.')
    expect(await selectVacancies(app.pool, '2026-07-01', null)).toEqual([
      {
        title: 'U.S. Representative',
        organization: 'us/house',
        division: `${us}/state:ca/cd:14`,
        since: '2026-05-03',
        special_election_on: null,
        note: null,
        source_url: null,
      },
      {
        title: 'U.S. Representative',
        organization: 'us/house',
        division: `${us}/state:tx/cd:23`,
        since: '2026-03-01',
        special_election_on: '2026-11-03',
        note: 'Resigned.',
        source_url: 'https://example.org/tx-23',
      },
    ])
    // Nothing is known of the members of 2010 or of the next Congress, so no seat counts as vacant.
    expect(await selectVacancies(app.pool, '2010-05-02', null)).toEqual([])
    expect(await selectVacancies(app.pool, '2027-05-02', null)).toEqual([])
  })

  // covers BEY-TERMS-04
  test('a later vacancy of a seat does not get the announcement of an earlier one', async () => {
    const division = `${us}/state:ca/cd:14`
    const setStart = (day: string) =>
      app.pool`
        update representative_terms set valid_from = ${day} where organization = 'us/house' and division = ${division}`
    await setStart('2025-03-01')
    const path = await file(
      'earlier.json',
      JSON.stringify([{ state: 'CA', district: 14, since: '2025-01-10', special_election_on: '2025-03-01' }]),
    )
    await run('import vacancies', path)
    const vacant = await selectVacancies(app.pool, '2026-07-01', [division])
    expect(vacant).toMatchObject([{ division, since: '2026-05-03', special_election_on: null }])
    await setStart('2025-01-03')
    await app.pool`delete from seat_vacancies where division = ${division}`
  })

  // covers BEY-TERMS-04
  test('a vacant seat in the Senate is listed once, even if both seats have an announcement', async () => {
    const division = `${us}/state:oh`
    const [left] = await app.pool<{ rep_id: string }[]>`
      update representative_terms set valid_to = '2026-06-01'
       where rep_id = (select min(rep_id) from representative_terms where division = ${division})
      returning rep_id`
    const announced = [1, 2].map((seat) => ({
      organization: 'us/senate',
      division,
      seat,
      since: `2026-06-0${seat}`,
    }))
    await run('import vacancies', await file('senate.json', JSON.stringify(announced)))
    expect(await selectVacancies(app.pool, '2026-07-01', [division])).toMatchObject([
      { title: 'U.S. Senator', since: '2026-06-02' },
    ])
    await app.pool`update representative_terms set valid_to = '2027-01-03' where rep_id = ${left!.rep_id}`
    await app.pool`delete from seat_vacancies where division = ${division}`
  })

  test.skipIf(!existsSync(facts))('of the public list are imported', async () => {
    expect(await run('import vacancies', facts)).toMatchObject({ refused: 0 })
    const listed: unknown[] = JSON.parse(await readFile(facts, 'utf8'))
    expect(listed).toHaveLength(4)
    const stored = await app.pool`select seat from seat_vacancies where vacant_from = '2026-07-05'`
    expect(stored).toHaveLength(4)
  })

  // covers BEY-TERMS-04
  test('are shown to the residents', async () => {
    const cal = await app.resident('cal', `${us}/state:ca/cd:14`)
    await app.pool`
      insert into residences (user_id, precision, source, map_congress, candidates)
      values (${cal.user_id}, 'address', 'census', 119, '{}')`
    const { vacancies } = await cal.call(listRepresentatives, { on: '2026-06-01' })
    expect(vacancies).toMatchObject([{ title: 'U.S. Representative', division: `${us}/state:ca/cd:14` }])
  })
})

describe('who represented a place on a day', () => {
  // covers BEY-TERMS-02
  test('is answered for any day since 2003, on the map of that day', async () => {
    const ora = await app.resident('ora', `${oregon}/cd:3`)
    await app.pool`
      insert into residences (user_id, precision, source, map_congress, candidates)
      values (${ora.user_id}, 'address', 'census', 119, '{}')`
    const titles = async (on: string) => {
      const { representatives, as_of, map_id, missing_districts } = await ora.call(listRepresentatives, {
        on,
      })
      return { titles: representatives.map(({ title }) => title), as_of, map_id, missing_districts }
    }
    const [senator, member] = ['U.S. Senator', 'U.S. Representative']
    expect(await titles('2026-06-01')).toEqual({
      titles: [member, senator, senator],
      as_of: '2026-06-01',
      map_id: 'cd119',
      missing_districts: undefined,
    })
    // Before the first known map, the response has only statewide offices.
    expect(await titles('2022-06-01')).toMatchObject({ titles: [senator, senator], map_id: null })
    expect((await titles('2027-02-01')).map_id).toBe('cd120')
    for (const on of ['2002-12-31', '2099-01-01', '2026-02-30', 'soon']) {
      expect(await ora.refusal(listRepresentatives, { on })).toBe('invalid_date')
    }
  })
})

/** Sets the clock that decides on which map the server looks up an address. The current map is then that of 2026. */
function setDayIn2026(): Date {
  const today = new Date('2026-11-23T12:00:00Z')
  vi.useFakeTimers({ toFake: ['Date'], now: today })
  onTestFinished(() => void vi.useRealTimers())
  return today
}

describe('two maps of districts', () => {
  // covers BEY-TERMS-01 BEY-TERMS-08
  test('a new map starts on its day and leaves the earlier one as it is', async () => {
    const [before] =
      await app.pool`select count(*)::int as districts from district_map_divisions where map_id = 'cd119'`
    const path = await file(
      'cd121.csv',
      `id,name\n${us}/state:or/cd:1,First\n${us}/state:or/cd:7,Seventh\n${us}/state:or,Oregon\n`,
    )
    await run('import divisions', path, '--map', 'cd121', '--from', '2029-01-03')
    const [after] =
      await app.pool`select count(*)::int as districts from district_map_divisions where map_id = 'cd119'`
    expect(after).toEqual(before)
    const maps = ['2025-01-02', '2025-01-03', '2027-01-02', '2027-01-03', '2029-01-02', '2029-01-03'].map(
      (on) => congressionalMapOn(app.pool, on),
    )
    expect(await Promise.all(maps)).toEqual([null, 'cd119', 'cd119', 'cd120', 'cd120', 'cd121'])
    const own = await app.pool`select division from district_map_divisions where map_id = 'cd121' order by 1`
    expect(own).toEqual([{ division: `${oregon}/cd:1` }, { division: `${oregon}/cd:7` }])
    await expect(run('import divisions', path, '--map', 'cd121')).rejects.toThrow('belong together')
    await expect(run('import divisions', path, '--map', 'cd121', '--from', '2029-02-31')).rejects.toThrow(
      '"2029-02-31" is not a date',
    )
    await run('import divisions', path, '--map', 'cd120', '--from', '2027-01-05')
    await seedDistrictMaps(app.pool)
    expect(await congressionalMapOn(app.pool, '2027-01-04')).toBe('cd119')
    await app.pool`delete from district_maps where map_id = 'cd121'`
    await app.pool`delete from district_maps where map_id = 'cd120'`
    await seedDistrictMaps(app.pool)
  })

  // covers BEY-TERMS-01 BEY-TERMS-05
  test('an address is looked up on the next map, and the response has both districts', async () => {
    const today = setDayIn2026()
    const tex = await app.member('tex')
    await tex.call(updateProfile, { address: '12 Oak Street, Austin, TX 78701' })
    const wes = await app.member('wes')
    await wes.call(updateProfile, { address: '12 Oak Street, Spokane, WA 99201' })
    await resolveNextMap(app.pool, gazetteerGeocoder, null, today)
    expect(await resolveNextMap(app.pool, failing, null, today)).toBeNull()

    const here = [{ division: `${us}/state:tx/cd:37`, precision: 'address' }]
    expect(await selectMemberDistricts(app.pool, tex.user_id, 'cd119')).toEqual(here)
    // Whoever moves within a district has it once.
    await tex.call(updateProfile, { address: '14 Oak Street, Austin, TX 78701' })
    expect(await selectMemberDistricts(app.pool, tex.user_id, 'cd119')).toEqual(here)
    await resolveNextMap(app.pool, gazetteerGeocoder, null, today)
    // Texas has new districts, so the ZIP code alone does not prove the district.
    const [next] = await selectMemberDistricts(app.pool, tex.user_id, 'cd120')
    expect(next).toMatchObject({ precision: 'probable' })
    const [same] = await selectMemberDistricts(app.pool, wes.user_id, 'cd120')
    expect(same).toMatchObject({ precision: 'address' })
    await app.pool`update district_maps set valid_from = current_date + 30 where map_id = 'cd120'`
    const { upcoming_districts } = await tex.call(listRepresentatives, {})
    expect(upcoming_districts).toMatchObject({
      map_id: 'cd120',
      is_certain: false,
      districts: [{ name: "Texas's 37th congressional district" }],
    })
    // The districts of the former home are not those of the new one.
    await tex.call(updateProfile, { address: '12 Oak Street, Spokane, WA 99201' })
    expect(await selectMemberDistricts(app.pool, tex.user_id, 'cd120')).toEqual([])
    expect((await tex.call(listRepresentatives, {})).upcoming_districts).toBeUndefined()
    await app.pool`update district_maps set valid_from = '2027-01-03' where map_id = 'cd120'`
  })

  // covers BEY-TERMS-05
  test('an address stays to be looked up on the next map while the geocoder is unavailable', async () => {
    const ned = await app.member('ned')
    await ned.call(updateProfile, { address: '16 Oak Street, Austin, TX 78701' })
    const today = new Date('2026-11-23T12:00:00Z')
    const exact: Geocoder = async (...input) => {
      const match = await gazetteerGeocoder(...input)
      return { ...match, divisions: [...match.divisions, `${us}/state:tx/cd:35`] }
    }
    expect(await resolveNextMap(app.pool, unavailable, null, today)).toBeNull()
    expect(await selectMemberDistricts(app.pool, ned.user_id, 'cd120')).toMatchObject([
      { precision: 'probable' },
    ])
    await resolveNextMap(app.pool, exact, null, today)
    const certain = [{ division: `${us}/state:tx/cd:35`, precision: 'address' }]
    expect(await selectMemberDistricts(app.pool, ned.user_id, 'cd120')).toEqual(certain)
    // If the address is looked up again, a guess does not replace the certain district.
    await app.pool`update residences set next_map_congress = null where user_id = ${ned.user_id}`
    await resolveNextMap(app.pool, unavailable, null, today)
    expect(await selectMemberDistricts(app.pool, ned.user_id, 'cd120')).toEqual(certain)
  })

  // covers BEY-TERMS-05 BEY-TERMS-09
  test('people who take office on the next map are listed only if the district there is certain', async () => {
    const division = `${us}/state:tx/cd:37`
    const nia = await app.resident('nia', division)
    await app.pool`update district_maps set valid_from = current_date + 30 where map_id = 'cd120'`
    await app.pool`
      insert into representatives (rep_id, rep_name, source_name, source_checked_at)
      select rep_id, rep_id, 'Test records', now() from unnest(array['before', 'on-next']) rep_id`
    await app.pool`
      insert into representative_terms (rep_id, organization, title, government_level, division, valid_from)
      values ('before', 'us/house', 'U.S. Representative', 'federal', ${division}, current_date + 10),
             ('on-next', 'us/house', 'U.S. Representative', 'federal', ${division}, current_date + 30)`
    const upcoming = async () =>
      (await nia.call(listRepresentatives, {})).upcoming?.map(({ rep_id }) => rep_id)
    expect(await upcoming()).toEqual(['before'])
    const saveDistrict = (precision: MemberDistrict['precision']) =>
      saveMemberDistricts(app.pool, nia.user_id, 'cd120', [{ division, precision }])
    await saveDistrict('probable')
    expect(await upcoming()).toEqual(['before'])
    await saveDistrict('address')
    expect(await upcoming()).toEqual(['before', 'on-next'])
    await app.pool`delete from representative_terms where rep_id in ('before', 'on-next')`
    await app.pool`update district_maps set valid_from = '2027-01-03' where map_id = 'cd120'`
  })

  // covers BEY-TERMS-09
  test('a district that the member chose on one map is asked for again on the next', async () => {
    setDayIn2026()
    const poe = await app.member('poe')
    await poe.call(updateProfile, { address: '12 Oak Street, Los Angeles, CA 90012' })
    const chosen = (await selectMemberDistricts(app.pool, poe.user_id, 'cd119'))[0]!
    expect(chosen.precision).toBe('probable')
    await poe.call(chooseMyPlaces, { congressional_district: chosen.division })
    expect(await selectMemberDistricts(app.pool, poe.user_id, 'cd119')).toEqual([
      { division: chosen.division, precision: 'confirmed' },
    ])
    const later = new Date('2027-01-03T12:00:00Z')
    await retryPendingResidences(app.pool, (pool, address) => gazetteerGeocoder(pool, address, later), later)
    const districts = await app.pool`
      select division from member_divisions where user_id = ${poe.user_id} and division like '%/cd:%'`
    expect(districts).toEqual([])
    const next = await selectMemberDistricts(app.pool, poe.user_id, 'cd120')
    expect(new Set(next.map(({ precision }) => precision))).toEqual(new Set(['probable']))
  })
})
