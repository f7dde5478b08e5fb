import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deactivate,
  deleteAccount,
  getUser,
  login,
  reactivate,
  register,
} from '#contract/accounts/accounts.ts'
import { addBookmark, followTopic, listBills, takeStance } from '#contract/bills/bills.ts'
import { deleteComment, listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { followUser, getProfileStats, listFollowers } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { contentParts } from '#server/operations/deletions/parts.ts'
import { say } from '#server/testing/setups/notified.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { removeClosedAccount } from './deletion/deletion.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const password = 'quiet river morning'

function form(username: string, access_code: string) {
  const email = `${username}@example.org`
  return { full_name: 'Rosa Delgado', username, email, access_code, address: '', password }
}

async function code(value: string, max_uses: number) {
  await app.pool`insert into access_codes ${app.pool({ code: value, max_uses })}`
}

async function uses(value: string) {
  const [row] = await app.pool`select uses from access_codes where code = ${value}`
  return row!['uses']
}

async function waitForBlockedStatement(): Promise<void> {
  const waiting = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  if (waiting.length === 0) await waitForBlockedStatement()
}

describe('deactivate and reactivate', () => {
  // covers ACC-API-36 ACC-API-17 ACC-API-18
  test('a deactivated member is removed from lists and counts, every session ends, and reactivating restores everything', async () => {
    await code('FOR-ANA', 1)
    const { user, token } = await app.visitor.call(register, form('ana', 'FOR-ANA'))
    const second = await app.visitor.call(login, { email: 'ana@example.org', password })
    const [ben, id] = [await app.member('ben'), user.userId]
    await ben.call(followUser, { id })
    await app.send('POST', `/api/users/${ben.user_id}/follow`, { token })
    const { bill_id } = await app.bill('Left Behind')
    await app.send('POST', `/api/bills/${bill_id}/comments`, {
      token,
      body: { content: 'I was here', category_id: 'general-discussion' },
    })

    const response = await app.send('PUT', '/api/users/deactivate', { token })
    expect([response.status, response.body]).toEqual([200, { success: true }])
    for (const old of [token, second.token]) {
      expect((await app.send('GET', '/api/bills', { token: old })).status).toBe(401)
    }
    for (const endpoint of [getUser, getProfileStats, listFollowers, followUser]) {
      expect(await ben.refusal(endpoint, { id })).toBe('user_not_found')
    }
    const own = await ben.call(getUser, { id: ben.user_id })
    expect([own.profile.followerCount, own.profile.followingCount]).toEqual([0, 0])
    expect((await ben.call(listFollowers, { id: ben.user_id })).followers).toEqual([])
    expect((await ben.call(listComments, { id: bill_id })).comments[0]!.content).toBe('I was here')
    expect(await findProblems(app.pool)).toEqual([])

    const back = await app.visitor.call(login, { email: 'ana@example.org', password })
    expect(back.user.accountStatus).toBe('inactive')
    expect((await app.send('PUT', '/api/users/deactivate', { token: back.token })).status).toBe(200)
    expect((await app.send('GET', '/api/users/stances', { token: back.token })).status).toBe(200)
    const write = await app.send('POST', `/api/users/${ben.user_id}/follow`, { token: back.token })
    expect([write.status, write.body['code']]).toEqual([403, 'account_deactivated'])

    for (let n = 0; n < 2; n++) {
      const again = await app.send('POST', reactivate.path, { token: back.token })
      expect([again.status, again.body['user']]).toEqual([
        200,
        expect.objectContaining({ accountStatus: 'active', followerCount: 1 }),
      ])
    }
    expect((await ben.call(listFollowers, { id: ben.user_id })).followers).toHaveLength(1)
    expect((await ben.call(getUser, { id })).profile).toMatchObject({ followerCount: 1, followingCount: 1 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('concurrent deactivations and reactivations are counted once', async () => {
    const [cleo, dina] = [await app.member('cleo'), await app.member('dina')]
    await dina.call(followUser, { id: cleo.user_id })
    await Promise.all(Array.from({ length: 10 }, (_, n) => cleo.request(n % 2 ? deactivate : reactivate, {})))
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('these calls change only the caller’s own account', async () => {
    const [emil, flo] = [await app.member('emil'), await app.member('flo')]
    for (const [method, path] of [
      ['PUT', '/api/users/deactivate'],
      ['POST', '/api/auth/reactivate'],
      ['DELETE', '/api/users/account'],
    ] as const) {
      const body = { id: flo.user_id, user_id: flo.user_id, userId: flo.user_id }
      await (await app.member(`${emil.username}-${method.toLowerCase()}`)).send(method, path, { body })
    }
    expect((await emil.call(getUser, { id: flo.user_id })).profile.username).toBe('flo')
  })
})

describe('deleteAccount', () => {
  // covers ACC-API-37
  test('after a deletion nothing of the member is left, and the counts of others are correct', async () => {
    const [gone, hal, ida] = [await app.member('gone'), await app.member('hal'), await app.member('ida')]
    const [one, two] = [
      await app.bill('First Bill'),
      await app.bill('Second Bill', { government_level: 'state' }),
    ]

    // The other members take stances and comment.
    await hal.call(takeStance, { id: one.bill_id, stance: 'oppose' })
    const ofHal = await say(hal, one.bill_id, 'Hal speaks')
    await ida.call(voteOnComment, { id: ofHal.comment_id, vote_type: 'upvote' })
    // The member who will delete the account does the same.
    await gone.call(takeStance, { id: one.bill_id, stance: 'support' })
    await gone.call(takeStance, { id: two.bill_id, stance: 'neutral' })
    const change = { stance: 'oppose', change_source: 'comment' } as const
    await gone.call(takeStance, { id: one.bill_id, ...change, comment_id: ofHal.comment_id })
    await gone.call(voteOnComment, { id: ofHal.comment_id, vote_type: 'downvote' })
    const silent = await say(gone, two.bill_id, 'Nobody answers me')
    const answered = await say(gone, two.bill_id, 'Somebody answers me')
    await say(ida, two.bill_id, 'I do', answered)
    const ownThread = await say(gone, two.bill_id, 'I talk')
    await say(gone, two.bill_id, 'to myself', ownThread)
    const tombstone = await say(hal, two.bill_id, 'Soon a tombstone')
    await say(gone, two.bill_id, 'The only reply', tombstone)
    await ida.call(takeStance, { id: two.bill_id, stance: 'neutral' })
    await ida.call(takeStance, { id: two.bill_id, ...change, comment_id: tombstone.comment_id })
    await hal.call(deleteComment, { id: tombstone.comment_id })
    await hal.call(voteOnComment, { id: silent.comment_id, vote_type: 'upvote' })
    await hal.call(voteOnComment, { id: answered.comment_id, vote_type: 'downvote' })
    await ida.call(takeStance, { id: two.bill_id, stance: 'support' })
    await ida.call(takeStance, { id: two.bill_id, ...change, comment_id: answered.comment_id })
    await gone.call(followUser, { id: hal.user_id })
    await ida.call(followUser, { id: gone.user_id })
    await gone.call(addBookmark, { id: one.bill_id })
    await gone.call(followTopic, { topic: 'health' })
    expect((await ida.call(getProfileStats, { id: hal.user_id })).stats.mindsChanged).toBe(2)
    expect(await findProblems(app.pool)).toEqual([])

    const response = await gone.request(deleteAccount, {})
    expect([response.status, response.body]).toEqual([200, { success: true }])

    expect(await findProblems(app.pool)).toEqual([])
    expect(await gone.refusal(listBills, {})).toBe('session_expired')
    expect(await hal.refusal(getUser, { id: gone.user_id })).toBe('user_not_found')
    const counts = await app.pool`
      select oppose_count, support_count, neutral_count, discussion_count, activity_score from current_bill_counts
       where bill_id in ${app.pool([one.bill_id, two.bill_id])} order by activity_score desc`
    expect(counts).toEqual([
      { oppose_count: 1, support_count: 0, neutral_count: 0, discussion_count: 1, activity_score: 3.5 },
      { oppose_count: 1, support_count: 0, neutral_count: 0, discussion_count: 1, activity_score: 3 },
    ])
    const left = (await hal.call(listComments, { id: two.bill_id })).comments
    expect(left).toEqual([
      expect.objectContaining({
        content: '[Comment deleted by user]',
        is_deleted: true,
        username: null,
        user_id: null,
        upvotes: 0,
        downvotes: 0,
        replies: [expect.objectContaining({ content: 'I do', user_id: ida.user_id })],
      }),
    ])
    expect((await hal.call(getProfileStats, { id: hal.user_id })).stats).toMatchObject({
      mindsChanged: 0,
      commentVotes: { upvotes: 1, downvotes: 0 },
    })
    expect((await hal.call(getUser, { id: hal.user_id })).profile.followerCount).toBe(0)
    expect((await ida.call(getUser, { id: ida.user_id })).profile.followingCount).toBe(0)
  })

  test('no row of any table contains the id, text, email or name of a deleted member', async () => {
    await code('TRACE-1', 1)
    const { user, token } = await app.visitor.call(register, {
      ...form('tracey', 'TRACE-1'),
      address: '77 Canary Street, Springfield, IL 62701',
    })
    const { bill_id } = await app.bill('Traced Bill')
    const body = { content: 'canary words', category_id: 'general-discussion' }
    await app.send('POST', `/api/bills/${bill_id}/comments`, { token, body })
    const jon = await app.member('jon')
    const { comments } = await jon.call(listComments, { id: bill_id })
    await say(jon, bill_id, 'An answer', comments[0])
    await app.send('DELETE', deleteAccount.path, { token })

    const tables = await app.pool<{ name: string }[]>`
      select table_name as name from information_schema.tables
       where table_schema = 'public' and table_type = 'BASE TABLE'`
    expect(tables.length).toBeGreaterThan(20)
    for (const { name } of tables) {
      const rows = await app.pool<{ row: string }[]>`select t::text as row from ${app.pool(name)} t`
      for (const { row } of rows) {
        for (const canary of [user.userId, 'tracey', '77 Canary Street', 'canary words']) {
          // The audit log keeps only the id of a deleted account.
          const isKept = name === 'audit_log' && canary === user.userId
          expect([name, row.includes(canary) && !isKept]).toEqual([name, false])
        }
      }
    }
  })

  test('the username and email are free again, but the use of the code still counts', async () => {
    await code('JUST-ONE', 1)
    await code('A-HUNDRED', 100)
    const { token } = await app.visitor.call(register, form('kim', 'JUST-ONE'))
    await app.send('DELETE', deleteAccount.path, { token })
    expect(await uses('JUST-ONE')).toBe(1)
    expect(await app.visitor.refusal(register, form('other', 'JUST-ONE'))).toBe('access_code_used')

    const { bill_id } = await app.bill('Voted Twice')
    const vote = (by: string) =>
      app.send('POST', `/api/bills/${bill_id}/stance`, { token: by, body: { stance: 'support' } })
    const first = await app.visitor.call(register, form('kim', 'A-HUNDRED'))
    await vote(first.token)
    await app.send('DELETE', deleteAccount.path, { token: first.token })
    const second = await app.visitor.call(register, form('kim', 'A-HUNDRED'))
    await vote(second.token)
    // The keyed hash of the email recognizes the person, so registering again does not use the code a second time.
    expect(await uses('A-HUNDRED')).toBe(1)
    const [counts] = await app.pool`select support_count from current_bill_counts where bill_id = ${bill_id}`
    expect(counts).toEqual({ support_count: 1 })
    await app.visitor.call(register, form('somebody-else', 'A-HUNDRED'))
    expect(await uses('A-HUNDRED')).toBe(2)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a deactivated account can be deleted, and the counts of its followers are not reduced twice', async () => {
    const [lea, max] = [await app.member('lea'), await app.member('max')]
    await max.call(followUser, { id: lea.user_id })
    await lea.call(followUser, { id: max.user_id })
    await app.pool`update users set account_status = 'inactive' where user_id = ${lea.user_id}`
    await app.pool`update users set follower_count = 0, following_count = 0 where user_id = ${max.user_id}`
    await lea.call(deleteAccount, {})
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('counts stay correct when an account is deleted while others reply, vote, follow and change their minds', async () => {
    const { bill_id } = await app.bill('Busy Bill')
    const leaver = await app.member('leaver')
    const crowd = await Promise.all(Array.from({ length: 6 }, (_, n) => app.member(`crowd-${n}`)))
    const comment = await say(leaver, bill_id, 'Start')
    const theirs = await Promise.all(crowd.map((member) => say(member, bill_id, 'Me too')))
    await leaver.call(takeStance, { id: bill_id, stance: 'support' })
    for (const { comment_id: id } of theirs) await leaver.call(voteOnComment, { id, vote_type: 'upvote' })
    for (const member of crowd) await member.call(takeStance, { id: bill_id, stance: 'oppose' })

    const [deletion] = await Promise.all([
      leaver.request(deleteAccount, {}),
      ...crowd.flatMap((member, n) => [
        member.request(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' }),
        member.request(postComment, {
          id: bill_id,
          content: 'Answer',
          category_id: 'general-discussion',
          parent_comment_id: comment.comment_id,
        }),
        member.request(followUser, { id: leaver.user_id }),
        member.request(takeStance, {
          id: bill_id,
          stance: 'neutral',
          change_source: 'comment',
          comment_id: comment.comment_id,
        }),
        member.request(deleteComment, { id: theirs[n]!.comment_id }),
      ]),
    ])
    // On a slow machine the crowd may hold the leaver's rows for longer than a statement waits for a lock.
    if (deletion?.body['code'] === 'overloaded') await leaver.call(deleteAccount, {})
    else expect(deletion).toMatchObject({ status: 200 })
    expect(await app.pool`select from users where user_id = ${leaver.user_id}`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers ACC-API-37
  test('a removal that waits for the author of a tombstone does not lock the member yet', async () => {
    const [low, high] = [await app.member('tomb'), await app.member('tomb-reply')].toSorted((a, b) =>
      a.user_id < b.user_id ? -1 : 1,
    )
    const { bill_id } = await app.bill('Quiet Bill')
    const tombstone = await say(low!, bill_id, 'Soon a tombstone')
    await say(high!, bill_id, 'The only reply', tombstone)
    await low!.call(deleteComment, { id: tombstone.comment_id })
    // With a verified address, the account can be restored, so its rows are removed later.
    await app.pool`update users set email_verified_at = now() where user_id = ${high!.user_id}`
    await high!.call(deleteAccount, {})
    await app.pool`update closed_accounts set purge_at = now() where user_id = ${high!.user_id}`
    const removal = await app.pool.begin(async (db) => {
      await db`select from users where user_id = ${low!.user_id} for no key update`
      const waiting = removeClosedAccount(app.pool, contentParts)
      await waitForBlockedStatement()
      const free = await app.pool`
        select from users where user_id = ${high!.user_id} for no key update skip locked`
      expect(free).toHaveLength(1)
      return { waiting }
    })
    expect(await removal.waiting).toBe(true)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('two concurrent deletions delete the account once and end the session', async () => {
    const nia = await app.member('nia')
    const responses = await Promise.all([nia.request(deleteAccount, {}), nia.request(deleteAccount, {})])
    expect(responses.map((response) => response.status)).toEqual(expect.arrayContaining([200, 401]))
  })
})
