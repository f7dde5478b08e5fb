import { afterAll, beforeAll, expect, test } from 'vitest'
import { register } from '#contract/accounts/accounts.ts'
import { postComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, followGroup } from '#contract/groups.ts'
import { unstorableText } from '#contract/kit/text.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { updateProfile } from '#contract/people.ts'
import { contactRepresentative } from '#contract/representatives.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const nameRule = 'Full name cannot contain line breaks or invisible characters'
const texas = 'ocd-division/country:us/state:tx'

let app: TestServer
let ana: Person
let ids: Record<'bill' | 'group' | 'post', string>
beforeAll(async () => {
  app = await startTestServer()
  ana = await app.resident('ana', texas, { email_verified_at: '2026-01-01' })
  const [{ bill_id }, group] = [await app.bill('A Bill'), await app.groupOf(texas)]
  await app.representative('TX-1', { division: texas })
  await ana.call(followGroup, { id: group })
  const { post } = await ana.call(createGroupPost, { id: group, content: 'First' })
  ids = { bill: bill_id, group, post: post.post_id }
  await app.pool`insert into access_codes (code, max_uses) values ('OPEN-HOUSE', 100)`
})
afterAll(() => app.close())

const form = {
  full_name: 'Rosa Delgado',
  username: 'rosa',
  email: 'rosa@example.org',
  access_code: 'OPEN-HOUSE',
  address: '12 Sample Street, Springfield, IL 62701',
  password: 'quiet river morning',
}

/** Returns, for every text that members write, a call that would succeed with ordinary words in `field`. */
function writes(
  text: string,
): [field: string, () => Promise<{ status: number; body: Record<string, unknown> }>][] {
  const [about, inGroup] = [
    { id: ids.bill, category_id: 'general-discussion' } as const,
    { id: ids.group, post_id: ids.post },
  ]
  const contact = { rep_id: 'TX-1', subject: 'Subject', message: 'Message', bill_id: ids.bill }
  const target = { target_type: 'group_post', target_id: ids.post, reason: 'other' } as const
  return [
    ['full_name', () => app.visitor.request(register, { ...form, full_name: text })],
    ['address', () => app.visitor.request(register, { ...form, address: `${text} Street, Springfield, IL` })],
    ['password', () => app.visitor.request(register, { ...form, password: `${text} river morning` })],
    ['full_name', () => ana.request(updateProfile, { full_name: text })],
    ['bio', () => ana.request(updateProfile, { bio: text })],
    ['address', () => ana.request(updateProfile, { address: `${text} Street, Springfield, IL` })],
    ['content', () => ana.request(postComment, { ...about, content: text })],
    ['content', () => ana.request(createGroupPost, { id: ids.group, content: text })],
    ['content', () => ana.request(createGroupComment, { ...inGroup, content: text })],
    ['details', () => ana.request(createReport, { ...target, details: text })],
    ['subject', () => ana.request(contactRepresentative, { ...contact, subject: text })],
    ['message', () => ana.request(contactRepresentative, { ...contact, message: text })],
  ]
}

test('text with half of a surrogate pair or a NUL is refused with the name of its field, and never stored', async () => {
  for (const text of ['a\ud800b', 'ab\udfff', 'a\u0000b']) {
    for (const [field, send] of writes(text)) {
      const { status, body } = await send()
      // A name has its own rule for control characters.
      const words = field === 'full_name' && text.includes('\0') ? nameRule : unstorableText
      expect([field, status, body]).toEqual([
        field,
        400,
        {
          success: false,
          error: words,
          code: 'invalid_request',
          fields: { [field]: words },
        },
      ])
    }
  }
  const stored = await app.pool`
    select full_name from users where full_name like '%\ufffd%' union all
    select content from bill_comments where content like '%\ufffd%' union all
    select content from group_posts where content like '%\ufffd%'`
  expect(stored).toEqual([])
})

test('a whole surrogate pair is an ordinary character', async () => {
  expect(
    (await ana.request(postComment, { id: ids.bill, category_id: 'general-discussion', content: '👍' }))
      .status,
  ).toBe(201)
})

test('a body that is not UTF-8 is refused instead of being repaired', async () => {
  const [before, after] = ['{"category_id":"general-discussion","content":"a', 'b"}']
  for (const bytes of [[0xed, 0xa0, 0x80], [0xff], [0xc3]]) {
    const body = Buffer.concat([Buffer.from(before), Buffer.from(bytes), Buffer.from(after)])
    const response = await fetch(`${app.origin}/api/bills/${ids.bill}/comments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ana.token}` },
      body,
    })
    expect([response.status, await response.json()]).toEqual([
      400,
      { success: false, error: 'Invalid request', code: 'invalid_request' },
    ])
  }
})

test('comments, posts and names without a visible character are refused', async () => {
  for (const text of ['\u200b\u2060', '\u3164', '\u2800 \u2800']) {
    for (const [field, send] of writes(text).filter(([name]) => name === 'content' || name === 'full_name')) {
      expect([field, (await send()).status]).toEqual([field, 400])
    }
  }
})
