import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { discussionReadDays, listComments, markDiscussionRead } from '#contract/discussions.ts'
import { collectExport } from '#server/members/people/exportContent.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

// covers HURD-MOVED-06
test('after a member marks a discussion as read, it says up to what time they have seen it', async () => {
  const [ana, ben] = [await app.member('ana'), await app.member('ben')]
  const { bill_id } = await app.bill('A Read Bill')
  const first = await ana.call(listComments, { id: bill_id })
  expect(first.read_at).toBeNull()
  await ana.call(markDiscussionRead, { id: bill_id, as_of: first.as_of })
  expect((await ana.call(listComments, { id: bill_id })).read_at).toBe(first.as_of)
  expect((await ben.call(listComments, { id: bill_id })).read_at).toBeNull()

  // A slower device sends an earlier time, and a device with a wrong clock sends a future one.
  await ana.call(markDiscussionRead, { id: bill_id, as_of: '2026-01-01T00:00:00.000Z' })
  expect((await ana.call(listComments, { id: bill_id })).read_at).toBe(first.as_of)
  await ana.call(markDiscussionRead, { id: bill_id, as_of: '2099-01-01T00:00:00.000Z' })
  const { read_at } = await ana.call(listComments, { id: bill_id })
  expect(Date.parse(read_at!)).toBeLessThan(Date.parse('2099-01-01'))

  const unknown = '00000000-0000-4000-8000-000000000000'
  expect(await ana.refusal(markDiscussionRead, { id: unknown, as_of: first.as_of })).toBe('bill_not_found')
  expect(await ana.refusal(markDiscussionRead, { id: bill_id, as_of: 'now' })).toBe('invalid_request')
})

// covers HURD-MOVED-07
test('the time of the last read is in the data export, and is deleted with the account or after half a year', async () => {
  const [cleo, dan] = [await app.member('cleo'), await app.member('dan')]
  const { bill_id, bill_code } = await app.bill('A Forgotten Bill')
  for (const person of [cleo, dan]) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { as_of } = await person.call(listComments, { id: bill_id })
    // oxlint-disable-next-line no-await-in-loop -- see above
    await person.call(markDiscussionRead, { id: bill_id, as_of })
  }
  expect(await collectExport(app.pool, cleo.user_id)).toMatchObject({
    account: { active_at: expect.any(String), last_visit_at: null },
    discussions_read: [{ bill_code }],
  })
  const rows = () => app.pool`select user_id from discussion_reads where bill_id = ${bill_id}`
  await cleo.call(deleteAccount, {})
  expect(await rows()).toEqual([{ user_id: dan.user_id }])

  await runMaintenance(app.pool)
  expect(await rows()).toHaveLength(1)
  await app.pool`
    update discussion_reads set read_at = now() - make_interval(days => ${discussionReadDays}, hours => 1)`
  await runMaintenance(app.pool)
  expect(await rows()).toHaveLength(0)
})
