import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGroupPost, deleteGroupPost, followGroup, listGroups } from '#contract/groups.ts'
import { stateNames } from '#contract/places.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'
const cook = `${us}/state:il/county:cook`
const chicago = `${us}/state:il/place:chicago`
const boston = `${us}/state:ma/place:boston`

let app: TestServer
let ana: Person
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', chicago, { full_name: 'Ana Ruiz' })
  await app.resident('cook', cook)
  await app.pool`
    insert into member_divisions (user_id, division) values (${ana.user_id}, ${cook}) on conflict do nothing`
  await app.resident('bea', boston, { full_name: 'Bea Stone' })
  await app.resident('nome', `${us}/state:ak/place:nome`)
})
afterAll(() => app.close())

async function list(person: Pick<Person, 'call'> = ana, input: { government_level?: 'local' } = {}) {
  const { groups } = await person.call(listGroups, { order: 'places', ...input })
  return groups
}

async function sectionsAndNames(...args: Parameters<typeof list>) {
  return (await list(...args)).map(({ section, group_name }) => [section, group_name])
}

async function latestPostOf(name: string) {
  return (await list()).find(({ group_name }) => group_name === name)?.latest_post
}

describe('the list of groups by place', () => {
  // covers HURD-GROUPS-01
  test("begins with the groups of the member's own places from the nation to the city, then followed groups, then the rest by state", async () => {
    await ana.call(followGroup, { id: await app.groupOf(boston) })
    // A group of the member's own place is not repeated among the followed ones.
    await ana.call(followGroup, { id: await app.groupOf(chicago) })
    expect(await sectionsAndNames()).toEqual([
      ['own_place', 'United States'],
      ['own_place', 'Illinois'],
      ['own_place', 'Cook County, IL'],
      ['own_place', 'Chicago, IL'],
      ['followed', 'Boston, MA'],
      ['other', 'Alaska'],
      ['other', 'Nome, AK'],
      ['other', 'Massachusetts'],
    ])
    expect(await sectionsAndNames(ana, { government_level: 'local' })).toEqual([
      ['own_place', 'Cook County, IL'],
      ['own_place', 'Chicago, IL'],
      ['followed', 'Boston, MA'],
      ['other', 'Nome, AK'],
    ])
    const visitors = await sectionsAndNames(app.visitor)
    expect(visitors.map(([, name]) => name)).toEqual([
      'United States',
      'Alaska',
      'Nome, AK',
      'Illinois',
      'Cook County, IL',
      'Chicago, IL',
      'Massachusetts',
      'Boston, MA',
    ])
    expect(new Set(visitors.map(([section]) => section))).toEqual(new Set(['other']))
  })

  test('orders the states by their names', async () => {
    const [row] = await app.pool<{ codes: string[] }[]>`
      select array_agg(code order by group_place_order('ocd-division/country:us/state:' || code, 'state', '')) as codes
        from unnest(${Object.keys(stateNames)}::text[]) code`
    const byName = Object.entries(stateNames).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))
    expect(row!.codes).toEqual(byName.map(([code]) => code))
  })

  // covers HURD-GROUPS-02
  test('shows the latest post of own and followed groups, and its author only if the profile is public', async () => {
    const id = await app.groupOf(chicago)
    expect(await latestPostOf('Chicago, IL')).toBeNull()
    await ana.call(createGroupPost, { id, content: `The first line ${'x'.repeat(100)}\nand the second` })
    expect(await latestPostOf('Chicago, IL')).toMatchObject({
      title: `The first line ${'x'.repeat(65)}`,
      title_is_cut: true,
      author_name: 'Ana Ruiz',
    })
    const ben = await app.resident('ben', chicago, { full_name: 'Ben Private' })
    const { post } = await ben.call(createGroupPost, { id, content: 'Newer' })
    const newer = { post_id: post.post_id, title: 'Newer', title_is_cut: false }
    expect(await latestPostOf('Chicago, IL')).toMatchObject({ ...newer, author_name: 'Ben Private' })
    await app.pool`update users set public_profile = false where user_id = ${ben.user_id}`
    expect(await latestPostOf('Chicago, IL')).toMatchObject({ ...newer, author_name: null })
    await app.pool`
      update users set public_profile = true, account_status = 'inactive' where user_id = ${ben.user_id}`
    expect(await latestPostOf('Chicago, IL')).toMatchObject({ ...newer, author_name: null })
    await app.pool`
      update users set account_status = 'suspended', suspended_from = 'active' where user_id = ${ben.user_id}`
    expect(await latestPostOf('Chicago, IL')).toMatchObject({ author_name: 'Ana Ruiz' })
    await app.pool`
      update users set account_status = 'active', suspended_from = null where user_id = ${ben.user_id}`
    await ben.call(deleteGroupPost, { id, post_id: post.post_id })
    expect(await latestPostOf('Chicago, IL')).toMatchObject({ author_name: 'Ana Ruiz' })
    expect((await list()).find(({ section }) => section === 'other')).toMatchObject({ latest_post: null })
    const { groups } = await ana.call(listGroups, {})
    expect(groups.every((group) => !('latest_post' in group || 'section' in group))).toBe(true)
  })

  test('an unknown order is refused with a message', async () => {
    const response = await app.send('GET', '/api/groups?order=size')
    expect([response.status, response.body['error']]).toEqual([400, 'Invalid order'])
  })
})
