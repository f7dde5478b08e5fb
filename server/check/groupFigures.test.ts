import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGroupComment, createGroupPost, followGroup, likeGroupPost } from '../../contract/groups.ts'
import type { Db } from '../postgres/db.ts'
import { openWorld, type World } from '../testing/world.ts'
import { findProblems, repairFigures } from './figures.ts'
import { groupFigures } from './groupFigures.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const ana = await world.resident('ana', 'ocd-division/country:us/state:wa/place:seattle')
  const ben = await world.resident('ben', 'ocd-division/country:us/state:wa')
  const id = await world.groupOf('ocd-division/country:us/state:wa/place:seattle')
  await ben.call(followGroup, { id })
  const { post } = await ana.call(createGroupPost, { id, content: 'A post' })
  const on = { id, post_id: post.post_id }
  await ben.call(likeGroupPost, on)
  const { comment } = await ben.call(createGroupComment, { ...on, content: 'A comment' })
  await ana.call(createGroupComment, { ...on, content: 'A reply', parent_comment_id: comment.comment_id })
})
afterAll(() => world.close())
beforeEach(() => world.pool.begin(repairFigures))

const faults: { name: string; plant: (db: Db) => PromiseLike<unknown>; figure: string }[] = [
  {
    name: 'a member whom nobody let in',
    plant: async (db) => {
      await db`alter table group_members disable trigger user`
      await db`delete from group_members where not is_follower`
      await db`alter table group_members enable trigger user`
    },
    figure: 'who belongs to a group',
  },
  {
    name: 'a name that is listed no longer as it is',
    plant: (db) => db`update group_members set sort_name = 'somebody else'`,
    figure: 'who belongs to a group',
  },
  {
    name: 'a member counted twice',
    plant: (db) => db`update group_member_counts set regular = regular + 1`,
    figure: "a group's members by kind",
  },
  {
    name: 'members whom no count knows of',
    plant: (db) => db`delete from group_member_counts`,
    figure: "a group's members by kind",
  },
  {
    name: 'a follower too many',
    plant: (db) => db`update groups set follower_count = follower_count + 1`,
    figure: "a group's followers, posts and last activity",
  },
  {
    name: 'a post that no count knows of',
    plant: (db) => db`update groups set post_count = 0, live_post_count = 0`,
    figure: "a group's followers, posts and last activity",
  },
  {
    name: 'an activity that never was',
    plant: (db) => db`update groups set last_activity_at = now()`,
    figure: "a group's followers, posts and last activity",
  },
  {
    name: 'a like that left its count behind',
    plant: (db) => db`delete from group_likes`,
    figure: "a group post's likes and comments",
  },
  {
    name: 'a post with a wrong number of threads',
    plant: (db) => db`update group_posts set thread_count = thread_count + 1`,
    figure: "a group post's likes and comments",
  },
  {
    name: 'a comment with a wrong number of replies',
    plant: (db) => db`update group_comments set reply_count = reply_count + 1`,
    figure: 'the replies to a comment on a post',
  },
  {
    name: 'a filter with a wrong total',
    plant: (db) => db`update group_totals set group_count = group_count + 1`,
    figure: 'the number of groups behind a filter',
  },
]

const misplaced = 'where a comment on a post stands'

describe('hurd check of groups', () => {
  test('finds nothing where nothing is wrong', async () => {
    expect(await findProblems(world.pool)).toEqual([])
  })

  test.each(faults)('finds $name and mends it', async ({ plant, figure }) => {
    await plant(world.pool)
    const found = await findProblems(world.pool)
    expect(found.map((problem) => problem.what)).toContain(figure)
    expect(found[0]).toMatchObject({ where: expect.any(String), stored: expect.any(String) })

    await world.pool.begin(repairFigures)
    expect(await findProblems(world.pool)).toEqual([])
  })

  test('finds a comment that hangs in the wrong place, which only a person can mend', async () => {
    await world.pool`update group_comments set depth = 3 where depth = 2`
    expect((await findProblems(world.pool)).map((problem) => problem.what)).toEqual([misplaced])
    await world.pool`update group_comments set depth = 2 where depth = 3`
  })

  test('has a planted fault for every figure of groups', () => {
    const planted = new Set([...faults.map((fault) => fault.figure), misplaced])
    expect(groupFigures.map((figure) => figure.what).filter((what) => !planted.has(what))).toEqual([])
  })
})
