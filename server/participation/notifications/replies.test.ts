import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { deactivate } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, deleteGroupComment } from '#contract/groups.ts'
import { muteUser } from '#contract/mutes.ts'
import { listNotifications, readAllNotifications, readNotification } from '#contract/notifications.ts'
import { followUser, updatePrivacy } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { hideGroupComment, hidePost, restorePost } from '#server/participation/groups/moderation.ts'
import { notificationsOf, say } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { notifyPendingFollowers } from './stanceFanout.ts'

let app: TestServer
let people = 0
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const someone = (name: string) => app.member(`${name}-${(people += 1)}`, { full_name: `${name} Penn` })

async function thread() {
  const [ana, ben] = [await someone('Ana'), await someone('Ben')]
  const { bill_id } = await app.bill('A Bill of Replies')
  return { ana, ben, bill_id, comment: await say(ana, bill_id, 'A view of mine') }
}

const typesOf = async (person: Person) => (await notificationsOf(person)).items.map(({ type }) => type)

// covers HURD-UPDATES-04
test('a reply notifies the author of the comment once, with both texts, even if it begins with a mention', async () => {
  const { ana, ben, bill_id, comment } = await thread()
  const reply = await say(ben, bill_id, `@${ana.username} Which corner is it?`, comment)
  await say(ana, bill_id, `@${ana.username} and I answer myself`, comment)
  const { items, unread_count } = await notificationsOf(ana)
  expect(unread_count).toBe(1)
  expect(items).toMatchObject([
    {
      type: 'comment_reply',
      message: 'Ben Penn answered you',
      read: false,
      data: {
        bill_id,
        comment_id: reply.comment_id,
        bill_title: 'A Bill of Replies',
        own_comment: 'A view of mine',
        text: `@${ana.username} Which corner is it?`,
        username: ben.username,
        member_type: 'regular',
      },
    },
  ])
  expect(await findProblems(app.pool)).toEqual([])

  await ben.call(deleteComment, { id: reply.comment_id })
  expect(await notificationsOf(ana)).toMatchObject({ items: [], unread_count: 0 })
})

// covers HURD-UPDATES-04
test('a reply below the last level notifies the author of the comment that it replies to', async () => {
  const { ana, ben, bill_id, comment } = await thread()
  const cleo = await someone('Cleo')
  const second = await say(ben, bill_id, 'Second level', comment)
  const third = await say(cleo, bill_id, 'Third level', second)
  await say(ana, bill_id, 'Beside the third', third)
  expect(await typesOf(cleo)).toEqual(['comment_reply'])
  expect(await typesOf(ben)).toEqual(['comment_reply'])
})

// covers HURD-UPDATES-04
test('a mention notifies members once each, not unknown names, and not the writer', async () => {
  const { ana, ben, bill_id } = await thread()
  await say(
    ben,
    bill_id,
    `Ask @${ana.username.toUpperCase()} (@${ana.username}), @nobody-here and @${ben.username}`,
  )
  expect(await notificationsOf(ana)).toMatchObject({
    items: [{ type: 'comment_mention', message: 'Ben Penn mentioned you', data: { own_comment: null } }],
    unread_count: 1,
  })
  expect(await typesOf(ben)).toEqual([])

  const crowd = await Promise.all(Array.from({ length: 12 }, () => someone('Crowd')))
  await say(ben, bill_id, crowd.map(({ username }) => `@${username}`).join(' '))
  const notified = await Promise.all(crowd.map(async (person) => (await typesOf(person)).length))
  expect(
    notified.reduce((sum, count) => sum + count, 0),
    'at most ten',
  ).toBe(10)

  for (const person of crowd.slice(0, 2)) await person.call(muteUser, { id: ben.user_id })
  const before = await Promise.all(crowd.map(async (person) => (await typesOf(person)).length))
  await say(ben, bill_id, [ben, ...crowd].map(({ username }) => `@${username}`).join(' '))
  const after = await Promise.all(crowd.map(async (person) => (await typesOf(person)).length))
  const isNotified = after.map((count, index) => count > before[index]!)
  expect(isNotified, 'those who muted the writer take no place of the ten').toEqual(
    crowd.map((_, index) => index > 1),
  )
})

// covers HURD-UPDATES-04
test('a member who muted the writer or has a deactivated account gets none, and a private profile hides none', async () => {
  const { ana, ben, bill_id, comment } = await thread()
  await ana.call(muteUser, { id: ben.user_id })
  await say(ben, bill_id, `@${ana.username} hello`, comment)
  expect(await typesOf(ana)).toEqual([])

  const dora = await someone('Dora')
  await dora.call(updatePrivacy, { public_profile: false })
  await say(dora, bill_id, 'From a private profile', comment)
  expect(await typesOf(ana)).toEqual(['comment_reply'])
  await dora.call(updatePrivacy, { public_profile: true })
  await dora.call(updatePrivacy, { public_profile: false })
  expect(await typesOf(ana)).toEqual(['comment_reply'])
  await dora.call(deactivate, {})
  expect(await typesOf(ana)).toEqual([])
  expect(await findProblems(app.pool)).toEqual([])
})

// covers HURD-UPDATES-04
test('a mute removes unread replies of the muted member, and takes the words out of those that were read', async () => {
  const { ana, ben, bill_id, comment } = await thread()
  await say(ben, bill_id, 'Read before the mute', comment)
  await ana.call(readAllNotifications, {})
  await say(ben, bill_id, 'Unread at the mute', comment)
  expect(await typesOf(ana)).toEqual(['comment_reply', 'comment_reply'])
  await ana.call(muteUser, { id: ben.user_id })
  const { notifications, unread_count } = await ana.call(listNotifications, {})
  expect(unread_count).toBe(0)
  expect(notifications.map(({ type, data }) => [type, data.text])).toEqual([['comment_reply', null]])
  expect(await findProblems(app.pool)).toEqual([])
})

// covers HURD-UPDATES-04
test('a labeled official is named as one, and a request that is sent twice notifies once', async () => {
  const { ana, ben, bill_id, comment } = await thread()
  await app.pool`update users set member_type = 'elected_official' where user_id = ${ben.user_id}`
  const input = {
    id: bill_id,
    content: 'I read it the same way.',
    category_id: 'general-discussion',
    parent_comment_id: comment.comment_id,
  } as const
  const key = { 'idempotency-key': 'one-reply' }
  await ben.request(postComment, input, key)
  await ben.request(postComment, input, key)
  expect((await notificationsOf(ana)).messages).toEqual(['Ben Penn, elected official, answered you'])
})

const nevada = 'ocd-division/country:us/state:nv'

async function groupPost() {
  const ana = await app.resident(`ana-${(people += 1)}`, nevada, { full_name: 'Ana Penn' })
  const ben = await someone('Ben')
  const id = await app.groupOf(nevada)
  const { post } = await ana.call(createGroupPost, { id, content: 'A post of mine' })
  const comment = (by: Person, content: string, parent_comment_id: string | null = null) =>
    by.call(createGroupComment, { id, post_id: post.post_id, content, parent_comment_id })
  return { ana, ben, id, post_id: post.post_id, comment }
}

// covers HURD-UPDATES-04
test('a comment on a post notifies its author, a reply the author of the comment, and a mention the member, each once', async () => {
  const { ana, ben, id, comment } = await groupPost()
  const cleo = await someone('Cleo')
  const first = (await comment(ben, `Good, @${ana.username}`)).comment
  await comment(ana, 'I answer myself')
  await comment(cleo, `And @${ben.username}?`, first.comment_id)
  expect((await notificationsOf(ana)).items).toMatchObject([
    { type: 'post_comment', message: 'Cleo Penn commented on your post' },
    {
      type: 'post_comment',
      message: 'Ben Penn commented on your post',
      data: {
        group_id: id,
        group_name: 'Nevada',
        comment_id: null,
        bill_id: null,
        own_comment: 'A post of mine',
      },
    },
  ])
  expect((await notificationsOf(ben)).items).toMatchObject([
    {
      type: 'comment_reply',
      message: 'Cleo Penn answered you',
      data: { own_comment: `Good, @${ana.username}`, text: `And @${ben.username}?`, username: cleo.username },
    },
  ])
  expect(await findProblems(app.pool)).toEqual([])
})

// covers HURD-UPDATES-04
test('a comment on a post that is deleted or hidden notifies nobody any more, like one by a muted member', async () => {
  const { ana, ben, id, post_id, comment } = await groupPost()
  const gone = (await comment(ben, 'Soon deleted')).comment
  const hidden = (await comment(ben, 'Soon hidden')).comment
  await comment(ben, 'It stays')
  expect(await typesOf(ana)).toHaveLength(3)
  await ben.call(deleteGroupComment, { id, post_id, comment_id: gone.comment_id })
  await app.pool.begin((db) => hideGroupComment(db, hidden.comment_id))
  expect((await notificationsOf(ana)).items.map(({ data }) => data.text)).toEqual(['It stays'])
  await app.pool.begin((db) => hidePost(db, post_id))
  expect(await notificationsOf(ana)).toMatchObject({ items: [], unread_count: 0 })
  await app.pool.begin((db) => restorePost(db, post_id))
  await ana.call(muteUser, { id: ben.user_id })
  await comment(ben, 'Not for Ana')
  expect(await typesOf(ana)).toEqual([])
  expect(await findProblems(app.pool)).toEqual([])
})

// covers HURD-UPDATES-02
test('unread stances of followed members are counted apart, because they are one entry', async () => {
  const [ana, ben] = [await someone('Ana'), await someone('Ben')]
  await ana.call(followUser, { id: ben.user_id })
  for (const title of ['One', 'Two', 'Three']) {
    const { bill_id } = await app.bill(title)
    await ben.call(takeStance, { id: bill_id, stance: 'support' })
  }
  // The server's own worker may be notifying of some of them at this moment.
  await vi.waitFor(async () => {
    await notifyPendingFollowers(app.pool)
    expect(await ana.call(listNotifications, {})).toMatchObject({ unread_count: 3, unread_stances: 3 })
  }, 10_000)
  const { items } = await notificationsOf(ana)
  expect(await ana.call(readNotification, { id: items[0]!.id })).toMatchObject({
    unread_count: 2,
    unread_stances: 2,
  })
  await ben.call(updatePrivacy, { public_stances: false })
  expect(await ana.call(listNotifications, {})).toMatchObject({ unread_stances: 0 })
  expect(await findProblems(app.pool)).toEqual([])
})
