import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { followGroup } from '#contract/groups.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { matchesName, nameQuery, queryWords, searchEverything } from '#contract/search.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'
const springfield = (state: string) => `${us}/state:${state}/place:springfield`

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', springfield('il'), { full_name: 'Ana Ruiz' })
})
afterAll(() => app.close())

const search = (q: string, size?: 'short' | 'full') => ana.call(searchEverything, { q, size })

async function namesFound(q: string) {
  const { people } = await search(q, 'full')
  return people.map(({ username }) => username)
}

async function officesFound(q: string) {
  return (await search(q, 'full')).representatives.map(({ rep_id }) => rep_id)
}

describe('the site-wide search', () => {
  // covers HURD-SEARCH-01
  test('finds bills, topics, groups, people and representatives with one call', async () => {
    await app.bill('Water Dredging Act', { topics: ['water_resources_development'] })
    await app.resident('hana', `${us}/state:wa/place:water_springs`)
    await app.member('hal', { full_name: 'Hal Waters' })
    await app.representative('R1', { rep_name: 'Rita Waterman', division: us, title: 'U.S. Senator' })
    const found = await search('WATER')
    expect(found).toMatchObject({
      is_too_short: false,
      bills: [{ title: 'Water Dredging Act' }],
      bill_total: 1,
      keyword_total: 1,
      total_is_exact: true,
      topics: [{ topic: 'water_resources_development', bill_count: 1 }],
      groups: [{ group_name: 'Water Springs, WA', follower_count: 0, is_following: false }],
      people: [{ username: 'hal', full_name: 'Hal Waters', is_following: false }],
      representatives: [{ rep_name: 'Rita Waterman', title: 'U.S. Senator', is_own: true }],
    })
    expect(await search('water springs')).toMatchObject({ bills: [], people: [], groups: [{}] })
    expect((await app.visitor.request(searchEverything, { q: 'water' })).status).toBe(401)
  })

  // covers HURD-LANGUAGE-35
  test('a topic is found by its name in Spanish if the search asks for Spanish, and by its English name in both', async () => {
    await app.bill('Tenants Act', { topics: ['housing_and_community_development'] })
    const topicsOf = async (q: string, language?: string) =>
      (await ana.call(searchEverything, { q, language })).topics.map(({ topic }) => topic)
    const housing = ['housing_and_community_development']
    expect(await topicsOf('vivienda', 'es')).toEqual(housing)
    expect(await topicsOf('housing', 'es')).toEqual(housing)
    expect(await topicsOf('housing')).toEqual(housing)
    expect(await topicsOf('vivienda')).toEqual([])
    await app.bill('Schools Act', { topics: ['education'] })
    const { suggestions } = await ana.call(searchEverything, { q: 'educasion', language: 'es' })
    expect(suggestions).toContain('Educación')
  })

  // covers HURD-SEARCH-02
  test('each kind is capped, and own, followed and popular results come first', async () => {
    for (const state of ['ak', 'az', 'ca', 'or', 'nv']) {
      await app.resident(`springer-${state}`, springfield(state), { full_name: `Dana Springer ${state}` })
    }
    await app.pool`update groups set follower_count = 9 where jurisdiction = ${springfield('or')}`
    await ana.call(followGroup, { id: await app.groupOf(springfield('nv')) })
    const groups = async (size: 'short' | 'full') =>
      (await search('springfield', size)).groups.map(({ group_name }) => group_name)
    expect(await groups('short')).toEqual(['Springfield, IL', 'Springfield, NV', 'Springfield, OR'])
    expect(await groups('full')).toHaveLength(6)

    const [friend, star] = await app.pool<{ user_id: string; username: string }[]>`
      select user_id, username from users where username in ('springer-nv', 'springer-or') order by username`
    await ana.call(followUser, { id: friend!.user_id })
    await app.pool`update users set follower_count = 50 where user_id = ${star!.user_id}`
    const { people } = await search('spring dana')
    expect(people).toHaveLength(3)
    expect(people.slice(0, 2).map(({ username }) => username)).toEqual([friend!.username, star!.username])
    expect(people[0]).toMatchObject({ is_following: true })
    expect(await namesFound('@springer-ak')).toEqual(['springer-ak'])
  })

  // covers HURD-SEARCH-03
  test('private, deactivated, suspended and deleted members are never found, not even by a follower', async () => {
    const zora = await app.member('zora', { full_name: 'Zora Quill' })
    expect(await namesFound('zor quill')).toEqual(['zora'])
    expect(await namesFound('ora')).toEqual([])
    await ana.call(followUser, { id: zora.user_id })
    await zora.call(updatePrivacy, { public_profile: false })
    expect(await namesFound('zora')).toEqual([])
    expect(await namesFound('quill')).toEqual([])
    await zora.call(updatePrivacy, { public_profile: true })
    for (const [status, from] of [
      ['inactive', null],
      ['suspended', 'active'],
    ]) {
      await app.pool`
        update users set account_status = ${status!}, suspended_from = ${from!} where user_id = ${zora.user_id}`
      expect(await namesFound('zora')).toEqual([])
    }
    await app.pool`
      update users set account_status = 'active', suspended_from = null, full_name = 'Zora Penn'
       where user_id = ${zora.user_id}`
    expect([await namesFound('penn'), await namesFound('quill')]).toEqual([['zora'], []])
    await zora.call(deleteAccount, {})
    expect(await namesFound('zora')).toEqual([])
  })

  // covers HURD-SEARCH-04
  test('a query with fewer than two letters or digits finds nothing and is reported as too short', async () => {
    for (const q of ['', ' ', 'a', ' a ', '%', '__', '🦬', "'"]) {
      expect([q, (await search(q)).is_too_short]).toEqual([q, true])
    }
    for (const q of ['an', 'a b', "o'neil \\ 'x':* & !(", 'né', '12', 'x'.repeat(200), '東京']) {
      expect([q, (await search(q)).is_too_short]).toEqual([q, false])
    }
    const bad = ['/api/search?size=huge', `/api/search?q=${'x'.repeat(201)}`, '/api/search?q=%00']
    const statuses = await Promise.all(bad.map(async (path) => (await ana.send('GET', path)).status))
    expect(statuses).toEqual([400, 400, 400])
  })

  // covers HURD-SEARCH-11
  test('apostrophes, accents, hyphens and spaces make no difference, in whichever way both are written', async () => {
    const ways: [kind: string, names: string[], queries: string[]][] = [
      [
        'hawaii',
        ['Hawaii', "Hawai'i", 'Hawai’i', 'Hawaiʻi', 'Hawai`i'],
        ['hawaii', "Hawai'i", 'Hawaiʻi', 'hawai’i', 'HAWAI‘I'],
      ],
      ['obrien', ["O'Brien", 'OBrien', 'O Brien', 'O’Brien'], ['obrien', "o'brien", 'o brien', 'O’Bri']],
      ['delacruz', ['de la Cruz', 'Delacruz', 'De-La-Cruz'], ['delacruz', 'de la cruz', 'De La Crúz']],
      [
        'smithjones',
        ['Smith-Jones', 'Smithjones', 'Smith‑Jones'],
        ['smithjones', 'smith-jones', 'smith jones'],
      ],
      ['soren', ['Søren', 'Soren', 'SØREN'], ['soren', 'Søren']],
      ['lukaszdang', ['Łukasz Đặng', 'Lukasz Dang'], ['lukasz dang', 'Łukasz Đặng']],
      ['kaahulamp', ['Kaʻahulamp', "Ka'ahulamp", 'Kaahulamp'], ['kaahulamp', 'ka‘ahulamp', "Ka'ahu"]],
    ]
    for (const [kind, names, queries] of ways) {
      for (const [index, name] of names.entries()) {
        const rep_name = `Robin ${name} ${index}`
        await app.representative(`fold-${kind}-${index}`, { rep_name, division: us, title: 'U.S. Senator' })
        await app.member(`fold-${kind}-${index}`, { full_name: rep_name })
        await app.pool`insert into groups (group_name, group_type, government_level, jurisdiction)
          values (${`${name} ${index} County`}, 'county', 'local', ${`${us}/state:hi/county:${kind}_${index}`})`
        await app.bill(`${name} Act ${index}`)
      }
      for (const q of queries) {
        const { people, representatives, groups, bills } = await search(q, 'full')
        const counts = { people, representatives, groups }
        for (const [of, results] of Object.entries(counts)) {
          expect.soft([q, of, results.length]).toEqual([q, of, names.length])
        }
        // In bills, words match anywhere so that only apostrophes and accents need to be ignored.
        if (kind === 'hawaii' || kind === 'kaahulamp') {
          expect.soft([q, bills.length]).toEqual([q, names.length])
        }
        for (const name of names) {
          expect.soft([q, name, matchesName(queryWords(q), name)]).toEqual([q, name, true])
        }
      }
    }
    expect((await search('brien', 'full')).representatives).toHaveLength(3)
  })

  // covers HURD-SEARCH-11
  test('a search for a name reads the index of names', async () => {
    await app.pool`insert into representatives (rep_id, rep_name, source_name, source_checked_at)
      select 'many-' || n, 'Robin Number' || n, 'Invented source', now() from generate_series(1, 3000) n`
    await app.pool`analyze representatives`
    for (const q of ["o'brien", 'de la cruz']) {
      const plan = await app.pool<{ 'QUERY PLAN': string }[]>`
        explain select rep_id from representatives
         where name_words(rep_name) @@ (select ${nameQuery(queryWords(q))}::tsquery) limit 200`
      expect(plan.map((line) => line['QUERY PLAN']).join('\n')).toContain('representatives_names')
    }
  })

  // covers HURD-SEARCH-17
  test('an officeholder is found with the title before the name, and one whose name is that of a title too', async () => {
    await app.representative('R3', { rep_name: 'Bernadette Sandoval', division: us })
    await app.representative('R4', { rep_name: 'Amara Sen', division: us })
    for (const title of [
      'Sen.',
      'Senator',
      'U.S. Senator',
      'US Rep.',
      'State Rep.',
      'Congresswoman',
      'Mayor',
    ]) {
      expect([title, await officesFound(`${title} Sandoval`)]).toEqual([title, ['R3']])
    }
    expect(await officesFound('sen amara')).toEqual(['R4'])
    expect(await officesFound('Sen.')).toEqual(['R4'])
  })

  test('an accent or a capital letter makes no difference, and former officeholders are not found', async () => {
    await app.member('jose', { full_name: 'José Núñez' })
    expect(await namesFound('nunez JOSE')).toEqual(['jose'])
    await app.representative('R2', { rep_name: 'Otto Formerly', division: us, valid_to: '2020-01-01' })
    expect((await search('formerly')).representatives).toEqual([])
  })
})
