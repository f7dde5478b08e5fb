import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { createGroupPost, likeGroupPost } from '#contract/groups/groups.ts'
import { followUser } from '#contract/people.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { liftAndCount, suspendAndUncount } from '#server/operations/moderation/cohort.ts'
import { commentBy, vote } from '#server/testing/setups/notified.ts'
import { restoreDeleted } from '#server/testing/setups/restoration.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const hawaii = 'ocd-division/country:us/state:hi'
const verified = { email_verified_at: '2026-01-01T00:00:00Z' }

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const suspend = (person: Person) => app.pool.begin((db) => suspendAndUncount(db, person.user_id))
const lift = (person: Person) => app.pool.begin((db) => liftAndCount(db, person.user_id))

/**
 * Creates an author and a voter who voted on the author's comment, liked the author's post and changed their mind
 * because of the comment.
 */
async function pair(name: string) {
  const author = await app.resident(`${name}-author`, hawaii, verified)
  const voter = await app.resident(`${name}-voter`, hawaii, verified)
  const { id, bill_id } = await commentBy(app, author)
  const group = await app.groupOf(hawaii)
  const { post } = await author.call(createGroupPost, { id: group, content: 'Hello' })
  await voter.call(takeStance, { id: bill_id, stance: 'oppose' })
  await voter.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
  await vote(voter, id)
  await voter.call(likeGroupPost, { id: group, post_id: post.post_id })
  const counts = async () => {
    const [row] = await app.pool`
      select upvotes, change_count, minds_changed, like_count,
             (select count(*)::int from stances s where s.comment_id = c.comment_id) as stances,
             (select count(*)::int from stance_changes s where s.comment_id = c.comment_id) as changes
        from bill_comments c join users u using (user_id) join group_posts p on p.user_id = u.user_id
       where c.comment_id = ${id}`
    return row
  }
  return { author, voter, counts, before: await counts() }
}

const nothing = { upvotes: 0, change_count: 0, minds_changed: 0, like_count: 0, stances: 0 }

describe('a vote, like or changed mind that involves two members', () => {
  test('stays out of the counts when the author returns while the voter is suspended', async () => {
    const { author, voter, counts, before } = await pair('a')
    await author.call(deleteAccount, {})
    await suspend(voter)
    await restoreDeleted(app, author)
    expect(await counts()).toMatchObject(nothing)
    await lift(voter)
    expect(await findProblems(app.pool)).toEqual([])
    expect(await counts()).toEqual(before)
    expect(await app.pool`select from set_aside_rows`).toHaveLength(0)
  })

  test('is restored with the author if the suspension ended before the author returned', async () => {
    const { author, voter, counts, before } = await pair('b')
    await suspend(voter)
    await author.call(deleteAccount, {})
    await lift(voter)
    expect(await findProblems(app.pool)).toEqual([])
    await restoreDeleted(app, author)
    expect(await counts()).toEqual(before)
    expect(await app.pool`select from set_aside_rows`).toHaveLength(0)
  })

  test.each(['author', 'voter'] as const)(
    'is restored when both deleted their accounts, the %s first',
    async (first) => {
      const two = await pair(`c-${first}`)
      const second = first === 'author' ? 'voter' : 'author'
      await two[first].call(deleteAccount, {})
      await two[second].call(deleteAccount, {})
      await restoreDeleted(app, two[first])
      await restoreDeleted(app, two[second])
      expect(await two.counts()).toEqual(two.before)
      expect(await app.pool`select from set_aside_rows`).toHaveLength(0)
    },
  )
})

test('restoring an account does not wait for authors whose sums do not change', async () => {
  const [author, voter] = [await app.member('busy-author'), await app.member('back', verified)]
  await vote(voter, (await commentBy(app, author)).id)
  await voter.call(deleteAccount, {})
  await app.pool.begin(async (db) => {
    await db`select from users where user_id = ${author.user_id} for no key update`
    await restoreDeleted(app, voter)
  })
})

test('rows that were set aside before a migration are restored with the default of a new column, and later rows with their value', async () => {
  const [gone, one, two] = [
    await app.member('mixed', verified),
    await app.member('mixed-one'),
    await app.member('mixed-two'),
  ]
  await gone.call(followUser, { id: one.user_id })
  await gone.call(followUser, { id: two.user_id })
  await app.pool`update follows set created_at = '2026-01-02' where follower_id = ${gone.user_id}`
  await gone.call(deleteAccount, {})
  await app.pool`
    update set_aside_rows set row = row - 'created_at'
     where table_name = 'follows' and row->>'followee_id' = ${one.user_id}`
  await restoreDeleted(app, gone)
  const days = await app.pool`
    select followee_id, created_at = '2026-01-02' as is_old from follows where follower_id = ${gone.user_id}`
  expect(days).toHaveLength(2)
  expect(days).toContainEqual({ followee_id: one.user_id, is_old: false })
  expect(days).toContainEqual({ followee_id: two.user_id, is_old: true })
})
