import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser, updateWelcome, type Welcome } from '#contract/accounts/accounts.ts'
import { followTopic, getMostDiscussed, takeStance, unfollowTopic } from '#contract/bills/bills.ts'
import { postComment } from '#contract/discussions.ts'
import { getMyArea, maxAreaBills } from '#contract/places.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const us = 'ocd-division/country:us'
const wisconsin = `${us}/state:wi`
const dane = `${wisconsin}/county:dane`
const madison = `${wisconsin}/place:madison`
const topics = ['health', 'energy', 'taxation', 'education'] as const

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.bill('A bill with every topic', { topics: [...topics] })
})
afterAll(() => app.close())

async function welcomeOf(person: Person & { user_id: string }): Promise<Welcome | null | undefined> {
  const { user } = await person.call(getUser, { id: person.user_id })
  return user?.welcome
}

async function followTopics(person: Person, count: number) {
  for (const topic of topics.slice(0, count)) await person.call(followTopic, { topic })
}

describe('the welcome card', () => {
  // covers HURD-WELCOME-01
  test('has three open steps for a newcomer, and a step is done however the member completes it', async () => {
    const ana = await app.resident('ana', madison)
    expect(await welcomeOf(ana)).toEqual({ topics: 'open', district: 'open', stance: 'open' })
    await followTopics(ana, 2)
    expect(await welcomeOf(ana)).toMatchObject({ topics: 'open' })
    await ana.call(followTopic, { topic: topics[2] })
    expect(await welcomeOf(ana)).toEqual({ topics: 'done', district: 'open', stance: 'open' })
    const confirmed = await ana.call(updateWelcome, { district_confirmed: true })
    expect(confirmed.welcome).toEqual({ topics: 'done', district: 'done', stance: 'open' })
    const { bill_id } = await app.bill('A first stance')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await welcomeOf(ana)).toBeNull()
  })

  // covers HURD-WELCOME-02
  test('continues on another device, with the steps that were skipped on the first', async () => {
    const ben = await app.resident('ben', madison)
    await ben.call(updateWelcome, { skipped: 'topics' })
    const phone = await app.signInAgain(ben)
    expect(await welcomeOf(phone)).toEqual({ topics: 'skipped', district: 'open', stance: 'open' })
    await phone.call(updateWelcome, { skipped: 'district' })
    expect(await welcomeOf(ben)).toEqual({ topics: 'skipped', district: 'skipped', stance: 'open' })
    expect((await ben.call(updateWelcome, { skipped: 'stance' })).welcome).toBeNull()
  })

  // covers HURD-WELCOME-03
  test('that is closed, or has no step left, never comes back', async () => {
    const cleo = await app.resident('cleo', madison)
    expect((await cleo.call(updateWelcome, { closed: true })).welcome).toBeNull()
    expect(await welcomeOf(cleo)).toBeNull()

    const dora = await app.resident('dora', madison)
    await followTopics(dora, 3)
    await dora.call(updateWelcome, { skipped: 'district' })
    await dora.call(updateWelcome, { skipped: 'stance' })
    await dora.call(unfollowTopic, { topic: topics[0] })
    expect(await welcomeOf(dora)).toBeNull()
  })

  // covers HURD-WELCOME-03
  test('stays away when a topic is unfollowed after the last step was done elsewhere', async () => {
    const flo = await app.resident('flo', madison)
    await followTopics(flo, 3)
    await flo.call(updateWelcome, { district_confirmed: true })
    const { bill_id } = await app.bill('The last step')
    await flo.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await welcomeOf(flo)).toBeNull()
    await flo.call(unfollowTopic, { topic: topics[0] })
    expect(await welcomeOf(flo)).toBeNull()
  })

  // covers HURD-WELCOME-04
  test('is not shown to a member who did all of it before, and counts what they did', async () => {
    const eli = await app.resident('eli', madison)
    await app.pool`
      insert into member_divisions (user_id, division) values (${eli.user_id}, ${`${wisconsin}/cd:2`})`
    const { bill_id } = await app.bill('An old stance')
    await eli.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(await welcomeOf(eli)).toEqual({ topics: 'open', district: 'done', stance: 'done' })
    await followTopics(eli, 3)
    expect(await welcomeOf(eli)).toBeNull()
  })

  // covers HURD-WELCOME-05
  test('refuses an unknown step, an empty update, and confirming a district without an address', async () => {
    const fay = await app.member('fay')
    expect(await fay.refusal(updateWelcome, {})).toBe('nothing_to_update')
    expect(await fay.refusal(updateWelcome, { district_confirmed: true })).toBe('address_required')
    const response = await fay.send('PUT', '/api/welcome', { body: { skipped: 'photo' } })
    expect([response.status, response.body['error']]).toEqual([400, 'Invalid step'])
    expect(await welcomeOf(fay)).toEqual({ topics: 'open', district: 'open', stance: 'open' })
  })

  // covers HURD-WELCOME-06
  test('is in the data export', async () => {
    const gia = await app.resident('gia', madison)
    await gia.call(updateWelcome, { skipped: 'topics', district_confirmed: true })
    expect(await collectExport(app.pool, gia.user_id)).toMatchObject({
      welcome: [{ skipped_steps: ['topics'], district_confirmed_at: expect.any(String), closed_at: null }],
    })
  })
})

const mostDiscussed = async (person: Person) => {
  await app.foldCounters()
  const { bills, is_own_area } = await person.call(getMostDiscussed, {})
  return [bills[0]?.title, is_own_area] as const
}

// covers HURD-WELCOME-07
test('the most discussed bill is from the own city, county or state, and from Congress where these have none', async () => {
  const local = { government_level: 'local', jurisdiction: madison } as const
  const [, busy, busier, elsewhere] = await Promise.all([
    app.bill('Quiet city bill', { ...local, created_at: '2026-03-01T00:00:00.000Z' }),
    app.bill('Busy county bill', { ...local, jurisdiction: dane }),
    app.bill('Busier state bill', { government_level: 'state', jurisdiction: wisconsin }),
    app.bill('Busiest bill elsewhere', { ...local, jurisdiction: `${us}/state:il/place:chicago` }),
  ])
  const hal = await app.resident('hal', madison)
  await app.pool`insert into member_divisions (user_id, division) values (${hal.user_id}, ${dane})`
  // If no bill has a comment, the newest bill comes first.
  expect(await mostDiscussed(hal)).toEqual(['Quiet city bill', true])
  const comment = async (bill_id: string, times: number) => {
    for (let at = 0; at < times; at += 1) {
      await hal.call(postComment, {
        id: bill_id,
        content: `Comment ${at} of a neighbor`,
        category_id: 'general-discussion',
      })
    }
  }
  await comment(busy.bill_id, 1)
  await comment(elsewhere.bill_id, 3)
  expect(await mostDiscussed(hal)).toEqual(['Busy county bill', true])
  await comment(busier.bill_id, 2)
  expect(await mostDiscussed(hal)).toEqual(['Busier state bill', true])

  const ida = await app.resident('ida', `${us}/state:vt/place:barre`)
  const [title, isOwnArea] = await mostDiscussed(ida)
  const [federal] = await app.pool<
    { jurisdiction: string }[]
  >`select jurisdiction from bills where title = ${title ?? null}`
  expect([federal?.jurisdiction, isOwnArea]).toEqual([us, false])
})

// covers HURD-LOCATION-04
test('a member sees the groups of their divisions and the bodies with bills, and nothing without an address', async () => {
  const toledo = `${us}/state:oh/place:toledo`
  const jon = await app.resident('jon', toledo)
  await app.bill('First Toledo bill', { government_level: 'local', jurisdiction: toledo })
  await app.bill('Second Toledo bill', { government_level: 'local', jurisdiction: toledo })
  const area = await jon.call(getMyArea, {})
  expect(area.groups.map(({ group_type }) => group_type)).toEqual(['country', 'state', 'place'])
  expect(area.bodies).toEqual([
    { division: us, name: 'United States', bill_count: expect.any(Number) },
    { division: toledo, name: 'Toledo, OH', bill_count: 2 },
  ])
  const kim = await app.member('kim')
  expect(await kim.call(getMyArea, {})).toMatchObject({ groups: [], bodies: [] })
  expect(maxAreaBills).toBe(1_000)
})
