import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deactivate, deleteAccount } from '#contract/accounts/accounts.ts'
import { deleteComment, postComment } from '#contract/discussions.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

async function say(by: Person, content: string): Promise<string> {
  const { bill_id } = await app.bill('Talked About')
  const { comment } = await by.call(postComment, { id: bill_id, content, category_id: 'general-discussion' })
  return comment.comment_id
}

function about(target_type: 'bill_comment' | 'user', target_id: string, details: string | null = null) {
  return { target_type, target_id, reason: 'abuse' as const, details }
}

const nothing = '00000000-0000-4000-8000-000000000000'

describe('POST /api/reports', () => {
  test('a member can report a comment and a member once each, and a repeat gets the first report', async () => {
    const [ada, ben] = [await app.member('ada'), await app.member('ben')]
    const comment_id = await say(ben, 'Something unkind')
    const first = await ada.request(createReport, about('bill_comment', comment_id, '  Read it aloud.  '))
    expect(first.status).toBe(201)
    expect(first.body).toEqual({ success: true, report_id: expect.any(String) })
    const again = await ada.request(createReport, { ...about('bill_comment', comment_id), reason: 'spam' })
    expect([again.status, again.body]).toEqual([200, first.body])
    const member = await ada.request(createReport, about('user', ben.user_id))
    expect(member.status).toBe(201)
    expect(member.body['report_id']).not.toBe(first.body['report_id'])

    // A report of the same comment by another member is a separate report.
    const other = await (await app.member('cleo')).request(createReport, about('bill_comment', comment_id))
    expect([other.status, other.body['report_id'] === first.body['report_id']]).toEqual([201, false])
    const stored = await app.pool`
      select reason, details, reporter_id from reports where report_id = ${String(first.body['report_id'])}`
    expect(stored).toEqual([{ reason: 'abuse', details: 'Read it aloud.', reporter_id: ada.user_id }])
  })

  test('twenty simultaneous reports by one member of one target become one report', async () => {
    const [dora, egon] = [await app.member('dora'), await app.member('egon')]
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => dora.request(createReport, about('user', egon.user_id))),
    )
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array.from({ length: 19 }, () => 200),
      201,
    ])
    expect(new Set(responses.map(({ body }) => body['report_id'])).size).toBe(1)
  })

  test('a member cannot report themselves or their own content', async () => {
    const fay = await app.member('fay')
    const comment_id = await say(fay, 'My own words')
    for (const target of [about('bill_comment', comment_id), about('user', fay.user_id)]) {
      const { status, body } = await fay.request(createReport, target)
      expect([status, body['error']]).toEqual([400, 'You cannot report your own content'])
    }
  })

  test('a member cannot report what does not exist or what they cannot see', async () => {
    const [gil, hal, ivy] = [await app.member('gil'), await app.member('hal'), await app.member('ivy')]
    const gone = await say(hal, 'Withdrawn')
    await hal.call(deleteComment, { id: gone })
    await app.pool`update users set public_profile = false where user_id = ${ivy.user_id}`
    const jan = await app.member('jan')
    await jan.call(deactivate, {})
    const unseen = [
      about('bill_comment', nothing),
      about('bill_comment', gone),
      about('bill_comment', hal.user_id),
      about('user', nothing),
      about('user', ivy.user_id),
      about('user', jan.user_id),
    ]
    for (const target of unseen) {
      const { status, body } = await gil.request(createReport, target)
      expect([target, status, body['error']]).toEqual([target, 404, 'Content not found'])
    }
  })

  test.each([
    [{ target_type: 'bill' }, 'Invalid target'],
    [{ target_type: undefined }, 'Invalid target'],
    [{ target_id: '1' }, 'Invalid target'],
    [{ target_id: [nothing] }, 'Invalid target'],
    [{ target_id: undefined }, 'Invalid target'],
    [{ reason: 'dislike' }, 'Invalid reason'],
    [{ reason: null }, 'Invalid reason'],
    [{ details: 'x'.repeat(1001) }, 'Details must be at most 1000 characters'],
    [{ details: 7 }, 'Invalid request'],
  ])('%j is refused with its message', async (wrong, words) => {
    const kim = await app.member(`kim-${Math.random().toString(36).slice(2, 10)}`)
    const body = { ...about('user', nothing), ...wrong }
    const response = await kim.send('POST', '/api/reports', { body })
    expect([response.status, response.body['error']]).toEqual([400, words])
  })

  test('details can have a thousand characters of any kind', async () => {
    const [lea, max] = [await app.member('lea'), await app.member('max')]
    const { status } = await lea.request(createReport, about('user', max.user_id, '🗳'.repeat(1000)))
    expect(status).toBe(201)
  })

  test('a visitor and a deactivated member cannot report', async () => {
    const ned = await app.member('ned')
    const target = about('user', ned.user_id)
    expect(await app.visitor.refusal(createReport, target)).toBe('authentication_required')
    const olga = await app.member('olga', { account_status: 'inactive' })
    expect(await olga.refusal(createReport, target)).toBe('account_deactivated')
  })

  test('a report stays without reporter and details when the reporter’s account is deleted, and stays when the reported member’s account is deleted', async () => {
    const [pia, quin] = [await app.member('pia'), await app.member('quin')]
    const { report_id } = await pia.call(createReport, about('user', quin.user_id, 'I know where he works'))
    await pia.call(deleteAccount, {})
    const storedReport = () =>
      app.pool`select reporter_id, details from reports where report_id = ${report_id}`
    expect(await storedReport()).toEqual([{ reporter_id: null, details: null }])
    await quin.call(deleteAccount, {})
    expect(await storedReport()).toEqual([{ reporter_id: null, details: null }])
  })
})

test('a member can send twenty reports an hour, and repeats do not count', async () => {
  const strict = await startTestServer({ rateLimits: true })
  try {
    const rob = await strict.member('rob')
    const others = await Promise.all(Array.from({ length: 21 }, (_, n) => strict.member(`other-${n}`)))
    for (const { user_id } of others.slice(0, 20)) await rob.call(createReport, about('user', user_id))
    expect(await rob.refusal(createReport, about('user', others[0]!.user_id))).toBeNull()
    const { status, body, headers } = await rob.request(createReport, about('user', others[20]!.user_id))
    expect([status, body['error']]).toEqual([429, 'Too many attempts. Please try again later.'])
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
  } finally {
    await strict.close()
  }
})
