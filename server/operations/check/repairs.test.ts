import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, postComment, voteOnComment } from '#contract/discussions.ts'
import { createGroupPost, followGroup, likeGroupPost } from '#contract/groups.ts'
import { followUser, unfollowUser, updatePrivacy } from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { showActionsOf } from '#server/members/people/shownActions.ts'
import { hideComment } from '#server/participation/discussions/moderation.ts'
import type { Db, Transaction } from '#server/platform/postgres/db.ts'
import { randomFrom, type Random } from '#server/testing/setups/random.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { checkDerivedValues, findProblems, repairDerivedCounts } from './derivedCounts.ts'
import { firstKey } from './ranges.ts'
import { derivedValues } from './values.ts'

const reno = 'ocd-division/country:us/state:nv/place:reno'
const elko = 'ocd-division/country:us/state:nv/place:elko'

let app: TestServer
let ana: Person
let ben: Person
let crowd: Person[]
let bill_id: string
let comment_id: string
let group_id: string
let post_id: string

beforeAll(async () => {
  app = await startTestServer()
  ;[ana, ben] = [await app.resident('ana', reno), await app.resident('ben', elko)]
  crowd = [ana, ben]
  for (const name of ['cleo', 'dov', 'eva', 'finn']) crowd.push(await app.resident(name, reno))
  ;({ bill_id } = await app.bill('A Bill That Is Repaired'))
  await storeText(app, bill_id, { full_text: 'Be it enacted' })
  for (const member of crowd) await member.call(takeStance, { id: bill_id, stance: 'support' })
  comment_id = await say(ana)
  await ben.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await ben.call(followUser, { id: ana.user_id })
  group_id = await app.groupOf(reno)
  post_id = (await ana.call(createGroupPost, { id: group_id, content: 'A post' })).post.post_id
  await ana.runWorkers()
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

async function say(member: Person, parent_comment_id: string | null = null): Promise<string> {
  const category_id = 'general-discussion'
  const { comment } = await member.call(postComment, {
    id: bill_id,
    content: 'Words',
    category_id,
    parent_comment_id,
  })
  return comment.comment_id
}

async function waitForBlockedStatement(): Promise<void> {
  const waiting = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  if (waiting.length === 0) await waitForBlockedStatement()
}

/** `plant` makes the value wrong. `write` is a member's write that is not committed yet when the repair reaches the row. */
type Race = {
  name: string
  what: string
  plant: (db: Db) => PromiseLike<unknown>
  write: (db: Transaction) => PromiseLike<unknown>
}

// prettier-ignore
const races: Race[] = [
  { name: 'a vote', what: "a comment's votes in total and by side, replies and changed minds",
    plant: (db) => db`update bill_comments set upvotes = upvotes + 3, oppose_upvotes = 5 where comment_id = ${comment_id}`,
    write: (db) => db`select vote_on_comment(${crowd[2]!.user_id}, null, null, ${comment_id}, 'upvote')` },
  { name: 'a hidden comment whose category has no count', what: "a bill's comments and threads by category",
    plant: (db) => db`delete from bill_category_counts`,
    write: async (db) => hideComment(db, await anotherComment()) },
  { name: 'a comment in a city', what: "a bill's comments by place",
    plant: (db) => db`update bill_local_counts set comment_count = comment_count + 4`,
    write: (db) => db`
      select post_comment(${ana.user_id}, null, null, 1000, ${bill_id}, 'general-discussion', null, 'More', null, null)` },
  { name: 'a move from a city that has no count', what: "a bill's comments by place",
    plant: (db) => db`delete from bill_local_counts`,
    write: (db) => db`update users set ocd_city_id = ${elko} where user_id = ${ana.user_id}` },
  { name: 'a follow', what: "a member's totals",
    plant: (db) => db`update users set follower_count = follower_count + 6`,
    write: (db) => db`select follow_member(${crowd[2]!.user_id}, null, null, ${ana.user_id})` },
  { name: 'a changed mind', what: "a bill's changed minds by stance",
    plant: (db) => db`
      insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count) values (${bill_id}, 'support', 'oppose', 7)
      on conflict (bill_id, from_stance, to_stance) do update set member_count = 7`,
    write: (db) => db`select take_stance(${crowd[4]!.user_id}, null, null, ${bill_id}, 'oppose', 'comment', ${comment_id})` },
  { name: 'a mind that changes again, whose count is missing', what: "a bill's changed minds by stance",
    plant: (db) => db`delete from bill_mind_changes`,
    write: (db) => db`select take_stance(${crowd[4]!.user_id}, null, null, ${bill_id}, 'neutral', 'comment', ${comment_id})` },
  { name: 'a notification that is read by a member without counts', what: "a member's counts of notifications",
    plant: (db) => db`delete from notification_counts`,
    write: (db) => db`update notifications set read_at = now() where user_id = ${ana.user_id} and read_at is null` },
  { name: 'a member whose profile becomes private', what: 'whether a notification is shown',
    plant: (db) => db`update notifications set is_shown = false where actor_id = ${ben.user_id}`,
    write: async (db) => {
      await db`update users set public_profile = false where user_id = ${ben.user_id}`
      await showActionsOf(db, ben.user_id, false)
    } },
  { name: 'a like', what: "a group post's likes and comments",
    plant: (db) => db`update group_posts set like_count = like_count + 2`,
    write: (db) => db`select like_post(${ben.user_id}, null, null, ${group_id}, ${post_id})` },
  { name: 'a member who becomes a community leader', what: "a group's members by kind",
    plant: (db) => db`update group_member_counts set regular = regular + 1`,
    write: async (db) => {
      await db`update users set member_type = 'community_leader' where user_id = ${ben.user_id}`
      await db`select update_memberships(${ben.user_id})`
    } },
  { name: 'a bill whose status has no total', what: 'the number of bills behind a filter',
    plant: (db) => db`delete from bill_totals`,
    write: (db) => db`update bills set status = 'rejected' where bill_id = ${bill_id}` },
  { name: 'an import that writes what the wrong row happens to have', what: "the copies of a bill's fields beside its counts",
    plant: (db) => db`update bill_counters set status = 'passed' where bill_id = ${bill_id}`,
    write: (db) => db`update bills set status = 'passed' where bill_id = ${bill_id}` },
]

async function anotherComment(): Promise<string> {
  const [comment] = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where is_live and comment_id <> ${comment_id} order by 1 limit 1`
  return comment?.comment_id ?? say(ben)
}

describe('hurd check --repair beside writers', () => {
  // covers HURD-CHECK-02
  test.each(races)('repairs the value that $name is changing', async ({ what, plant, write }) => {
    await anotherComment()
    expect(await findProblems(app.pool)).toEqual([])
    await plant(app.pool)
    const index = derivedValues.findIndex((value) => value.what === what)
    const { repaired } = await app.pool.begin(async (db) => {
      await write(db)
      // The repair waits for the write, so it is not awaited before the commit.
      const repairing = checkDerivedValues(app.pool, {
        repair: true,
        start: { index, key: firstKey(derivedValues[index]!.walk) },
      })
      await waitForBlockedStatement()
      return { repaired: () => repairing }
    })
    expect((await repaired()).problems).toEqual([])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-CHECK-02
  test('the repaired counts of a bill are right even when a step is committed later', async () => {
    await app.pool`update bill_counters set support_count = support_count + 9, discussion_count = 0`
    await app.pool`
      insert into bill_version_counts (bill_id, version_no, support_count) values (${bill_id}, 1, 9)
      on conflict (bill_id, version_no) do update set support_count = 9`
    await app.pool.begin(async (db) => {
      await db`select take_stance(${crowd[5]!.user_id}, null, null, ${bill_id}, 'learning', 'direct', null)`
      expect((await checkDerivedValues(app.pool, { repair: true })).problems).toEqual([])
    })
    expect(await findProblems(app.pool)).toEqual([])
    await app.foldCounters()
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-CHECK-02
  test.each([1, 2])(
    'every value is right after random members wrote during repairs, seed %i',
    async (seed) => {
      const random = randomFrom(seed)
      for (let round = 0; round < 4; round += 1) {
        await plantEverywhere(app.pool)
        const writing = writeAtOnce(random)
        const { problems: left } = await checkDerivedValues(app.pool, { repair: true, keysPerRange: 4 })
        expect(left).toEqual([])
        await writing
      }
      await ana.runWorkers()
      expect(await findProblems(app.pool)).toEqual([])
      await app.foldCounters()
      expect(await findProblems(app.pool)).toEqual([])
    },
    60_000,
  )
})

/** Plants wrong values in rows that the crowd writes to. None is too small, because a subtraction would then fail. */
async function plantEverywhere(db: Db): Promise<void> {
  await db`update bill_comments set upvotes = upvotes + 2, neutral_upvotes = neutral_upvotes + 1, reply_count = reply_count + 1`
  await db`update bill_counters set support_count = support_count + 2, discussion_count = discussion_count + 1`
  await db`update bill_activity set points = points + 4`
  await db`delete from bill_category_counts`
  await db`delete from bill_local_counts`
  await db`delete from bill_version_counts`
  await db`update users set total_stances = total_stances + 1, total_comments = total_comments + 1, follower_count = follower_count + 2`
  await db`update notification_counts set total = total + 1`
  await db`update group_posts set like_count = like_count + 1`
  await db`update group_member_counts set regular = regular + 1`
  await db`update groups set follower_count = follower_count + 1`
}

/** Three members at a time write so that they also wait for one another. */
async function writeAtOnce(random: Random): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await Promise.all([randomWrite(random), randomWrite(random), randomWrite(random)])
  }
}

async function randomWrite(random: Random): Promise<void> {
  const me = random.pick(crowd)
  const comments = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where is_live order by created_at desc, comment_id limit 20`
  const id = random.pick(comments).comment_id
  const other = random.pick(crowd).user_id
  const dice = random.below(100)
  if (dice < 30) {
    await me.refusal(voteOnComment, { id, vote_type: random.below(3) === 0 ? 'downvote' : 'upvote' })
  } else if (dice < 45) await say(me, random.below(2) === 0 ? id : null).catch(() => null)
  else if (dice < 60) await me.refusal(takeStance, { id: bill_id, stance: random.pick(stances) })
  else if (dice < 66) {
    const change = { change_source: 'comment', comment_id: id } as const
    await me.refusal(takeStance, { id: bill_id, stance: random.pick(stances), ...change })
  } else if (dice < 71 && id !== comment_id) await me.refusal(deleteComment, { id })
  else if (dice < 78) await me.refusal(followUser, { id: other })
  else if (dice < 83) await me.refusal(unfollowUser, { id: other })
  else if (dice < 90) await me.refusal(likeGroupPost, { id: group_id, post_id })
  else if (dice < 94) await me.refusal(followGroup, { id: group_id })
  else if (dice < 97) await me.refusal(updatePrivacy, { public_profile: random.below(2) === 0 })
  else await me.runWorkers()
}
