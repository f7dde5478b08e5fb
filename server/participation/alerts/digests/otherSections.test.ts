import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateNotificationSettings } from '#contract/alerts.ts'
import { followTopic } from '#contract/bills/bills.ts'
import { postComment } from '#contract/discussions.ts'
import { createGroupPost } from '#contract/groups.ts'
import { muteUser } from '#contract/mutes.ts'
import { alertEmails, makeDigestDue, newBill } from '#server/testing/setups/alerts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { sendDueDigests } from './digest.ts'

const origin = 'http://localhost:3000'
const verified = { email_verified_at: '2026-01-01T00:00:00Z' }
const denver = 'ocd-division/country:us/state:co/place:denver'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** Returns the text of the digest that is sent now, or null if none is sent. */
async function digestOf(person: Person & { user_id: string }) {
  await app.pool`delete from emails`
  await makeDigestDue(app, person)
  await sendDueDigests(app.pool, origin)
  return (await alertEmails(app))[0] ?? null
}

test('a digest names replies, new bills and posts in groups, each once and only as the member chose', async () => {
  const ana = await app.resident('ana', denver, verified)
  const bo = await app.resident('bob', denver)
  await ana.call(updateNotificationSettings, { email_digest: 'weekly' })
  expect(await digestOf(ana), 'nothing happened').toBeNull()

  const { bill_id } = await app.bill('Snow on Sidewalks')
  const general = { id: bill_id, category_id: 'general-discussion' } as const
  const { comment } = await ana.call(postComment, { ...general, content: 'Who shovels?' })
  await bo.call(postComment, { ...general, content: 'We do.', parent_comment_id: comment.comment_id })
  await ana.call(followTopic, { topic: 'health' })
  await newBill(app, 77, { topics: ['health'], created_at: new Date().toISOString() })
  const [group] = await app.pool<
    { group_id: string }[]
  >`select group_id from groups where jurisdiction = ${denver}`
  await bo.call(createGroupPost, { id: group!.group_id, content: 'Potluck on Sunday' })
  const email = await digestOf(ana)
  expect(email!.text).toContain('Replies to your comments\n- bo')
  expect(email!.text).toMatch(/New bills in your places and topics\n- H\.R\. 77: /)
  expect(email!.text).toMatch(/Posts in your groups\n- Denver.*: 1 new post\n/)
  expect(email!.text, 'replies come first').toMatch(/Replies to your comments\n[^]*New bills in your places/)
  expect(email!.html).toContain('Replies to your comments')
  expect(await digestOf(ana), 'the same news again').toBeNull()

  await ana.call(updateNotificationSettings, { email_comments: false, group_notifications: false })
  await bo.call(postComment, { ...general, content: 'Really.', parent_comment_id: comment.comment_id })
  await bo.call(createGroupPost, { id: group!.group_id, content: 'Bring chairs' })
  expect(await digestOf(ana), 'turned off').toBeNull()
  await ana.call(updateNotificationSettings, { email_comments: true })
  expect((await digestOf(ana))!.subject).toMatch(/^bob .*replied to your comment on /)
})

// covers HURD-MUTE-03
test('a digest names no muted member', async () => {
  const mia = await app.resident('mia', denver, verified)
  const ned = await app.resident('ned', denver)
  await mia.call(updateNotificationSettings, { email_digest: 'weekly' })
  const { bill_id } = await app.bill('Quiet Streets')
  const general = { id: bill_id, category_id: 'general-discussion' } as const
  const { comment } = await mia.call(postComment, { ...general, content: 'Who is loud?' })
  await mia.call(muteUser, { id: ned.user_id })
  await ned.call(postComment, { ...general, content: 'You are.', parent_comment_id: comment.comment_id })
  const [group] = await app.pool<{ group_id: string }[]>`
    select group_id from groups where jurisdiction = ${denver}`
  await app.pool`delete from group_posts`
  await ned.call(createGroupPost, { id: group!.group_id, content: 'Loud party' })
  expect(await digestOf(mia)).toBeNull()
})
