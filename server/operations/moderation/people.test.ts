import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { getUser, login, register } from '#contract/accounts/accounts.ts'
import { listComments, postComment } from '#contract/discussions.ts'
import { followUser, getUserByUsername, listFollowers, updateProfile } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into access_codes (code, max_uses) values ('FOR-EVERYBODY', 1000)`
})
afterAll(() => app.close())

const password = 'quiet river morning'

function join(username: string, full_name = 'Nora Field') {
  const email = `${username.toLowerCase()}@example.org`
  const form = { full_name, username, email, access_code: 'FOR-EVERYBODY', address: '', password }
  return app.visitor.request(register, form)
}

const hurd = (...args: string[]) => runHurd(app, args)
const production = { NODE_ENV: 'production', PUBLIC_ORIGIN: 'https://hurd.example' }

async function flags(username: string): Promise<string[]> {
  const rows = await app.pool<{ details: string }[]>`
    select r.details from reports r join users u on u.user_id = r.target_id
     where r.is_automatic and r.target_type = 'user' and r.resolved_at is null and u.username = ${username}`
  return rows.map((row) => row.details)
}

describe('a suspended member', () => {
  test('is signed out within a second, cannot sign in, is hidden like a deactivated member, and is fully restored', async () => {
    const { body } = await join('sam')
    const token = String(body['token'])
    const me = { token }
    const tess = await app.member('tess')
    const [sam] = await app.pool<{ user_id: string }[]>`select user_id from users where username = 'sam'`
    const id = sam!.user_id
    await tess.call(followUser, { id })
    await app.send('POST', `/api/users/${tess.user_id}/follow`, me)
    const { bill_id } = await app.bill('Lantern Act')
    const comment = { content: 'What I said', category_id: 'general-discussion' }
    await app.send('POST', `/api/bills/${bill_id}/comments`, { token, body: comment })

    expect(await hurd('users', 'suspend', '@Sam')).toMatchObject({ code: 0, stdout: '@sam is suspended.\n' })
    await expect.poll(() => app.send('GET', '/api/users/stances', me).then(({ status }) => status)).toBe(401)
    const refused = await app.visitor.request(login, { email: 'sam@example.org', password })
    expect([refused.status, refused.body['error']]).toEqual([403, 'This account has been suspended.'])
    const guess = await app.visitor.request(login, { email: 'sam@example.org', password: 'not the password' })
    expect(guess.body['error']).toBe('Invalid email or password')

    expect(await tess.refusal(getUser, { id })).toBe('user_not_found')
    expect(await tess.refusal(getUserByUsername, { username: 'sam' })).toBe('user_not_found')
    expect(await tess.refusal(followUser, { id })).toBe('user_not_found')
    expect((await tess.call(listFollowers, { id: tess.user_id })).followers).toEqual([])
    expect((await tess.call(getUser, { id: tess.user_id })).profile).toMatchObject({
      followerCount: 0,
      followingCount: 0,
    })
    expect((await tess.call(listComments, { id: bill_id })).comments[0]?.content).toBe('What I said')
    expect((await join('sam')).status).toBe(409)
    expect(await findProblems(app.pool)).toEqual([])

    expect((await hurd('users', 'suspend', 'sam', '--json')).json).toMatchObject({ ok: true, changed: false })
    expect(await hurd('users', 'restore', 'sam')).toMatchObject({
      code: 0,
      stdout: '@sam can sign in again.\n',
    })
    const { user } = await app.visitor.call(login, { email: 'sam@example.org', password })
    expect(user.accountStatus).toBe('active')
    expect((await app.send('GET', '/api/users/stances', me)).status).toBe(401)
    expect((await tess.call(getUser, { id: tess.user_id })).profile).toMatchObject({
      followerCount: 1,
      followingCount: 1,
    })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('who was deactivated before is deactivated again afterward', async () => {
    const uma = await app.member('uma', { account_status: 'inactive' })
    await hurd('users', 'suspend', 'uma')
    await hurd('users', 'restore', 'uma')
    const [row] = await app.pool`select account_status from users where user_id = ${uma.user_id}`
    expect(row).toEqual({ account_status: 'inactive' })
  })

  test.each([
    [['users', 'suspend'], 2, 'requires one username'],
    [['users', 'suspend', 'one', 'two'], 2, 'requires one username'],
    [['users', 'suspend', 'nobody-here'], 1, 'There is no member @nobody-here.'],
    [['users', 'member-type', 'sam', 'king'], 2, 'The label must be one of'],
    [['users', 'suspend', 'sam', '--by', '--'], 2, '--by must be a name'],
  ])('%j is refused with a message', async (args, code, words) => {
    const result = await hurd(...args)
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(words)])
  })
})

const labelAsOfficial = (username: string, by: string) =>
  runHurd(app, ['users', 'member-type', username, 'elected_official', '--by', by, '--json'], production)

describe('the label of a member', () => {
  test('is set by one operator outside production', async () => {
    await app.member('vera')
    const { code, json } = await hurd('users', 'member-type', 'vera', 'community_leader', '--json')
    expect([code, json['state']]).toEqual([0, 'set'])
    expect((await hurd('users', 'member-type', 'vera', 'elected_official', '--json')).json).toMatchObject({
      ok: true,
      username: 'vera',
      member_type: 'elected_official',
      state: 'set',
    })
  })

  test('of an elected official needs two operators in production, and both are recorded', async () => {
    const wes = await app.member('wes')
    const label = async () => {
      const [row] = await app.pool`select member_type from users where user_id = ${wes.user_id}`
      return row!['member_type']
    }
    expect((await labelAsOfficial('wes', 'Ana Lima')).json['state']).toBe('proposed')
    expect((await labelAsOfficial('wes', 'ana lima')).json['state']).toBe('proposed')
    expect(await label()).toBe('regular')
    expect((await labelAsOfficial('wes', 'Bo Reyes')).json['state']).toBe('set')
    expect(await label()).toBe('elected_official')
    const actions = await app.pool`
      select action, split_part(operator, ' (', 1) as operator, split_part(detail->>'proposed_by', ' (', 1) as first
        from audit_log where user_id = ${wes.user_id} order by audit_id`
    expect(actions).toEqual([
      { action: 'label_proposed', operator: 'Ana Lima', first: null },
      { action: 'label_proposed', operator: 'ana lima', first: null },
      { action: 'label_set', operator: 'Bo Reyes', first: 'ana lima' },
    ])
    // One operator can remove the label.
    const removal = await runHurd(
      app,
      ['users', 'member-type', 'wes', 'regular', '--by', 'Bo Reyes', '--json'],
      production,
    )
    expect(removal.json['state']).toBe('set')
  })

  test('a proposed label expires after a week', async () => {
    const xeni = await app.member('xeni')
    await labelAsOfficial('xeni', 'Ana Lima')
    await app.pool`
      update label_proposals set proposed_at = now() - interval '8 days' where user_id = ${xeni.user_id}`
    expect((await labelAsOfficial('xeni', 'Bo Reyes')).json['state']).toBe('proposed')
  })
})

describe('names', () => {
  test.each([
    'admin',
    'Hurd',
    'H-U-R-D',
    'moderator',
    'm0derat0r',
    'supp0rt',
    'he1p',
    '0fficial',
    'White_House',
  ])('%s is reserved', async (username) => {
    const { status, body } = await join(username)
    expect([status, body['error']]).toEqual([409, 'Username is already taken'])
  })

  test('a member cannot choose a reserved name, or one that looks like an official’s', async () => {
    const official = await app.member('mayor-oakes')
    await app.pool`update users set member_type = 'elected_official' where user_id = ${official.user_id}`
    const yan = await app.member('yan')
    for (const username of ['admin', 'Mayor_0akes', 'mayoroakes']) {
      expect(await yan.refusal(updateProfile, { username })).toBe('username_taken')
    }
    expect(await official.refusal(updateProfile, { username: 'mayor_oakes' })).toBeNull()
  })

  test('a name that resembles an official’s is reported at once, at registration and when it changes', async () => {
    const official = await app.member('rep-delacroix', { full_name: 'Jeanne Delacroix' })
    await app.pool`update users set member_type = 'elected_official' where user_id = ${official.user_id}`
    await join('jd-fan-1', 'Jeanne Delacroix')
    await join('jd-fan-2', 'Jеаnne Dеlаcrоіх') // е, а, о, і, х are Cyrillic
    await join('jd-fan-3', 'Jeanne De-la-Croix')
    await join('senator-jeanne-delacroix', 'J. D.')
    await join('jane-dela', 'Jane Dela')
    const reported = ['The name resembles that of the official @rep-delacroix.']
    for (const name of ['jd-fan-1', 'jd-fan-2', 'jd-fan-3', 'senator-jeanne-delacroix']) {
      expect([name, await flags(name)]).toEqual([name, reported])
    }
    expect(await flags('jane-dela')).toEqual([])

    const zoe = await app.member('zoe')
    await zoe.call(updateProfile, { bio: 'Hello' })
    expect(await flags('zoe')).toEqual([])
    await zoe.call(updateProfile, { full_name: 'Jeane Delacroix' })
    await zoe.call(updateProfile, { full_name: 'Jeanne Delacroix' })
    expect(await flags('zoe')).toEqual(reported)
  })

  test('a member whose name resembles that of a new official is reported', async () => {
    await app.member('early-bird', { full_name: 'Augusta Winterbourne' })
    await app.member('augusta-w', { full_name: 'Augusta Winterbourne' })
    const { json } = await hurd('users', 'member-type', 'augusta-w', 'elected_official', '--json')
    expect(json['flagged']).toBe(1)
    expect(await flags('early-bird')).toEqual(['The name resembles that of the official @augusta-w.'])
  })
})

test('the comments of a suspended member can still be read and replied to', async () => {
  const [abe, bea] = [await app.member('abe'), await app.member('bea')]
  const { bill_id } = await app.bill('Answered')
  const general = { id: bill_id, category_id: 'general-discussion' } as const
  const { comment } = await abe.call(postComment, { ...general, content: 'First' })
  await hurd('users', 'suspend', 'abe')
  const reply = { ...general, content: 'Second', parent_comment_id: comment.comment_id }
  expect(await bea.refusal(postComment, reply)).toBeNull()
})
