import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, reactivate } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { listNotifications, readAllNotifications, readNotification } from '#contract/notifications.ts'
import { followUser } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { hideComment } from '#server/participation/discussions/moderation.ts'
import { openPool, operatorLimits } from '#server/platform/postgres/db.ts'
import { runHurd } from '#server/testing/operator.ts'
import { commentBy, readNewest, notificationsOf, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let people = 0
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const someone = (name: string) => app.member(`${name}-${(people += 1)}`)

async function followedBy(person: Person, times: number): Promise<string[]> {
  const names: string[] = []
  for (let turn = 0; turn < times; turn += 1) {
    const fan = await someone('fan')
    await fan.call(followUser, { id: person.user_id })
    names.unshift(fan.username)
  }
  return names
}

describe('listNotifications', () => {
  // covers CIV-API-30
  test('returns the caller’s notifications, newest first, in pages of twenty', async () => {
    const [ana, other] = [await someone('ana'), await someone('other')]
    const names = await followedBy(ana, 23)
    await followedBy(other, 1)
    const first = await ana.call(listNotifications, {})
    expect(first.pagination).toEqual({ limit: 20, offset: 0, total: 23, has_more: true })
    expect(first.unread_count).toBe(23)
    const rest = await ana.call(listNotifications, { offset: 20 })
    expect(rest.pagination).toEqual({ limit: 20, offset: 20, total: 23, has_more: false })
    const received = [...first.notifications, ...rest.notifications].map(({ data }) => data.follower_username)
    expect(received).toEqual(names)
    expect((await ana.call(listNotifications, { limit: 2, offset: 1 })).notifications).toHaveLength(2)
    for (const wrong of ['limit=0', 'limit=101', 'offset=-1', 'limit=a']) {
      expect((await ana.send('GET', `/api/notifications?${wrong}`)).status).toBe(400)
    }
    expect((await app.send('GET', '/api/notifications')).status).toBe(401)
  })

  test('reads only one page of a hundred thousand notifications, and counts none of them', async () => {
    const ana = await someone('ana')
    await followedBy(ana, 1)
    // These limits allow statements that take longer than a request may.
    const operator = openPool(app.databaseUrl, operatorLimits)
    await operator`
        insert into notifications (user_id, type, actor_id, created_at, read_at)
        select user_id, type, actor_id, now() - n * interval '1 minute', now()
          from notifications cross join generate_series(1, 100000) n where user_id = ${ana.user_id}`
    await operator.end()
    const response = await ana.call(listNotifications, {})
    expect(response).toMatchObject({ unread_count: 1, pagination: { total: 100_001 } })

    const plan = await app.pool<{ 'QUERY PLAN': string }[]>`
      explain (analyze, costs off, timing off, summary off)
      select n.notification_id, a.username, b.bill_code from notifications n
        left join users a on a.user_id = n.actor_id left join bills b on b.bill_id = n.bill_id
       where n.user_id = ${ana.user_id} and n.is_shown order by n.created_at desc, n.notification_id limit 20`
    const text = plan.map((line) => line['QUERY PLAN']).join('\n')
    expect(text).toContain('notifications_newest')
    expect(text).not.toMatch(/Seq Scan on notifications|Sort/)
  })
})

describe('readNotification', () => {
  // covers CIV-API-31
  test('marks one as read, once, and returns how many are unread', async () => {
    const ana = await someone('ana')
    await followedBy(ana, 2)
    const [newest] = (await notificationsOf(ana)).items
    expect(await ana.call(readNotification, { id: newest!.id })).toMatchObject({
      success: true,
      unread_count: 1,
    })
    expect(await ana.call(readNotification, { id: newest!.id })).toMatchObject({
      success: true,
      unread_count: 1,
    })
    expect(await notificationsOf(ana)).toMatchObject({
      items: [{ read: true }, { read: false }],
      unread_count: 1,
    })
  })

  test('does not find another member’s notification or an unknown one', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    await followedBy(ana, 1)
    const [item] = (await notificationsOf(ana)).items
    const responses = [
      await ben.request(readNotification, { id: item!.id }),
      await ben.request(readNotification, { id: ben.user_id }),
    ]
    for (const { status, body } of responses) {
      expect([status, body]).toEqual([
        404,
        { success: false, error: 'Notification not found', code: 'notification_not_found' },
      ])
    }
    expect((await ben.send('POST', '/api/notifications/not-an-id/read')).status).toBe(400)
    expect((await notificationsOf(ana)).unread_count).toBe(1)
  })

  test('by the same member many times at once counts once', async () => {
    const ana = await someone('ana')
    await followedBy(ana, 3)
    const [item] = (await notificationsOf(ana)).items
    await Promise.all(Array.from({ length: 20 }, () => ana.call(readNotification, { id: item!.id })))
    expect((await notificationsOf(ana)).unread_count).toBe(2)
  })
})

test('notifications about a comment that moderators hide are deleted', async () => {
  const [ana, ben] = [await someone('ana'), await someone('ben')]
  const { id } = await commentBy(app, ana)
  await vote(ben, id)
  expect((await notificationsOf(ana)).unread_count).toBe(1)
  expect(await app.pool.begin((db) => hideComment(db, id))).toBe('changed')
  expect(await notificationsOf(ana)).toMatchObject({ messages: [], unread_count: 0 })
})

describe('a hidden member', () => {
  test.each([
    {
      by: 'deactivated',
      go: (who: Person) => who.call(deactivate, {}),
      come: async (who: Person) => (await app.signInAgain(who)).call(reactivate, {}),
    },
    {
      by: 'suspended',
      go: (who: Person) => runHurd(app, ['users', 'suspend', who.username]),
      come: (who: Person) => runHurd(app, ['users', 'restore', who.username]),
    },
  ])('is not named in notifications while $by, and appears again afterwards', async ({ go, come }) => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    const comment = await commentBy(app, ana)
    await ben.call(takeStance, { id: comment.bill_id, stance: 'oppose' })
    await ben.call(takeStance, {
      id: comment.bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id: comment.id,
    })
    await followedBy(ana, 1)
    await ben.call(followUser, { id: ana.user_id })
    await readNewest(ana)
    const before = await ana.call(listNotifications, {})
    expect(before).toMatchObject({ unread_count: 2, pagination: { total: 3 } })

    await go(ben)
    const hidden = await ana.call(listNotifications, {})
    expect(hidden).toMatchObject({ unread_count: 1, pagination: { total: 1 } })
    expect(JSON.stringify(hidden)).not.toContain(ben.username)
    // A notification that is still on the screen can be marked as read, and is counted once.
    await ana.call(readNotification, { id: before.notifications.at(-1)!.id })
    expect(await findProblems(app.pool)).toEqual([])

    await come(ben)
    const after = await ana.call(listNotifications, {})
    expect(after.notifications.map(({ id }) => id)).toEqual(before.notifications.map(({ id }) => id))
    expect(after).toMatchObject({ unread_count: 1, pagination: { total: 3 } })
    expect(await findProblems(app.pool)).toEqual([])
  })
})

describe('readAllNotifications', () => {
  // covers HURD-UPDATES-03
  test('marks all as read, and undo makes those unread again, but not one that was read before', async () => {
    const ana = await someone('ana')
    await followedBy(ana, 3)
    const { notifications } = await ana.call(listNotifications, {})
    await ana.call(readNotification, { id: notifications[2]!.id })
    const other = await someone('other')
    await followedBy(other, 1)

    const { read_at, unread_count } = await ana.call(readAllNotifications, {})
    expect(unread_count).toBe(0)
    expect(await notificationsOf(ana)).toMatchObject({
      unread_count: 0,
      items: [{ read: true }, { read: true }, { read: true }],
    })
    expect(await notificationsOf(other)).toMatchObject({ unread_count: 1 })

    await followedBy(ana, 1)
    expect((await ana.call(readAllNotifications, { undo: read_at })).unread_count).toBe(3)
    expect(await notificationsOf(ana)).toMatchObject({
      items: [{ read: false }, { read: false }, { read: false }, { read: true }],
    })
    expect(await findProblems(app.pool)).toEqual([])
  })
})
