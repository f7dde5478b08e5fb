import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { representativesOf } from '#server/legislation/representatives/directory.ts'
import { hurdSync, openLiveSource } from '#server/testing/external/liveSource.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())
beforeEach(() => app.pool`truncate representatives, source_syncs cascade`)

function sync(what: 'bills' | 'people', url: string, ...args: string[]) {
  return hurdSync(app, what, url, args)
}

const member = (bioguideId: string, name: string, state: string, district?: number, startYear = 2025) => ({
  bioguideId,
  name,
  state,
  district,
  partyName: 'Democratic',
  terms: {
    item: [{ chamber: district === undefined ? 'Senate' : 'House of Representatives', startYear }],
  },
})

const person = (at: number, district: string) => ({
  id: `ocd-person/00000000-0000-4000-8000-00000000000${at}`,
  name: `Member ${at}`,
  party: 'Nonpartisan',
  current_role: { title: 'Senator', org_classification: 'legislature', district },
  jurisdiction: { id: 'ocd-jurisdiction/country:us/state:ne/government' },
  email: `member${at}@ne.example.org`,
  offices: [{ classification: 'capitol', voice: '402-555-0100' }],
})

describe('sync people', () => {
  test('from Congress.gov adds new members, retires former ones, and keeps better stored fields', async () => {
    const office = { organization: 'us/house', title: 'U.S. Representative', valid_from: '2025-01-03' }
    await app.representative('A000001', {
      rep_name: 'Ann B. Archer',
      office_phone: '202-555-0100',
      division: `${us}/state:or/cd:3`,
      ...office,
    })
    await app.representative('B000002', { division: `${us}/state:or/cd:4`, ...office })
    const members = [
      member('A000001', 'Archer, Ann', 'Oregon', 3),
      member('C000003', 'Cole, Cy', 'Oregon', 4),
      member('D000004', 'Dun, Dee', 'Guam', 0),
      { bioguideId: 'odd', name: '' },
    ]
    const source = await openLiveSource((url) =>
      url.pathname === '/member' ? { body: { members } } : undefined,
    )
    // The name without the initial is added to the other names of the stored member.
    expect(await sync('people', source.url, '--source', 'congress')).toMatchObject({
      inserted: 2,
      updated: 1,
      unchanged: 0,
      refused: 1,
      retired: 1,
    })
    const officials = await representativesOf(
      app.pool,
      [3, 4].map((cd) => `${us}/state:or/cd:${cd}`),
    )
    expect(officials).toMatchObject([
      { rep_name: 'Ann B. Archer', office_phone: '202-555-0100', source_name: 'Test records' },
      {
        rep_name: 'Cy Cole',
        party: 'Democratic',
        district: 'Oregon district 4',
        source_name: 'Congress.gov',
      },
    ])
    const [ann] = await app.pool`select other_names from representatives where rep_id = 'A000001'`
    expect(ann).toEqual({ other_names: ['Ann Archer'] })
    expect(Date.parse(officials[0]!.source_checked_at ?? '')).toBeGreaterThan(Date.parse('2026-11-01'))
    expect(await sync('people', source.url, '--source', 'congress')).toMatchObject({
      unchanged: 3,
      retired: 0,
    })
  })

  // covers BEY-TERMS-01
  test('from Congress.gov begins a new term of a member whose stored term is over, even in another district', async () => {
    const seat = `${us}/state:or/cd:3`
    const office = { organization: 'us/house', title: 'U.S. Representative' }
    const dates = { valid_from: '2023-01-03', valid_to: '2025-01-03' }
    await app.representative('A000001', { division: seat, ...office, ...dates })
    await app.representative('B000002', { division: `${us}/state:or/cd:5`, ...office, ...dates })
    // Congress.gov has the first year in the chamber, not the first year of the term.
    const members = [
      member('A000001', 'Archer, Ann', 'Oregon', 3, 2019),
      member('B000002', 'Birch, Bo', 'Oregon', 4, 2019),
    ]
    const source = await openLiveSource(({ pathname }) =>
      pathname === '/member' ? { body: { members } } : undefined,
    )
    expect(await sync('people', source.url, '--source', 'congress')).toMatchObject({ updated: 2 })
    expect(await representativesOf(app.pool, [seat])).toMatchObject([{ rep_id: 'A000001' }])
    const terms = await app.pool`
      select split_part(division, ':', 4) as district, valid_from::text, valid_to::text
        from representative_terms order by rep_id, valid_from`
    expect(terms).toEqual([
      { district: '3', valid_from: '2023-01-03', valid_to: '2025-01-03' },
      { district: '3', valid_from: '2025-01-03', valid_to: null },
      { district: '5', valid_from: '2023-01-03', valid_to: '2025-01-03' },
      { district: '4', valid_from: '2025-01-03', valid_to: null },
    ])
    expect(await sync('people', source.url, '--source', 'congress')).toMatchObject({ unchanged: 2 })
  })

  // covers BEY-TERMS-01
  test('from Open States retires nobody before a state’s roster is complete', async () => {
    const pages = [[person(1, '1'), person(2, '2')], [person(3, '3')]]
    const source = await openLiveSource((url) => {
      const page = Number(url.searchParams.get('page'))
      return { body: { results: pages[page - 1] ?? [], pagination: { page, max_page: pages.length } } }
    })
    const args = ['--source', 'openstates', '--only', 'ne']
    expect(await sync('people', source.url, ...args)).toMatchObject({ inserted: 3, retired: 0 })
    pages.splice(0, 2, [person(1, '1'), person(3, '3')])
    // API v3 has no dates, so those of another roster stay.
    await app.pool`update representative_terms set valid_from = '2025-01-01', valid_to = '2099-01-01'`
    expect(await sync('people', source.url, ...args)).toMatchObject({ unchanged: 2, retired: 1 })
    expect(await representativesOf(app.pool, [`${us}/state:ne/sldu:2`])).toEqual([])
  })

  test('from Legistar imports New York’s council with its districts, and refuses other cities', async () => {
    const source = await openLiveSource(({ pathname }) => {
      if (pathname === '/nyc/persons') {
        return {
          body: [
            { PersonId: 1, PersonFullName: 'Ann  Archer', PersonEmail: 'District7@council.example.org' },
            { PersonId: 2, PersonFullName: 'Staff Member' },
          ],
        }
      }
      const office = { OfficeRecordBodyName: 'City Council', OfficeRecordTitle: 'Council Member' }
      const dates = {
        OfficeRecordStartDate: '2026-01-01T00:00:00',
        OfficeRecordEndDate: '2099-12-31T00:00:00',
      }
      return { body: [{ OfficeRecordPersonId: 1, ...office, ...dates }] }
    })
    expect(await sync('people', source.url, '--source', 'legistar', '--only', 'nyc')).toMatchObject({
      inserted: 1,
    })
    const officials = await representativesOf(app.pool, [`${us}/state:ny/place:new_york/council_district:7`])
    expect(officials).toMatchObject([{ rep_id: 'nyc-1', rep_name: 'Ann Archer', title: 'Council Member' }])
    await expect(sync('people', source.url, '--source', 'legistar', '--only', 'boston')).rejects.toThrow(
      'only nyc',
    )
  })
})
