import { afterAll, beforeAll, expect, test } from 'vitest'
import { postComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, listGroupActivity, listGroups } from '#contract/groups.ts'
import { decideCases, getCase } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { listNotifications } from '#contract/notifications.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let ana: Person
let luz: Person
const austin = 'ocd-division/country:us/state:tx/place:austin'
const spanish = 'Lo pagamos todos los años, y nadie sabe cuánto.'
const english = 'We pay for this every year.'

beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', austin)
  luz = await app.resident('luz', austin)
})
afterAll(() => app.close())

async function say(by: Person, id: string, content: string, parent_comment_id: string | null = null) {
  const { comment } = await by.call(postComment, {
    id,
    content,
    category_id: 'general-discussion',
    parent_comment_id,
  })
  return comment.comment_id
}

// covers HURD-TRANSLATE-08
test('the latest post of a group, in the list and among the updates, has the language of its text', async () => {
  const id = await app.groupOf(austin)
  await app.pool`insert into group_follows (group_id, user_id) values (${id}, ${ana.user_id}) on conflict do nothing`
  await luz.call(createGroupPost, { id, content: spanish })
  const { groups } = await ana.call(listGroups, { order: 'places' })
  expect(groups.find(({ group_id }) => group_id === id)?.latest_post).toMatchObject({ language: 'es' })
  const { activity } = await ana.call(listGroupActivity, {})
  expect(activity).toMatchObject([{ post_title: spanish, language: 'es' }])
})

// covers HURD-TRANSLATE-08
test('a notification has the language of what it quotes: a comment on a bill, in a group, and a post', async () => {
  const { bill_id } = await app.bill('A Bill in Two Languages')
  const own = await say(ana, bill_id, english)
  await say(luz, bill_id, spanish, own)
  const id = await app.groupOf(austin)
  const { post } = await ana.call(createGroupPost, { id, content: english })
  await luz.call(createGroupComment, { id, post_id: post.post_id, content: spanish })
  const { notifications } = await ana.call(listNotifications, {})
  const quotes = { own_comment: english, own_comment_language: 'en', text: spanish, text_language: 'es' }
  expect(notifications.map(({ type, data }) => [type, data])).toMatchObject([
    ['post_comment', quotes],
    ['comment_reply', quotes],
  ])
})

// covers HURD-TRANSLATE-08
test('a case has the language of the reported comment and of its thread, and the email marks that of the reason', async () => {
  const mod = await operator(app, 'mod', 'moderator')
  const { bill_id } = await app.bill('A Bill with a Quarrel')
  const beginning = await say(ana, bill_id, english)
  const target_id = await say(luz, bill_id, spanish, beginning)
  const key = { target_type: 'bill_comment' as const, target_id }
  await ana.call(createReport, { ...key, reason: 'abuse' })
  const { case: found } = await mod.call(getCase, key)
  expect(found).toMatchObject({ text: spanish, language: 'es', context: { thread: [{ language: 'en' }] } })

  await app.pool`
    update users set language = 'es', email_verified_at = now() where user_id = ${luz.user_id}`
  await mod.call(decideCases, { cases: [key], decision: 'hide', reason: 'It insults a neighbor & more' })
  const [email] = await app.pool<{ text: string; html: string }[]>`
    select text, html from emails where user_id = ${luz.user_id} order by created_at desc limit 1`
  expect(email?.text).toContain('El motivo: It insults a neighbor & more')
  expect(email?.html).toContain('El motivo: <span lang="en">It insults a neighbor &#38; more</span>')
})
