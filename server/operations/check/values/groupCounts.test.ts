import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGroupComment, createGroupPost, followGroup, likeGroupPost } from '#contract/groups/groups.ts'
import { findProblems, type Problem, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { checkInSlices } from '#server/operations/check/slices.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { groupCounts } from './groupCounts.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  const ana = await app.resident('ana', 'ocd-division/country:us/state:wa/place:seattle')
  const ben = await app.resident('ben', 'ocd-division/country:us/state:wa')
  await app.representative('A1', { rep_name: 'Ash' })
  const id = await app.groupOf('ocd-division/country:us/state:wa/place:seattle')
  await ben.call(followGroup, { id })
  const { post } = await ana.call(createGroupPost, { id, content: 'A post' })
  const on = { id, post_id: post.post_id }
  await ben.call(likeGroupPost, on)
  const { comment } = await ben.call(createGroupComment, { ...on, content: 'A comment' })
  await ana.call(createGroupComment, { ...on, content: 'A reply', parent_comment_id: comment.comment_id })
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

const faults: { name: string; plant: (db: Db) => PromiseLike<unknown>; what: string }[] = [
  {
    name: 'a resident who is missing from the members',
    plant: async (db) => {
      await db`alter table group_members disable trigger user`
      await db`delete from group_members where not is_follower`
      await db`alter table group_members enable trigger user`
    },
    what: 'the members of a group',
  },
  {
    name: 'a member listed under a former name',
    plant: (db) => db`update group_members set sort_name = 'another name'`,
    what: 'the members of a group',
  },
  {
    name: 'a member counted twice',
    plant: (db) => db`update group_member_counts set regular = regular + 1`,
    what: "a group's members by kind",
  },
  {
    name: 'members who are missing from the count',
    plant: (db) => db`delete from group_member_counts`,
    what: "a group's members by kind",
  },
  {
    name: 'one follower too many',
    plant: (db) => db`update groups set follower_count = follower_count + 1`,
    what: "a group's followers, posts and last activity",
  },
  {
    name: 'a post that is missing from the count',
    plant: (db) => db`update groups set post_count = 0, live_post_count = 0`,
    what: "a group's followers, posts and last activity",
  },
  {
    name: 'an activity that did not happen',
    plant: (db) => db`update groups set last_activity_at = now()`,
    what: "a group's followers, posts and last activity",
  },
  {
    name: 'a removed like that is still counted',
    plant: (db) => db`delete from group_likes`,
    what: "a group post's likes and comments",
  },
  {
    name: 'a post with a wrong number of threads',
    plant: (db) => db`update group_posts set thread_count = thread_count + 1`,
    what: "a group post's likes and comments",
  },
  {
    name: 'a comment with a wrong number of replies',
    plant: (db) => db`update group_comments set reply_count = reply_count + 1`,
    what: 'the replies to a comment on a post',
  },
  {
    name: 'a filter with a wrong total',
    plant: (db) => db`update group_totals set group_count = group_count + 1`,
    what: 'the number of groups behind a filter',
  },
  {
    name: 'a group of messages that nobody sent',
    plant: (db) => db`insert into message_groups (rep_id, bands, message_count) values ('A1', '{1}', 3)`,
    what: 'the number of messages with nearly the same text',
  },
]

const misplaced = 'the position of a comment on a post'

describe('hurd check of groups', () => {
  test('reports nothing when every derived value is right', async () => {
    expect(await findProblems(app.pool)).toEqual([])
  })

  test.each(faults)('finds and repairs $name', async ({ plant, what }) => {
    await plant(app.pool)
    const found: Problem[] = []
    const { problems: left } = await checkInSlices(app.pool, {
      repair: true,
      onProblem: (problem) => found.push(problem),
    })
    expect(left).toEqual([])
    expect(found.map((problem) => problem.what)).toContain(what)
    expect(found[0]).toMatchObject({ where: expect.any(String), stored: expect.any(String) })

    expect(await findProblems(app.pool)).toEqual([])
  })

  test('finds a comment with a wrong depth, which only an operator can correct', async () => {
    await app.pool`update group_comments set depth = 3 where depth = 2`
    expect((await findProblems(app.pool)).map((problem) => problem.what)).toEqual([misplaced])
    await app.pool`update group_comments set depth = 2 where depth = 3`
  })

  test('has a planted fault for every derived count of groups', () => {
    const planted = new Set([...faults.map((fault) => fault.what), misplaced])
    expect(groupCounts.map((count) => count.what).filter((what) => !planted.has(what))).toEqual([])
  })
})
