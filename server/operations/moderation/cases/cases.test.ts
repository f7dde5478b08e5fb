import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getUser } from '#contract/accounts/accounts.ts'
import { listComments } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost } from '#contract/groups.ts'
import { addNote, assignCase, decideCases, getCase, listCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { runMaintenance } from '#server/testing/runMaintenance.ts'
import { commentBy, say } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: TestServer
let mod: Person
let other: Person
beforeAll(async () => {
  app = await startTestServer()
  mod = await moderator('mod')
  other = await moderator('other-mod')
})
afterAll(() => app.close())

const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

async function moderator(name: string): Promise<Person> {
  const person = await app.member(name)
  await app.pool`
    insert into operator_roles (user_id, role, granted_by) values (${person.user_id}, 'moderator', 'tester')`
  await app.pool`
    insert into second_factors (user_id, sealed_secret, last_step)
    values (${person.user_id}, ${Buffer.alloc(48)}, 0)`
  return person
}

/** Creates a comment that `reporters` other members reported. */
async function createCase(name: string, reporters = 1) {
  const author = await app.member(`${name}-author`, verified)
  const { id, bill_id } = await commentBy(app, author)
  const key = { target_type: 'bill_comment' as const, target_id: id }
  for (let index = 0; index < reporters; index += 1) {
    const reporter = await app.member(`${name}-reporter-${index}`, verified)
    await reporter.call(createReport, { ...key, reason: 'abuse', details: `Details ${index}` })
  }
  return { author, bill_id, key }
}

const decide = (
  key: Awaited<ReturnType<typeof createCase>>['key'],
  decision: 'dismiss' | 'hide' | 'restore' | 'suspend',
  days: number | null = null,
) => ({ cases: [key], decision, reason: 'It insults a member', days })

async function report(reporter: Person, target_id: string): Promise<string> {
  await reporter.call(createReport, { target_type: 'bill_comment', target_id, reason: 'abuse', details: '' })
  return target_id
}

async function emailsTo(username: string): Promise<string[]> {
  const rows = await app.pool<{ text: string }[]>`
    select text from emails join users using (user_id)
     where purpose = 'moderation_notice' and username = ${username}`
  return rows.map(({ text }) => text)
}

describe('the role of a moderator', () => {
  // covers HURD-MODERATE-01
  test('is granted, listed and revoked by command, and each change is recorded', async () => {
    const rita = await app.member('rita')
    expect(await runHurd(app, ['roles', 'grant', '@rita', 'king'])).toMatchObject({ code: 2 })
    expect(await runHurd(app, ['roles', 'grant', '@rita', 'moderator'])).toMatchObject({
      code: 0,
      stdout:
        '@rita is now a moderator.\n' +
        'Two-step sign-in is OFF: no screen opens until they turn it on in Settings, under Account.\n',
    })
    expect((await runHurd(app, ['roles', 'list'])).stdout).toContain(
      '@rita  moderator  two-step sign-in is OFF',
    )
    expect(await runHurd(app, ['roles', 'revoke', 'rita'])).toMatchObject({
      code: 0,
      stdout: '@rita has no role anymore.\n',
    })
    const records =
      await app.pool`select action from audit_log where user_id = ${rita.user_id} order by audit_id`
    expect(records.map(({ action }) => String(action))).toEqual(['role_granted', 'role_revoked'])
  })

  // covers HURD-MODERATE-02
  test('gives no access without two-step sign-in, in a deactivated account, or after it is revoked', async () => {
    const sara = await moderator('sara')
    expect((await sara.call(getUser, { id: sara.user_id })).user?.operatorRole).toBe('moderator')
    expect(await sara.refusal(listCases, {})).toBeNull()
    await app.pool`delete from second_factors where user_id = ${sara.user_id}`
    const refused = await sara.request(listCases, {})
    expect([refused.status, refused.body['error']]).toEqual([
      403,
      'Moderators and administrators need two-step sign-in. Turn it on in Settings, then come back to this page.',
    ])
    await app.pool`
      insert into second_factors (user_id, sealed_secret, last_step)
      values (${sara.user_id}, ${Buffer.alloc(48)}, 0)`
    await app.pool`delete from operator_roles where user_id = ${sara.user_id}`
    expect(await sara.refusal(listCases, {})).toBe('not_found')
    const tom = await moderator('tom')
    await app.pool`update users set account_status = 'inactive' where user_id = ${tom.user_id}`
    expect(await (await app.signInAgain(tom)).refusal(listCases, {})).toBe('account_deactivated')
  })
})

describe('the queue', () => {
  // covers HURD-MODERATE-03
  test('lists each reported target once, the oldest first, page by page, and shows which cases are mine', async () => {
    const first = await createCase('queue-a', 3)
    const second = await createCase('queue-b')
    const third = await createCase('queue-c')
    const ours = [first, second, third].map(({ key }) => key.target_id)
    const pages: string[] = []
    let after: string | undefined
    do {
      const page = await mod.call(listCases, { limit: 2, after })
      pages.push(...page.cases.map(({ target_id }) => target_id))
      after = page.next ?? undefined
    } while (after !== undefined)
    expect(pages.filter((id) => ours.includes(id))).toEqual(ours)
    const { cases } = await mod.call(listCases, { limit: 50 })
    expect(cases.find(({ target_id }) => target_id === ours[0])).toMatchObject({
      report_count: 3,
      reasons: ['abuse'],
      author_username: 'queue-a-author',
      assigned_to: null,
    })

    await mod.call(assignCase, { ...first.key, assigned: true })
    expect(await other.refusal(assignCase, { ...first.key, assigned: true })).toBe('case_assigned')
    const mine = await mod.call(listCases, { filter: 'mine' })
    expect(mine.cases.map(({ target_id, assigned_to }) => [target_id, assigned_to?.username])).toEqual([
      [ours[0], 'mod'],
    ])
    await other.call(assignCase, { ...first.key, assigned: true, take_over: true })
    expect((await mod.call(listCases, { filter: 'mine' })).cases).toEqual([])
    await other.call(assignCase, { ...first.key, assigned: false })
    await mod.call(decideCases, decide(first.key, 'dismiss'))
    expect((await mod.call(listCases, { limit: 50 })).cases.map(({ target_id }) => target_id)).not.toContain(
      ours[0],
    )
    const all = await mod.call(listCases, { filter: 'all', limit: 50 })
    expect(all.cases.find(({ target_id }) => target_id === ours[0])).toMatchObject({
      is_open: false,
      report_count: 3,
    })
    await report(await app.member('queue-a-late'), first.key.target_id)
    const again = await mod.call(listCases, { filter: 'all', limit: 50 })
    expect(again.cases.find(({ target_id }) => target_id === ours[0])).toMatchObject({
      is_open: true,
      report_count: 1,
    })
  })

  // covers HURD-MODERATE-04
  test('a case has the text, its bill, the history of the author and no name of a reporter', async () => {
    const { author, key, bill_id } = await createCase('detail', 2)
    await mod.request(decideCases, decide((await createCase('unrelated')).key, 'hide'))
    const response = await mod.request(getCase, key)
    const found = (await mod.call(getCase, key)).case
    expect(found).toMatchObject({ state: 'visible', is_open: true, context: { bill_id }, report_count: 2 })
    expect(found.text).not.toBeNull()
    expect(found.author).toMatchObject({ user_id: author.user_id, hidden_items: 0, suspensions: 0 })
    expect(found.reports.map(({ details }) => details)).toEqual(['Details 1', 'Details 0'])
    expect(JSON.stringify(response.body)).not.toContain('detail-reporter')
    expect(await mod.refusal(getCase, { ...key, target_id: mod.user_id })).toBe('case_not_found')
  })
})

// covers HURD-MODERATE-04
test('a reported comment stands in its thread: what it replies to, up to the beginning, and the first replies to it', async () => {
  const { author, key, bill_id } = await createCase('thread')
  const [ann, ben] = [await app.member('thread-ann'), await app.member('thread-ben')]
  const first = await say(ann, bill_id, 'The beginning')
  const second = await say(ben, bill_id, 'An objection', first)
  const reported = await say(author, bill_id, 'Nonsense', second)
  await say(ann, bill_id, 'Beside it', first)
  const beginning = await report(ben, first.comment_id)
  const end = await report(ben, reported.comment_id)
  const threadOf = async (target_id: string) =>
    (await mod.call(getCase, { ...key, target_id })).case.context.thread
  expect(await threadOf(end)).toMatchObject([
    { is_before: true, username: 'thread-ann', text: 'The beginning' },
    { is_before: true, username: 'thread-ben', text: 'An objection' },
  ])
  expect(await threadOf(beginning)).toMatchObject([
    { is_before: false, username: 'thread-ben', text: 'An objection' },
    { is_before: false, username: 'thread-ann', text: 'Beside it' },
  ])

  const nevada = 'ocd-division/country:us/state:nv'
  const cy = await app.resident('thread-cy', nevada, verified)
  const id = await app.groupOf(nevada)
  const { post } = await cy.call(createGroupPost, { id, content: 'A post' })
  const { comment } = await cy.call(createGroupComment, { id, post_id: post.post_id, content: 'A remark' })
  await ben.call(createReport, {
    target_type: 'group_comment',
    target_id: comment.comment_id,
    reason: 'spam',
    details: '',
  })
  const found = await mod.call(getCase, { target_type: 'group_comment', target_id: comment.comment_id })
  expect(found.case.context.thread).toMatchObject([
    { is_before: true, username: 'thread-cy', text: 'A post' },
  ])
})

describe('a decision', () => {
  // covers HURD-MODERATE-05 HURD-MODERATE-07 HURD-MODERATE-08
  test('to hide closes every report, removes the comment, is recorded, and is emailed without naming reporters or author', async () => {
    const { author, key, bill_id } = await createCase('hide', 2)
    expect(await mod.call(decideCases, decide(key, 'hide'))).toMatchObject({ decided: 1, reports: 2 })
    const { comments } = await author.call(listComments, { id: bill_id })
    expect(JSON.stringify(comments)).toContain('[Removed by moderators]')
    const records = await app.pool<{ action: string }[]>`
      select action from audit_log where operator = ${`member ${mod.user_id}`} and detail->>'id' = ${key.target_id}`
    expect(records.map(({ action }) => action)).toEqual(['content_hidden'])
    const [toAuthor = ''] = await emailsTo('hide-author')
    expect(toAuthor).toContain('The moderators removed your comment.')
    expect(toAuthor).toContain('The reason: It insults a member')
    expect(toAuthor).not.toMatch(/report/i)
    const [toReporter = ''] = await emailsTo('hide-reporter-0')
    expect(toReporter).toContain('took action')
    expect(toReporter).not.toMatch(/hide-author|insults/)
    expect(await emailsTo('hide-reporter-1')).toHaveLength(1)

    await mod.call(decideCases, decide(key, 'restore'))
    expect((await mod.call(getCase, key)).case.state).toBe('visible')
    expect(await mod.refusal(decideCases, decide(key, 'restore'))).toBe('nothing_to_change')
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('to dismiss leaves the comment and emails only the reporter', async () => {
    const { key } = await createCase('dismiss')
    await mod.call(decideCases, decide(key, 'dismiss'))
    expect((await mod.call(getCase, key)).case).toMatchObject({ state: 'visible', is_open: false })
    expect(await emailsTo('dismiss-author')).toEqual([])
    expect((await emailsTo('dismiss-reporter-0'))[0]).toContain('found no reason to act')
  })

  // covers HURD-MODERATE-09
  test('to suspend hides the comment and suspends the author until maintenance ends the suspension on time', async () => {
    const { author, key } = await createCase('suspend')
    await mod.call(decideCases, decide(key, 'suspend', 7))
    const suspended = (await mod.call(getCase, key)).case
    expect(suspended).toMatchObject({
      state: 'hidden',
      author: { account_status: 'suspended', suspensions: 1 },
    })
    expect((await emailsTo('suspend-author'))[0]).toContain('suspended your account for 7 days')
    await runMaintenance(app.pool)
    expect((await mod.call(getCase, key)).case.author?.account_status).toBe('suspended')
    await app.pool`
      update users set suspended_until = now() - interval '1 minute' where user_id = ${author.user_id}`
    await runMaintenance(app.pool)
    expect((await mod.call(getCase, key)).case.author).toMatchObject({
      account_status: 'active',
      suspended_until: null,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MODERATE-08 HURD-MODERATE-09
  test('to suspend an author who is suspended already emails the later end', async () => {
    const { author, bill_id, key } = await createCase('endless')
    const { comment_id } = await say(author, bill_id, 'You are fools as well')
    const target_id = await report(await app.member('endless-second-reporter'), comment_id)
    await mod.call(decideCases, decide(key, 'suspend'))
    await mod.call(decideCases, decide({ ...key, target_id }, 'suspend', 7))
    const emails = await emailsTo('endless-author')
    expect(emails).toHaveLength(2)
    for (const email of emails) expect(email).toContain('suspended your account until further notice')
  })

  // covers HURD-MODERATE-06
  test('by two moderators at the same time is made once, and the other is refused', async () => {
    const { key } = await createCase('race')
    const outcomes = await Promise.all([
      mod.refusal(decideCases, decide(key, 'hide')),
      other.refusal(decideCases, decide(key, 'dismiss')),
    ])
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1)
    expect(outcomes).toContain('case_decided')
  })

  test('about several cases has one reason and is made for all or for none', async () => {
    const [first, second, decided] = [
      await createCase('bulk-a'),
      await createCase('bulk-b'),
      await createCase('bulk-c'),
    ]
    await other.call(decideCases, decide(decided.key, 'dismiss'))
    const bulk = (...cases: (typeof first)[]) => ({
      ...decide(first.key, 'hide'),
      cases: cases.map(({ key }) => key),
    })
    expect(await mod.refusal(decideCases, bulk(first, second, decided))).toBe('case_decided')
    expect((await mod.call(getCase, first.key)).case).toMatchObject({ state: 'visible', is_open: true })
    expect(await mod.call(decideCases, bulk(first, second))).toMatchObject({ decided: 2, reports: 2 })
    expect((await mod.call(getCase, second.key)).case.reports[0]?.note).toBe('It insults a member')
  })

  test('needs a reason, and nobody decides about themselves or suspends another moderator', async () => {
    const { key } = await createCase('rules')
    const { status, body } = await mod.request(decideCases, { ...decide(key, 'hide'), reason: '  ' })
    expect([status, body['fields']]).toEqual([400, { reason: 'Enter a reason' }])
    const reporter = await app.member('rules-reporter')
    const self = { target_type: 'user' as const, target_id: mod.user_id }
    await reporter.call(createReport, { ...self, reason: 'other' })
    const about = { cases: [self], decision: 'suspend' as const, reason: 'Because', days: 1 }
    expect(await mod.refusal(decideCases, about)).toBe('own_case')
    expect(await other.refusal(decideCases, about)).toBe('operator_case')
    expect(await mod.refusal(decideCases, { ...about, cases: [{ ...self, target_id: other.user_id }] })).toBe(
      'case_not_found',
    )
  })
})

describe('a note about a member', () => {
  // covers HURD-NOTE-01
  test('is seen by every moderator in each case about the member, and by nobody else', async () => {
    const { author, key } = await createCase('noted')
    const words = 'Was asked by telephone, 555-0100, to stop.'
    await mod.call(addNote, { user_id: author.user_id, content: `  ${words} ` })
    await other.call(addNote, { user_id: author.user_id, content: 'Has stopped since.' })
    const notes = (await other.call(getCase, key)).case.author?.notes
    expect(notes?.map(({ content, written_by }) => [content, written_by])).toEqual([
      ['Has stopped since.', 'other-mod'],
      [words, 'mod'],
    ])
    expect(await author.refusal(addNote, { user_id: author.user_id, content: words })).toBe('not_found')
    const empty = await mod.request(addNote, { user_id: author.user_id, content: ' ' })
    expect([empty.status, empty.body['fields']]).toEqual([400, { content: 'Enter a note' }])
    expect(await mod.refusal(addNote, { user_id: key.target_id, content: words })).toBe('user_not_found')
    const records = await app.pool<{ operator: string; detail: unknown }[]>`
      select operator, detail::text as detail from audit_log
       where user_id = ${author.user_id} and action = 'note_added' order by audit_id`
    expect(records.map(({ operator }) => operator)).toEqual([
      `member ${mod.user_id}`,
      `member ${other.user_id}`,
    ])
    expect(JSON.stringify(records)).not.toContain('telephone')
  })
})
