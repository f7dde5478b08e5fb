import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { createGroupPost, likeGroupPost } from '#contract/groups.ts'
import { suspend } from '#server/members/people/lifecycle.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { recordAction } from '#server/platform/limits/audit.ts'
import { runHurd } from '#server/testing/operator.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { suspendAuthor } from './cases/applyDecision.ts'
import { suspendAndUncount } from './codeCohort.ts'

// Each command is a separate process, which is slow on a busy machine.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 })

const hawaii = 'ocd-division/country:us/state:hi'

let app: TestServer
let bill_id: string
let comment_id: string
let [honest, first, second, third]: Person[] = []
beforeAll(async () => {
  app = await startTestServer()
  await app.pool`insert into access_codes (code, max_uses, uses) values ('LEAKED-1', 100, 3)`
  bill_id = (await app.bill('A Bill Under Attack')).bill_id
  honest = await app.resident('honest', hawaii)
  first = await app.resident('first', hawaii)
  second = await app.member('second')
  third = await app.member('third')
  await app.pool`
    update users set access_code = 'LEAKED-1' where user_id in (${first.user_id}, ${second.user_id}, ${third.user_id})`
  await app.pool`update users set email = 'jo.doe@example.org' where user_id = ${first.user_id}`
  await app.pool`update users set email = 'j.odoe+2@example.org' where user_id = ${second.user_id}`
  const said = await honest.call(postComment, {
    id: bill_id,
    content: 'Read it first',
    category_id: 'general-discussion',
    parent_comment_id: null,
  })
  comment_id = said.comment.comment_id
  await honest.call(takeStance, { id: bill_id, stance: 'support' })
  const id = await app.groupOf(hawaii)
  const { post } = await honest.call(createGroupPost, { id, content: 'Hello' })
  for (const member of [first, second, third]) {
    await member.call(takeStance, { id: bill_id, stance: 'oppose' })
    await member.call(voteOnComment, { id: comment_id, vote_type: 'downvote' })
  }
  await first.call(takeStance, { id: bill_id, stance: 'neutral' })
  await first.call(takeStance, { id: bill_id, stance: 'oppose', change_source: 'comment', comment_id })
  await first.call(likeGroupPost, { id, post_id: post.post_id })
  await first.call(postComment, {
    id: bill_id,
    content: 'What I said stays',
    category_id: 'general-discussion',
    parent_comment_id: null,
  })
})
afterAll(() => app.close())

/** Returns the public counts of the bill, the comment, the group and the members. */
async function counts() {
  const [bill] = await app.pool`
    select support_count, oppose_count, activity_score from current_bill_counts where bill_id = ${bill_id}`
  const [comment] = await app.pool`
    select upvotes, downvotes, change_count from bill_comments where comment_id = ${comment_id}`
  const [post] = await app.pool`select like_count from group_posts`
  const [author] = await app.pool`select minds_changed from users where user_id = ${honest!.user_id}`
  const [member] = await app.pool`select total_stances from users where user_id = ${first!.user_id}`
  return { bill, comment, post, author, member }
}

const hurd = (...args: string[]) => runHurd(app, args)

describe('the accounts of a leaked code', () => {
  test('are listed with their activity and with the accounts that share a mailbox', async () => {
    const { stdout } = await hurd('codes', 'members', 'leaked-1')
    expect(stdout).toContain('@second  active')
    expect(stdout).toContain('same mailbox as @first')
    expect(stdout).toMatch(/@third .* 1 stance, 1 vote, 0 likes\n/)
    expect(stdout).toContain('3 accounts: 3 stances, 3 votes, 1 like.')
  })

  test('are suspended and uncounted together after a dry run, and counted again exactly as before', async () => {
    const before = await counts()
    expect(before.bill).toMatchObject({ support_count: 1, oppose_count: 3 })
    const dry = await hurd('suspend', '--code', 'LEAKED-1', '--reason', 'Bought in a forum')
    expect(dry.stdout).toContain('3 accounts of LEAKED-1 would be suspended')
    expect(dry.stdout).toContain('Nothing was changed')
    expect(await counts()).toEqual(before)
    const done = await hurd('suspend', '--code', 'LEAKED-1', '--reason', 'Bought in a forum', '--confirm')
    expect(done.stdout).toContain('3 accounts of LEAKED-1 suspended.')
    expect(await counts()).toMatchObject({
      bill: { support_count: 1, oppose_count: 0 },
      comment: { upvotes: 0, downvotes: 0, change_count: 0 },
      post: { like_count: 0 },
      author: { minds_changed: 0 },
      member: { total_stances: 0 },
    })
    expect(await findProblems(app.pool)).toEqual([])
    for (const member of [first!, second!, third!]) {
      expect(await member.refusal(listComments, { id: bill_id })).toBe('session_expired')
    }
    expect(JSON.stringify(await honest!.call(listComments, { id: bill_id }))).toContain('What I said stays')
    const [record] = await app.pool`
      select detail from audit_log where action = 'suspended' and user_id = ${first!.user_id}`
    expect(record).toMatchObject({ detail: { code: 'LEAKED-1', reason: 'Bought in a forum', stances: 1 } })
    const again = await hurd('suspend', '--code', 'LEAKED-1', '--reason', 'Twice', '--confirm')
    expect(again.stdout).toContain('0 accounts of LEAKED-1 suspended. No longer counted: 0 stances, ')
    const dryAgain = await hurd('suspend', '--code', 'LEAKED-1', '--reason', 'Twice')
    expect(dryAgain.stdout).toContain('0 accounts of LEAKED-1 would be suspended (0 stances, ')
    await app.pool`update users set suspended_until = now() + interval '7 days' where username = 'third'`
    const longer = await hurd('suspend', '--code', 'LEAKED-1', '--reason', 'Thrice', '--confirm')
    expect(longer.stdout).toContain('1 account of LEAKED-1 suspended. No longer counted: 0 stances, ')
    const listed = await hurd('codes', 'members', 'LEAKED-1')
    expect(listed.stdout).toMatch(/@first .* 1 stance, 1 vote, 1 like  not counted/)
    const undo = await hurd('unsuspend', '--code', 'LEAKED-1')
    expect(undo.stdout).toContain('3 accounts of LEAKED-1 would be restored (3 stances, 3 votes, 1 like)')

    // One account is restored by name and the others by their code.
    await hurd('users', 'restore', 'third')
    expect(await findProblems(app.pool)).toEqual([])
    const lifted = await hurd('unsuspend', '--code', 'LEAKED-1', '--confirm')
    expect(lifted.stdout).toContain('2 accounts of LEAKED-1 restored')
    expect(await counts()).toEqual(before)
    expect(await findProblems(app.pool)).toEqual([])
    expect(await app.pool`select from set_aside_rows`).toHaveLength(0)
  })

  test('return without their votes on a comment that was deleted in the meantime', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('LEAKED-3', 100, 1)`
    const fay = await app.member('fay')
    await app.pool`update users set access_code = 'LEAKED-3' where user_id = ${fay.user_id}`
    const { bill_id: id } = await app.bill('A Bill of Few Words')
    const words = {
      content: 'Soon gone',
      category_id: 'general-discussion',
      parent_comment_id: null,
    } as const
    const { comment } = await honest!.call(postComment, { id, ...words })
    await fay.call(takeStance, { id, stance: 'support' })
    const change = { change_source: 'comment', comment_id: comment.comment_id } as const
    await fay.call(takeStance, { id, stance: 'oppose', ...change })
    await fay.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await hurd('suspend', '--code', 'LEAKED-3', '--reason', 'Bought', '--confirm')
    await honest!.call(deleteComment, { id: comment.comment_id })

    await hurd('unsuspend', '--code', 'LEAKED-3', '--confirm')
    expect(await app.pool`select stance, comment_id from stances where user_id = ${fay.user_id}`).toEqual([
      { stance: 'oppose', comment_id: null },
    ])
    expect(await app.pool`select from comment_votes where user_id = ${fay.user_id}`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('without activity are suspended once, and members who are suspended for another reason stay suspended', async () => {
    await app.pool`insert into access_codes (code, max_uses, uses) values ('LEAKED-2', 100, 4)`
    const [brief, since] = [await app.member('brief'), await app.member('since')]
    const [idle, named] = [await app.member('idle'), await app.member('named')]
    await app.pool`
      update users set access_code = 'LEAKED-2'
       where user_id in (${brief.user_id}, ${idle.user_id}, ${named.user_id}, ${since.user_id})`
    await named.call(takeStance, { id: bill_id, stance: 'support' })
    const before = await counts()
    await hurd('users', 'suspend', 'named')
    await app.pool.begin((db) => suspend(db, brief.user_id, 7))
    const run = () => hurd('suspend', '--code', 'LEAKED-2', '--reason', 'Bought', '--confirm', '--json')
    expect([(await run()).json['changed'], (await run()).json['changed']]).toEqual([4, 0])
    const records = await app.pool`
      select from audit_log where action = 'suspended' and user_id = ${idle.user_id}`
    expect(records).toHaveLength(1)

    const key = { target_type: 'user', target_id: since.user_id } as const
    await app.pool.begin((db) => suspendAuthor(db, key, { user_id: since.user_id, days: 30 }, 'mod'))

    const restored = await hurd('unsuspend', '--code', 'LEAKED-2', '--confirm')
    expect(restored.stdout).toContain('Suspended for another reason, and therefore still: 3.')
    const statuses = await app.pool`
      select account_status, ceil(extract(epoch from suspended_until - now()) / 86400)::int as days
        from users where access_code = 'LEAKED-2' order by username`
    expect(statuses).toEqual([
      { account_status: 'suspended', days: 7 },
      { account_status: 'active', days: null },
      { account_status: 'suspended', days: null },
      { account_status: 'suspended', days: 30 },
    ])
    expect(await counts()).toEqual({ ...before, bill: expect.objectContaining({ support_count: 2 }) })
    const again = await hurd('unsuspend', '--code', 'LEAKED-2', '--confirm', '--json')
    expect(again.json['changed']).toBe(0)

    // A decision about a cohort sets the same numbers aside.
    await app.pool.begin(async (db) => {
      await suspendAndUncount(db, idle.user_id, 30)
      const detail = { cohort_id: bill_id, reason: 'Ring', days: 30 }
      await recordAction(db, { action: 'suspended', user_id: idle.user_id, operator: 'mod', detail })
    })
    const cohortOnly = await hurd('unsuspend', '--code', 'LEAKED-2', '--confirm', '--json')
    expect(cohortOnly.json['changed']).toBe(0)
    await run()
    expect((await hurd('unsuspend', '--code', 'LEAKED-2', '--confirm', '--json')).json).toMatchObject({
      changed: 4,
      still_suspended: 4,
    })
    const [ringed] = await app.pool`
      select ceil(extract(epoch from suspended_until - now()) / 86400)::int as days
        from users where user_id = ${idle.user_id}`
    expect(ringed).toEqual({ days: 30 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('are not suspended without a reason, and an unknown code is named in the error', async () => {
    expect((await hurd('suspend', '--code', 'LEAKED-1', '--confirm')).code).toBe(2)
    expect((await hurd('codes', 'members', 'NO-SUCH-1')).stderr).toContain('There is no code NO-SUCH-1.')
  })
})

// covers HURD-CLOSED-02
test('an account that was deleted a moment before a suspension keeps its numbers until they are removed', async () => {
  // An account without a verified address is removed at once.
  const leaver = await app.member('leaver', { email_verified_at: '2026-01-01T00:00:00Z' })
  await leaver.call(takeStance, { id: bill_id, stance: 'oppose' })
  const before = await counts()
  await leaver.call(deleteAccount, {})
  expect(await app.pool.begin((db) => suspendAndUncount(db, leaver.user_id))).toBe(false)
  expect(await counts()).toEqual(before)
})
