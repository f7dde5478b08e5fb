import { afterAll, beforeAll, expect, test } from 'vitest'
import { deactivate } from '#contract/accounts/accounts.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { muteUser } from '#contract/mutes.ts'
import { listNotifications, readAllNotifications } from '#contract/notifications.ts'
import { updatePrivacy } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { notificationsOf, say } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

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
