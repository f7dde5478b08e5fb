import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteComment } from '#contract/discussions.ts'
import { decideAppeal, listAppeals, readDecision, sendAppeal } from '#contract/moderation/appeals.ts'
import { decideCases, getCase } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { commentBy } from '#server/testing/setups/notified.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
let mod: Person
let other: Person
beforeAll(async () => {
  app = await startTestServer()
  mod = await operator(app, 'mod', 'moderator')
  other = await operator(app, 'other-mod', 'moderator')
})
afterAll(() => app.close())

/**
 * Creates a comment and lets `mod` hide it or suspend its author, who is emailed. `beforeDecision` runs between the report
 * and the decision.
 */
async function createDecision(
  name: string,
  decision: 'hide' | 'suspend',
  beforeDecision: (author: Person, comment_id: string) => Promise<unknown> = async () => {},
) {
  const author = await app.member(`${name}-author`, { email_verified_at: '2026-01-01T00:00:00Z' })
  const { id } = await commentBy(app, author)
  const key = { target_type: 'bill_comment' as const, target_id: id }
  await (await app.member(`${name}-reporter`)).call(createReport, { ...key, reason: 'abuse' })
  await beforeDecision(author, id)
  await mod.call(decideCases, { cases: [key], decision, reason: 'It insults a member', days: 7 })
  return { author, key, token: await tokenFor(author) }
}

async function newestEmail({ user_id }: Person): Promise<string> {
  const [email] = await app.pool<{ text: string }[]>`
    select text from emails where user_id = ${user_id} order by created_at desc limit 1`
  return email?.text ?? ''
}

/** Returns the token of the link in the newest email. */
async function tokenFor(person: Person): Promise<string> {
  return /\/appeal\?token=([0-9a-f]{64})/.exec(await newestEmail(person))?.[1] ?? ''
}

// Both calls are made without a session.
const open = (token: string) => app.visitor.request(readDecision, { token })
const appeal = (token: string, text = 'It was a quotation.') =>
  app.visitor.request(sendAppeal, { token, text })

async function waitingAppeal(moderator: Person, { username }: Person) {
  const { appeals } = await moderator.call(listAppeals, { limit: 50 })
  const found = appeals.find(({ author_username }) => author_username === username)
  if (!found) throw new Error(`no appeal of ${username} is waiting`)
  return found
}

describe('a member who was suspended for the profile', () => {
  // covers HURD-APPEAL-04
  test('waits for no decision once another case has lifted the suspension', async () => {
    const { author, key } = await createDecision('lifted', 'hide')
    const profile = { target_type: 'user' as const, target_id: author.user_id }
    await (await app.member('lifted-reporter-2')).call(createReport, { ...profile, reason: 'abuse' })
    await mod.call(decideCases, { cases: [profile], decision: 'suspend', reason: 'It insults', days: 7 })
    const token = await tokenFor(author)
    await appeal(token)
    await other.call(decideCases, { cases: [key], decision: 'restore', reason: 'A quotation' })
    expect((await open(token)).body['decision']).toMatchObject({ state: 'reversed' })
  })

  // covers HURD-APPEAL-04
  test('waits for no decision once an operator has lifted the suspension with a command', async () => {
    const { author } = await createDecision('commanded', 'hide')
    const profile = { target_type: 'user' as const, target_id: author.user_id }
    await (await app.member('commanded-reporter-2')).call(createReport, { ...profile, reason: 'abuse' })
    await mod.call(decideCases, { cases: [profile], decision: 'suspend', reason: 'It insults', days: 7 })
    const token = await tokenFor(author)
    await appeal(token)
    expect((await runHurd(app, ['users', 'restore', author.username])).code).toBe(0)
    expect((await open(token)).body['decision']).toMatchObject({ state: 'reversed' })
    expect(await newestEmail(author)).toContain('It was reversed, and you can use your account.')
  })
})

describe('a member whose comment was hidden', () => {
  // covers HURD-APPEAL-01
  test('appeals once with the link in the email, without signing in, and sees its state at the same link', async () => {
    const { token } = await createDecision('once', 'hide')
    const before = await open(token)
    expect(before.body['decision']).toMatchObject({
      target_type: 'bill_comment',
      decision: 'hide',
      reason: 'It insults a member',
      state: 'open',
      text: null,
    })
    expect((await appeal(token, '  ')).body['fields']).toEqual({
      text: 'Write why the decision should be reversed',
    })
    expect((await appeal(token, 'x'.repeat(2001))).status).toBe(400)
    const sent = await Promise.all([appeal(token), appeal(token)])
    expect(sent.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 409])
    expect((await open(token)).body['decision']).toMatchObject({
      state: 'waiting',
      text: 'It was a quotation.',
    })
    expect((await appeal(token)).body['code']).toBe('appeal_already_sent')
  })

  // covers HURD-APPEAL-01
  test('cannot appeal after 30 days or with a link that is not theirs', async () => {
    const { author, token } = await createDecision('late', 'hide')
    await app.pool`
      update appeals set decided_at = now() - interval '31 days' where user_id = ${author.user_id}`
    expect((await open(token)).body['decision']).toMatchObject({ state: 'expired' })
    expect((await appeal(token)).body['code']).toBe('appeal_expired')
    for (const wrong of ['', '0'.repeat(64), `${token}0`]) {
      expect((await open(wrong)).body['code']).toBe('appeal_link_invalid')
      expect((await appeal(wrong)).body['code']).toBe('appeal_link_invalid')
    }
  })

  test('gets no link without a verified address', async () => {
    const author = await app.member('unverified-author', { email_verified_at: null })
    const { id } = await commentBy(app, author)
    const key = { target_type: 'bill_comment' as const, target_id: id }
    await (await app.member('unverified-reporter')).call(createReport, { ...key, reason: 'abuse' })
    await mod.call(decideCases, { cases: [key], decision: 'hide', reason: 'It insults a member' })
    expect(await app.pool`select from appeals where user_id = ${author.user_id}`).toHaveLength(0)
  })
})

describe('an appeal', () => {
  // covers HURD-APPEAL-02
  test('is listed with the words of both sides and decided once, by another moderator', async () => {
    const { author, token, key } = await createDecision('twice', 'hide')
    await appeal(token)
    expect((await waitingAppeal(mod, author)).can_decide).toBe(false)
    const listed = await waitingAppeal(other, author)
    expect(listed).toMatchObject({
      ...key,
      decision: 'hide',
      reason: 'It insults a member',
      text: 'It was a quotation.',
      can_decide: true,
    })
    const answer = {
      appeal_id: listed.appeal_id,
      outcome: 'upheld' as const,
      answer: 'It insults all the same',
    }
    expect(await mod.refusal(decideAppeal, answer)).toBe('appeal_of_own_decision')
    const { status, body } = await other.request(decideAppeal, { ...answer, answer: ' ' })
    expect([status, body['fields']]).toEqual([400, { answer: 'Enter a reason' }])
    const third = await operator(app, 'third-mod', 'administrator')
    const outcomes = await Promise.all([
      other.refusal(decideAppeal, answer),
      third.refusal(decideAppeal, { ...answer, outcome: 'reversed' }),
    ])
    expect(outcomes.toSorted()).toEqual(['appeal_decided', null])
    expect(await other.refusal(decideAppeal, { ...answer, appeal_id: mod.user_id })).toBe('appeal_not_found')
  })

  // covers HURD-APPEAL-02
  test('is decided by the same moderator if nobody else has a role and two-step sign-in', async () => {
    const { author, token } = await createDecision('alone', 'hide')
    await appeal(token)
    const { appeal_id } = await waitingAppeal(mod, author)
    await app.pool`delete from second_factors where user_id <> ${mod.user_id}`
    const answer = { appeal_id, outcome: 'upheld' as const, answer: 'Read again' }
    expect((await waitingAppeal(mod, author)).can_decide).toBe(true)
    expect(await mod.refusal(decideAppeal, answer)).toBeNull()
    await app.pool`
      insert into second_factors (user_id, sealed_secret, last_step)
      select user_id, ${Buffer.alloc(48)}, 0 from operator_roles on conflict do nothing`
  })

  // covers HURD-APPEAL-02
  test('is decided by the same moderator if everybody else with a role is suspended', async () => {
    const { author, token } = await createDecision('deserted', 'hide')
    await appeal(token)
    expect((await waitingAppeal(mod, author)).can_decide).toBe(false)
    const others = app.pool`user_id <> ${mod.user_id} and user_id in (select user_id from operator_roles)`
    await app.pool`update users set account_status = 'suspended' where ${others}`
    const { can_decide, appeal_id } = await waitingAppeal(mod, author)
    await app.pool`update users set account_status = 'active' where ${others}`
    expect(can_decide).toBe(true)
    await other.call(decideAppeal, { appeal_id, outcome: 'upheld', answer: 'Read again' })
  })

  // covers HURD-APPEAL-03
  test('that succeeds shows the comment again, lifts the suspension, and is emailed and recorded', async () => {
    const { author, token, key } = await createDecision('freed', 'suspend')
    expect((await mod.call(getCase, key)).case.author?.account_status).toBe('suspended')
    await appeal(token)
    const { appeal_id } = await waitingAppeal(other, author)
    await other.call(decideAppeal, { appeal_id, outcome: 'reversed', answer: 'It was a quotation' })
    expect((await mod.call(getCase, key)).case).toMatchObject({
      state: 'visible',
      author: { account_status: 'active' },
    })
    expect((await open(token)).body['decision']).toMatchObject({
      state: 'reversed',
      answer: 'It was a quotation',
    })
    expect(await newestEmail(author)).toContain('It was reversed, and you can use your account.')
    const records = await app.pool<{ operator: string; detail: unknown }[]>`
      select operator, detail from audit_log where user_id = ${author.user_id} and action = 'appeal_decided'`
    expect(records).toEqual([
      { operator: `member ${other.user_id}`, detail: { appeal_id, outcome: 'reversed' } },
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-APPEAL-03
  test('that fails changes nothing and is answered with the reason', async () => {
    const { author, token, key } = await createDecision('stays', 'hide')
    await appeal(token)
    const { appeal_id } = await waitingAppeal(other, author)
    await other.call(decideAppeal, { appeal_id, outcome: 'upheld', answer: 'It insults all the same' })
    expect((await mod.call(getCase, key)).case.state).toBe('hidden')
    expect(await newestEmail(author)).toMatch(/the decision stays[\s\S]*It insults all the same/)
    expect((await open(token)).body['decision']).toMatchObject({ state: 'upheld' })
  })

  // covers HURD-APPEAL-04
  test('ends when a moderator restores the case', async () => {
    const { author, token, key } = await createDecision('restored', 'hide')
    await appeal(token)
    const { appeal_id } = await waitingAppeal(other, author)
    await mod.call(decideCases, { cases: [key], decision: 'restore', reason: 'Hidden by mistake' })
    expect((await open(token)).body['decision']).toMatchObject({
      state: 'reversed',
      answer: 'Hidden by mistake',
    })
    const late = { appeal_id, outcome: 'upheld' as const, answer: 'Too late' }
    expect(await other.refusal(decideAppeal, late)).toBe('appeal_decided')

    const unsent = await createDecision('restored-unsent', 'hide')
    await mod.call(decideCases, { cases: [unsent.key], decision: 'restore', reason: 'Hidden by mistake' })
    expect((await open(unsent.token)).body['code']).toBe('appeal_link_invalid')
  })

  // covers HURD-APPEAL-04
  test('ends when an operator restores the content with a command, unless the author is still suspended', async () => {
    const hidden = await createDecision('shown', 'hide')
    const suspended = await createDecision('shown-late', 'suspend')
    for (const { token, key } of [hidden, suspended]) {
      await appeal(token)
      const args = ['content', 'restore', key.target_type, key.target_id]
      expect((await runHurd(app, args)).code).toBe(0)
    }
    expect((await open(hidden.token)).body['decision']).toMatchObject({
      state: 'reversed',
      answer: 'The content is shown again.',
    })
    expect(await newestEmail(hidden.author)).toContain('It was reversed, and you can use your account.')
    expect((await open(suspended.token)).body['decision']).toMatchObject({ state: 'waiting' })
    expect((await runHurd(app, ['users', 'restore', suspended.author.username])).code).toBe(0)
    expect((await open(suspended.token)).body['decision']).toMatchObject({
      state: 'reversed',
      answer: 'The suspension was lifted.',
    })
  })

  // covers HURD-APPEAL-04
  test('leaves deleted content deleted and a later suspension in force', async () => {
    const deleted = await createDecision('deleted', 'suspend', (author, id) =>
      author.call(deleteComment, { id }),
    )
    await appeal(deleted.token)
    const { appeal_id } = await waitingAppeal(other, deleted.author)
    await other.call(decideAppeal, { appeal_id, outcome: 'reversed', answer: 'It was a quotation' })
    expect((await mod.call(getCase, deleted.key)).case).toMatchObject({
      state: 'deleted',
      author: { account_status: 'active' },
    })

    const { author, token, key } = await createDecision('again', 'suspend')
    await appeal(token)
    const self = { target_type: 'user' as const, target_id: author.user_id }
    await app.pool`
      insert into reports (target_type, target_id, reason, reported_user_id)
      values ('user', ${author.user_id}, 'abuse', ${author.user_id})`
    await mod.call(decideCases, {
      cases: [self],
      decision: 'suspend',
      reason: 'Threatens someone',
      days: null,
    })
    const first = await waitingAppeal(other, author)
    await other.call(decideAppeal, {
      appeal_id: first.appeal_id,
      outcome: 'reversed',
      answer: 'It was a quotation',
    })
    expect((await mod.call(getCase, key)).case).toMatchObject({
      state: 'visible',
      author: { account_status: 'suspended' },
    })
    expect(await newestEmail(author)).toContain('Another decision still suspends your account.')
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-APPEAL-04
  test('about each of two cases that were decided together lifts the suspension once both succeed', async () => {
    const author = await app.member('together', { email_verified_at: '2026-01-01T00:00:00Z' })
    const reporter = await app.member('together-reporter')
    const { id: one } = await commentBy(app, author)
    const { id: two } = await commentBy(app, author)
    const cases = [one, two].map((target_id) => ({ target_type: 'bill_comment' as const, target_id }))
    for (const key of cases) await reporter.call(createReport, { ...key, reason: 'abuse' })
    await mod.call(decideCases, { cases, decision: 'suspend', reason: 'It insults a member', days: null })
    const emails = await app.pool<{ token: string | null }[]>`
      select substring(text from '/appeal[?]token=([0-9a-f]{64})') as token
        from emails where user_id = ${author.user_id}`
    const tokens = emails.flatMap(({ token }) => token ?? [])
    const results: (string | undefined)[] = []
    for (const token of tokens) {
      await appeal(token)
      const { appeal_id, target_id } = await waitingAppeal(other, author)
      await other.call(decideAppeal, { appeal_id, outcome: 'reversed', answer: 'It was a quotation' })
      const { author: decided } = (await mod.call(getCase, { target_type: 'bill_comment', target_id })).case
      results.push(decided?.account_status)
    }
    expect(results).toEqual(['suspended', 'active'])
    expect(await newestEmail(author)).toContain('It was reversed, and you can use your account.')
  })

  // covers HURD-APPEAL-04
  test('leaves every other suspension in force, whichever came first and whoever made it', async () => {
    const { author, token } = await createDecision('other', 'suspend')
    const status = async () => {
      const [user] = await app.pool<{ account_status: string }[]>`
        select account_status from users where user_id = ${author.user_id}`
      return user?.account_status
    }
    const daysLeft = async () => {
      const [user] = await app.pool<{ days: number | null }[]>`
        select ceil(extract(epoch from suspended_until - now()) / 86400)::int as days
          from users where user_id = ${author.user_id}`
      return user?.days
    }
    const reverse = async (link: string) => {
      await appeal(link)
      const { appeal_id } = await waitingAppeal(other, author)
      await other.call(decideAppeal, { appeal_id, outcome: 'reversed', answer: 'It was a quotation' })
    }
    await app.pool`
      insert into reports (target_type, target_id, reason, reported_user_id)
      values ('user', ${author.user_id}, 'abuse', ${author.user_id})`
    const self = { target_type: 'user' as const, target_id: author.user_id }
    await mod.call(decideCases, {
      cases: [self],
      decision: 'suspend',
      reason: 'Threatens someone',
      days: null,
    })
    await reverse(await tokenFor(author))
    expect(await status(), 'the earlier decision').toBe('suspended')
    expect(await daysLeft(), 'the earlier end applies again').toBe(7)
    for (const command of ['restore', 'suspend']) {
      expect((await runHurd(app, ['users', command, author.username])).code).toBe(0)
    }
    await reverse(token)
    expect(await status(), 'the decision of an operator').toBe('suspended')
    expect(await newestEmail(author)).toContain('Another decision still suspends your account.')
  })

  // covers HURD-APPEAL-04
  test('that succeeds while a code suspends the member ends with the suspension of the code', async () => {
    const { author, token } = await createDecision('coded', 'suspend')
    await app.pool`insert into access_codes (code, max_uses, uses) values ('APPEALED-1', 10, 1)`
    await app.pool`update users set access_code = 'APPEALED-1' where user_id = ${author.user_id}`
    const status = async () => {
      const [user] = await app.pool<{ account_status: string }[]>`
        select account_status from users where user_id = ${author.user_id}`
      return user?.account_status
    }
    const code = ['--code', 'APPEALED-1', '--confirm']
    expect((await runHurd(app, ['suspend', ...code, '--reason', 'Bought'])).code).toBe(0)
    await appeal(token)
    const { appeal_id } = await waitingAppeal(other, author)
    await other.call(decideAppeal, { appeal_id, outcome: 'reversed', answer: 'It was a quotation' })
    expect(await status()).toBe('suspended')
    expect((await runHurd(app, ['unsuspend', ...code])).code).toBe(0)
    expect(await status()).toBe('active')
  })
})
