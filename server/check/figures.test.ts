import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeStance } from '../../contract/bills.ts'
import { voteOnComment } from '../../contract/discussions.ts'
import type { Db } from '../postgres/db.ts'
import { openWorld, type World } from '../testing/world.ts'
import { figures, findProblems, repairFigures } from './figures.ts'
import { groupFigures } from './groupFigures.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
  const home = 'ocd-division/country:us/state:il/place:springfield'
  const [ana, ben] = [await world.resident('ana', home), await world.member('ben')]
  const { bill_id } = await world.bill('Checked Bill')
  await ana.call(takeStance, { id: bill_id, stance: 'support' })
  await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
  const [first] = await world.pool<{ comment_id: string }[]>`
    insert into bill_comments (bill_id, user_id, category_id, content)
    values (${bill_id}, ${ana.user_id}, 'general-discussion', 'A view') returning comment_id`
  await world.pool`
    insert into bill_comments (bill_id, user_id, category_id, content, parent_comment_id, depth)
    values (${bill_id}, ${ben.user_id}, 'general-discussion', 'An answer', ${first!.comment_id}, 2)`
  await ben.call(voteOnComment, { id: first!.comment_id, vote_type: 'upvote' })
  await world.pool`insert into follows (follower_id, followee_id) values (${ana.user_id}, ${ben.user_id})`
  await world.pool`insert into access_codes (code, max_uses, uses) values ('CHECKED-1', 5, 0)`
  await world.pool`update users set access_code = 'CHECKED-1' where user_id = ${ana.user_id}`
})
afterAll(() => world.close())
beforeEach(() => world.pool.begin(repairFigures))

const faults: { name: string; plant: (db: Db) => PromiseLike<unknown>; figure: string }[] = [
  {
    name: 'a stance counted twice',
    plant: (db) => db`update bill_counters set support_count = support_count + 1`,
    figure: "a bill's counts of stances and comments, and its activity score",
  },
  {
    name: 'a comment that no count knows of',
    plant: (db) => db`update bill_counters set discussion_count = 0`,
    figure: "a bill's counts of stances and comments, and its activity score",
  },
  {
    name: 'a day of activity that went missing',
    plant: (db) => db`delete from bill_activity`,
    figure: "a bill's activity by day",
  },
  {
    name: 'a category with a wrong number',
    plant: (db) => db`update bill_category_counts set comment_count = 7`,
    figure: "a bill's comments and threads by category",
  },
  {
    name: 'a place with a wrong number of comments',
    plant: (db) => db`update bill_local_counts set comment_count = 7`,
    figure: "a bill's comments by place",
  },
  {
    name: 'a thread that no page counts',
    plant: (db) => db`update bill_category_counts set thread_count = 0`,
    figure: "a bill's comments and threads by category",
  },
  {
    name: 'a vote that left its count behind',
    plant: (db) => db`update bill_comments set upvotes = upvotes + 1`,
    figure: "a comment's votes, replies and changed minds",
  },
  {
    name: 'a reply that its comment does not know of',
    plant: (db) => db`update bill_comments set reply_count = 0`,
    figure: "a comment's votes, replies and changed minds",
  },
  {
    name: 'a vote that stands on another bill',
    plant: (db) => db`update comment_votes set bill_id = gen_random_uuid()`,
    figure: 'the bill repeated on a vote',
  },
  {
    name: 'a vote that still counts on the side that its voter has left',
    plant: (db) => db`update comment_camps set support_upvotes = support_upvotes + 1, oppose_upvotes = 0`,
    figure: "a comment's votes by side",
  },
  {
    name: 'a comment without a vote breakdown',
    plant: (db) => db`delete from comment_camps`,
    figure: "a comment's votes by side",
  },
  {
    name: 'a hidden comment that is still ranked',
    plant: async (db) => {
      await db`update bill_comments set hidden_at = now() where depth = 2`
      await db`update comment_camps set is_live = true`
    },
    figure: "a comment's votes by side",
  },
  {
    name: 'an echo score that outlived its votes',
    plant: (db) => db`
      insert into bill_echo (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
      select bill_id, echo_version, 12, 12, 12 from bill_counters`,
    figure: "a bill's echo score while it is kept",
  },
  {
    name: 'a member credited with too much',
    plant: (db) => db`update users set total_stances = 99`,
    figure: "a member's totals",
  },
  {
    name: 'a follower too many',
    plant: (db) => db`update users set follower_count = follower_count + 1`,
    figure: "a member's totals",
  },
  {
    name: 'a filter with a wrong total',
    plant: (db) => db`update bill_totals set bill_count = bill_count + 1`,
    figure: 'the number of bills behind a filter',
  },
  {
    name: 'a topic that finds its bill no longer',
    plant: (db) => db`delete from bill_topics`,
    figure: 'what is repeated of a bill beside its counts and topics',
  },
  {
    name: 'a bill that trends under a status it left',
    plant: (db) => db`update bill_counters set status = 'rejected'`,
    figure: 'what is repeated of a bill beside its counts and topics',
  },
  {
    name: 'a bill that is found by the title it had before',
    plant: (db) => db`update bill_search set words = replace(words, 'checked', 'former')`,
    figure: 'the words that a bill is found by',
  },
  {
    name: 'a bill that no keyword finds',
    plant: (db) => db`delete from bill_search`,
    figure: 'the words that a bill is found by',
  },
  {
    name: 'a word of a bill that no keyword is looked for in',
    plant: (db) => db`delete from bill_terms`,
    figure: 'the words that keywords are looked for in',
  },
  {
    name: 'a code used more often than accounts tell',
    plant: (db) => db`update access_codes set uses = 4`,
    figure: 'the uses of an access code',
  },
  {
    name: 'an item that tells of more votes than there are',
    plant: (db) => db`update notifications set votes = votes + 1`,
    figure: 'the number in an unread item about votes, and the votes that it counts',
  },
  {
    name: 'votes that are gone and still told of',
    plant: (db) => db`update notifications set votes = 7 where type = 'comment_votes_batched'`,
    figure: 'the number in an unread item about votes, and the votes that it counts',
  },
  {
    name: 'an item that is hidden although nobody is',
    plant: (db) => db`
      insert into notifications (user_id, type, actor_id, is_shown)
      select followee_id, 'new_follower', follower_id, false from follows`,
    figure:
      'whether a notification is shown: not while the account of its actor is not active or the profile is private',
  },
  {
    name: 'a notification that no count knows of',
    plant: (db) => db`update notification_counts set unread = 0`,
    figure: "a member's counts of notifications",
  },
  {
    name: 'a link that would still change an email although the change was cancelled',
    plant: (db) => db`
      insert into email_links (token_hash, user_id, purpose, email, expires_at)
      select ${Buffer.alloc(32, 1)}, user_id, 'change', 'cancelled@example.org', now() from users limit 1`,
    figure: 'a link for a change of email and the address that waits',
  },
]

describe('hurd check', () => {
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

  test('finds a stance that its history does not tell, which only a person can mend', async () => {
    await world.pool`update stances set stance = 'learning' where stance = 'oppose'`
    const found = await findProblems(world.pool)
    expect(found.map((problem) => problem.what)).toContain('the stance held and the last one of its history')
    await world.pool`update stances set stance = 'oppose' where stance = 'learning'`
  })

  test('finds a reply that hangs in the wrong place', async () => {
    await world.pool`update bill_comments set depth = 3 where depth = 2`
    const found = await findProblems(world.pool)
    expect(found.map((problem) => problem.what)).toEqual(['where a reply stands'])
    await world.pool`update bill_comments set depth = 2 where depth = 3`
  })

  test('finds an account that is not verified although its link was opened, and names no address', async () => {
    await world.pool`
      insert into email_links (token_hash, user_id, purpose, email, expires_at, used_at)
      select ${Buffer.alloc(32, 2)}, user_id, 'verify', email, now(), now() from users limit 1`
    const found = await findProblems(world.pool)
    expect(found.map((problem) => problem.what)).toEqual(['a used link and the address that it verified'])
    expect(JSON.stringify(found)).not.toContain('@')
    await world.pool`delete from email_links`
  })

  test('has a planted fault for every figure', () => {
    const planted = new Set([
      ...faults.map((fault) => fault.figure),
      'the stance held and the last one of its history',
      'where a reply stands',
      'a used link and the address that it verified',
      // Their faults are planted in groupFigures.test.ts.
      ...groupFigures.map((figure) => figure.what),
    ])
    expect(figures.map((figure) => figure.what).filter((what) => !planted.has(what))).toEqual([])
  })
})
