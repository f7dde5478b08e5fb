import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { followUser, unfollowUser, updatePrivacy, updateProfile } from '#contract/people.ts'
import type { Stance } from '#contract/stances.ts'
import { reactivate } from '#server/members/people/lifecycle.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { commentBy, readNewest, notificationsOf, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { notifyPendingFollowers } from './stanceFanout.ts'

let app: TestServer
let people = 0
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const someone = (name: string) => app.member(`${name}-${(people += 1)}`)

describe('a changed mind', () => {
  // covers HURD-MINDS-09
  test('gets a response that says whether the author was notified', async () => {
    const [author, inactive] = [await someone('author'), await someone('inactive')]
    const [open, quiet] = [await someone('open'), await someone('quiet')]
    await quiet.call(updatePrivacy, { public_profile: false })
    const comments = [await commentBy(app, author), await commentBy(app, inactive)]
    await inactive.call(deactivate, {})
    const changed: boolean[] = []
    for (const { id, bill_id } of comments) {
      for (const member of [open, quiet]) {
        await member.call(takeStance, { id: bill_id, stance: 'oppose' })
        for (const stance of ['support', 'neutral'] as const) {
          const change = { id: bill_id, stance, change_source: 'comment', comment_id: id } as const
          changed.push((await member.call(takeStance, change)).author_notified)
        }
      }
    }
    // Only the first change notifies: the member has a public profile, and the author's account is active.
    expect(changed).toEqual([true, false, false, false, false, false, false, false])
    expect((await notificationsOf(author)).items).toHaveLength(1)
  })

  test('notifies the author once per member and comment, with the name', async () => {
    const [author, ben] = [await someone('author'), await someone('ben')]
    const { id, bill_id } = await commentBy(app, author)
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    const changeTo = (stance: Stance) =>
      ben.call(takeStance, { id: bill_id, stance, change_source: 'comment', comment_id: id })
    await changeTo('support')
    const { items } = await notificationsOf(author)
    expect(items).toMatchObject([
      {
        type: 'comment_influenced_mind',
        message: `${ben.username} of the test changed their mind because of your comment`,
        data: { comment_id: id, bill_id, username: ben.username, follower_username: null },
      },
    ])
    await changeTo('neutral')
    await readNewest(author)
    await changeTo('learning')
    expect(await notificationsOf(author)).toMatchObject({ items: [{ read: true }], unread_count: 0 })
  })
})

describe('a follow', () => {
  test('notifies the member, and unfollowing before it was read retracts it', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    await ben.call(followUser, { id: ana.user_id })
    expect((await notificationsOf(ana)).items).toMatchObject([
      {
        type: 'new_follower',
        message: `${ben.username} of the test started following you`,
        read: false,
        data: { comment_id: null, bill_id: null, username: ben.username, follower_username: ben.username },
      },
    ])
    await ben.call(unfollowUser, { id: ana.user_id })
    expect(await notificationsOf(ana)).toMatchObject({ messages: [], unread_count: 0 })
  })

  test('notifies at most once a day, however often the follower unfollows and follows again', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    for (let turn = 0; turn < 5; turn += 1) {
      await ben.call(followUser, { id: ana.user_id })
      await ben.call(unfollowUser, { id: ana.user_id })
    }
    await ben.call(followUser, { id: ana.user_id })
    expect(await notificationsOf(ana)).toMatchObject({
      messages: [`${ben.username} of the test started following you`],
      unread_count: 1,
    })
    await readNewest(ana)
    await ben.call(unfollowUser, { id: ana.user_id })
    await ben.call(followUser, { id: ana.user_id })
    expect(await notificationsOf(ana)).toMatchObject({ items: [{ read: true }], unread_count: 0 })

    await app.pool`
      update notifications set created_at = now() - interval '25 hours' where user_id = ${ana.user_id}`
    await ben.call(unfollowUser, { id: ana.user_id })
    await ben.call(followUser, { id: ana.user_id })
    expect(await notificationsOf(ana)).toMatchObject({
      items: [{ read: false }, { read: true }],
      unread_count: 1,
    })
  })
})

describe('a stance', () => {
  test('of a followed member notifies once per bill, with the current stance', async () => {
    const [ana, fan] = [await someone('ana'), await someone('fan')]
    await fan.call(followUser, { id: ana.user_id })
    const { bill_id } = await app.bill('Followed Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await deliverNotifications()
    expect((await notificationsOf(fan)).items).toMatchObject([
      {
        type: 'followee_stance',
        message: `${ana.username} of the test took a stance on Followed Bill: support`,
        data: {
          comment_id: null,
          bill_id,
          username: ana.username,
          profile_picture_url: null,
          engagement_level: 'new',
          follower_username: null,
        },
      },
    ])
    await ana.call(takeStance, { id: bill_id, stance: 'learning' })
    await deliverNotifications()
    expect(await notificationsOf(fan)).toMatchObject({
      messages: [`${ana.username} of the test took a stance on Followed Bill: still learning`],
      unread_count: 1,
    })
    await readNewest(fan)
    await ana.call(takeStance, { id: bill_id, stance: 'learning' })
    await deliverNotifications()
    expect(await notificationsOf(fan)).toMatchObject({ items: [{ read: true }], unread_count: 0 })
    await ana.call(takeStance, { id: bill_id, stance: 'oppose' })
    await deliverNotifications()
    expect(await notificationsOf(fan)).toMatchObject({
      messages: [
        `${ana.username} of the test took a stance on Followed Bill: oppose`,
        `${ana.username} of the test took a stance on Followed Bill: still learning`,
      ],
      unread_count: 1,
    })
  })

  test('notifies nobody while the member keeps stances private, and making them private retracts the notifications', async () => {
    const [ana, fan] = [await someone('ana'), await someone('fan')]
    await fan.call(followUser, { id: ana.user_id })
    const [shown, hidden] = [await app.bill('Shown Bill'), await app.bill('Hidden Bill')]
    await ana.call(takeStance, { id: shown.bill_id, stance: 'support' })
    await deliverNotifications()
    expect((await notificationsOf(fan)).unread_count).toBe(1)

    await ana.call(updatePrivacy, { public_stances: false })
    await ana.call(takeStance, { id: hidden.bill_id, stance: 'oppose' })
    await deliverNotifications()
    expect(await notificationsOf(fan)).toMatchObject({ messages: [], unread_count: 0 })
    expect(await app.pool`select from stance_fanouts where user_id = ${ana.user_id}`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })
})

describe('a member who', () => {
  test('is deactivated is not notified, and is notified again after reactivating', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    const { id, bill_id } = await commentBy(app, ana)
    await ana.call(followUser, { id: ben.user_id })
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    await deliverNotifications()
    await app.pool`delete from notifications`
    await ana.call(deactivate, {})
    await vote(ben, id)
    await ben.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
    await deliverNotifications()
    expect(await app.pool`select from notifications where user_id = ${ana.user_id}`).toHaveLength(0)
    expect(await app.pool`select notification_id from comment_votes where comment_id = ${id}`).toEqual([
      { notification_id: null },
    ])

    await app.pool`update users set account_status = 'suspended' where user_id = ${ana.user_id}`
    await vote(await someone('cleo'), id)
    await deliverNotifications()
    expect(await app.pool`select from notifications where user_id = ${ana.user_id}`).toHaveLength(0)

    await app.pool`update users set account_status = 'inactive' where user_id = ${ana.user_id}`
    await app.pool.begin((db) => reactivate(db, ana.user_id))
    await vote(ben, id)
    await vote(ben, id)
    await deliverNotifications()
    expect(await app.pool`select votes from notifications where user_id = ${ana.user_id}`).toEqual([
      { votes: 1 },
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('deletes the account is no longer named in notifications', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    const { id, bill_id } = await commentBy(app, ana)
    await ana.call(followUser, { id: ben.user_id })
    await ben.call(followUser, { id: ana.user_id })
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    await ben.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
    await deliverNotifications()
    expect((await notificationsOf(ana)).unread_count).toBe(3)
    await ben.call(deleteAccount, {})
    expect(await notificationsOf(ana)).toMatchObject({ messages: [], unread_count: 0 })
    expect(await app.pool`select from stance_fanouts where user_id = ${ben.user_id}`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('changes the username appears under the new one', async () => {
    const [ana, ben] = [await someone('ana'), await someone('ben')]
    await ben.call(followUser, { id: ana.user_id })
    await ben.call(updateProfile, { username: `${ben.username}-renamed` })
    expect((await notificationsOf(ana)).items).toMatchObject([
      {
        message: `${ben.username} of the test started following you`,
        data: { follower_username: `${ben.username}-renamed` },
      },
    ])
  })
})

test('notifications about a deleted comment are deleted, whether it leaves a tombstone or not', async () => {
  const [ana, ben] = [await someone('ana'), await someone('ben')]
  const [answered, plain] = [await commentBy(app, ana), await commentBy(app, ana)]
  await ben.call(postComment, {
    id: answered.bill_id,
    content: 'An answer',
    category_id: 'general-discussion',
    parent_comment_id: answered.id,
  })
  for (const { id, bill_id } of [answered, plain]) {
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    await ben.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
    await vote(ben, id)
  }
  expect((await notificationsOf(ana)).unread_count).toBe(5)
  expect((await ana.call(deleteComment, { id: answered.id })).deletion_type).toBe('soft')
  expect((await ana.call(deleteComment, { id: plain.id })).deletion_type).toBe('hard')
  // The reply is still there, and the deleted text of the comment is not repeated.
  expect(await notificationsOf(ana)).toMatchObject({
    items: [{ type: 'comment_reply', data: { own_comment: null, text: 'An answer' } }],
    unread_count: 1,
  })
  expect(await findProblems(app.pool)).toEqual([])
})

test('an action that is refused notifies nobody', async () => {
  const [ana, ben] = [await someone('ana'), await someone('ben')]
  await ben.call(followUser, { id: ana.user_id })
  await readNewest(ana)
  expect(await ben.refusal(followUser, { id: ana.user_id })).toBe('already_following_user')
  const { id, bill_id } = await commentBy(app, ana)
  const refused = { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id } as const
  expect(await ben.refusal(takeStance, refused)).toBe('no_stance_yet')
  expect(await notificationsOf(ana)).toMatchObject({ items: [{ read: true }], unread_count: 0 })
})

/**
 * Runs until all authors and followers are notified, including fan-outs that are delayed because the stance changed a
 * moment ago.
 */
async function deliverNotifications() {
  await app.visitor.runWorkers()
  for (;;) {
    await app.pool`update stance_fanouts set next_attempt_at = now() where next_attempt_at > now() and started_at is not null`
    await notifyPendingFollowers(app.pool)
    const waiting = await app.pool`select from stance_fanouts where next_attempt_at is not null`
    if (waiting.length === 0) return
  }
}
