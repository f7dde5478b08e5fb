import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import { createGroupPost } from '#contract/groups.ts'
import { followUser } from '#contract/people.ts'
import { showActionsOf } from '#server/members/people/shownActions.ts'
import { hideComment } from '#server/participation/discussions/moderation.ts'
import { PostgresError, type Transaction } from '#server/platform/postgres/db.ts'
import { randomFrom, type Random } from '#server/testing/setups/random.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { checkDerivedValues, findProblems, repairDerivedCounts } from './derivedCounts.ts'
import { derivedValues } from './values.ts'

const reno = 'ocd-division/country:us/state:nv/place:reno'
const elko = 'ocd-division/country:us/state:nv/place:elko'

let app: TestServer
let crowd: Person[]
let [ana, ben, cleo, eva, finn]: string[] = []
let [bill_id, comment_id, group_id, post_id] = ['', '', '', '']

beforeAll(async () => {
  app = await startTestServer()
  const places = { ana: reno, ben: elko, cleo: reno, dov: reno, eva: reno, finn: reno }
  crowd = []
  for (const [name, place] of Object.entries(places)) crowd.push(await app.resident(name, place))
  const [first, second] = [crowd[0]!, crowd[1]!]
  ;[ana, ben, cleo, , eva, finn] = crowd.map(({ user_id }) => user_id)
  bill_id = (await app.bill('A Bill That Is Repaired')).bill_id
  await storeText(app, bill_id, { full_text: 'Be it enacted' })
  for (const member of crowd) await member.call(takeStance, { id: bill_id, stance: 'support' })
  comment_id = await say(first)
  await second.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
  await second.call(followUser, { id: first.user_id })
  group_id = await app.groupOf(reno)
  post_id = (await first.call(createGroupPost, { id: group_id, content: 'A post' })).post.post_id
  await first.runWorkers()
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

async function say(member: Person): Promise<string> {
  const words = { content: 'Words', category_id: 'general-discussion' } as const
  return (await member.call(postComment, { id: bill_id, ...words })).comment.comment_id
}

async function waitForBlockedStatement(): Promise<void> {
  const waiting = await app.pool`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  if (waiting.length === 0) await waitForBlockedStatement()
}

/** What a member does, the value that is wrong before, and a write that is not committed yet when the repair reaches the row. */
type Race = [string, what: string, wrong: () => string, write: (db: Transaction) => PromiseLike<unknown>]

// prettier-ignore
const races: Race[] = [
  ['votes', "a comment's votes in total and by side, replies and changed minds",
    () => `update bill_comments set upvotes = upvotes + 3, oppose_upvotes = 5 where comment_id = '${comment_id}'`,
    (db) => db`select vote_on_comment(${cleo!}, null, null, ${comment_id}, 'upvote')`],
  ['has a hidden comment whose category has no count', "a bill's comments and threads by category", () => 'delete from bill_category_counts',
    async (db) => hideComment(db, await anotherComment())],
  ['comments in a city', "a bill's comments by place", () => 'update bill_local_counts set comment_count = comment_count + 4',
    (db) => db`select post_comment(${ana!}, null, null, null, ${bill_id}, 'general-discussion', null, 'More', 'en', null, null)`],
  ['moves from a city that has no count', "a bill's comments by place", () => 'delete from bill_local_counts',
    (db) => db`update users set ocd_city_id = ${elko} where user_id = ${ana!}`],
  ['follows', "a member's totals", () => 'update users set follower_count = follower_count + 6',
    (db) => db`select follow_user(${cleo!}, null, null, ${ana!})`],
  ['unfollows', "a member's totals", () => 'update users set following_count = following_count + 2',
    (db) => db`select unfollow_user(${cleo!}, null, null, ${ana!})`],
  ['replies', "a comment's votes in total and by side, replies and changed minds",
    () => 'update bill_comments set reply_count = reply_count + 2',
    (db) => db`select post_comment(${eva!}, null, null, null, ${bill_id}, 'general-discussion', ${comment_id}, 'Yes', 'en', null, null)`],
  ['changes their mind', "a bill's changed minds by stance", () => `
    insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count) values ('${bill_id}', 'support', 'oppose', 7)
    on conflict (bill_id, from_stance, to_stance) do update set member_count = 7`,
    (db) => db`select take_stance(${eva!}, null, null, ${bill_id}, 'oppose', 'comment', ${comment_id}, null)`],
  ['changes their mind again, whose count is missing', "a bill's changed minds by stance", () => 'delete from bill_mind_changes',
    (db) => db`select take_stance(${eva!}, null, null, ${bill_id}, 'neutral', 'comment', ${comment_id}, null)`],
  ['reads notifications without having counts', "a member's counts of notifications", () => 'delete from notification_counts',
    (db) => db`update notifications set read_at = now() where user_id = ${ana!} and read_at is null`],
  ['makes the profile private', 'whether a notification is shown', () => `update notifications set is_shown = false where actor_id = '${ben}'`,
    async (db) => {
      await db`update users set public_profile = false where user_id = ${ben!}`
      await showActionsOf(db, ben!, false)
    }],
  ['likes', "a group post's likes", () => 'update group_posts set like_count = like_count + 2',
    (db) => db`select like_group_post(${ben!}, null, null, ${group_id}, ${post_id})`],
  ['becomes a community leader', "a group's members by kind", () => 'update group_member_counts set regular = regular + 1',
    async (db) => {
      await db`update users set member_type = 'community_leader' where user_id = ${ben!}`
      await db`select update_memberships(${ben!})`
    }],
  ['reads of a bill whose status has no total', 'the number of bills behind a filter', () => 'delete from bill_totals',
    (db) => db`update bills set status = 'rejected' where bill_id = ${bill_id}`],
  ['gets by an import what the wrong row happens to have', "the copies of a bill's fields beside its counts",
    () => `update bill_counters set status = 'passed' where bill_id = '${bill_id}'`,
    (db) => db`update bills set status = 'passed' where bill_id = ${bill_id}`],
]

async function anotherComment(): Promise<string> {
  const [comment] = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where is_live and comment_id <> ${comment_id} order by 1 limit 1`
  return comment?.comment_id ?? say(crowd[1]!)
}

describe('hurd check --repair beside writers', () => {
  // covers HURD-CHECK-02
  test.each(races)('repairs the value while a member %s', async (_action, what, wrong, write) => {
    await anotherComment()
    expect(await findProblems(app.pool)).toEqual([])
    await app.pool.unsafe(wrong())
    const index = derivedValues.findIndex((value) => value.what === what)
    const { repaired } = await app.pool.begin(async (db) => {
      await write(db)
      // The repair waits for the write, so it is not awaited before the commit.
      const repairing = checkDerivedValues(app.pool, { repair: true, start: { index } })
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
      await db`select take_stance(${finn!}, null, null, ${bill_id}, 'learning', 'direct', null, null)`
      expect((await checkDerivedValues(app.pool, { repair: true })).problems).toEqual([])
    })
    expect(await findProblems(app.pool)).toEqual([])
    await app.foldCounters()
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-CHECK-02
  test.each([1, 2])(
    'every value is right after members wrote at random during repairs, seed %i',
    async (seed) => {
      const random = randomFrom(seed)
      for (let round = 0; round < 4; round += 1) {
        for (const [, , wrong] of races) await app.pool.unsafe(wrong())
        const writing = writeAtOnce(random)
        expect((await checkDerivedValues(app.pool, { repair: true, keysPerRange: 4 })).problems).toEqual([])
        await writing
      }
      expect(await findProblems(app.pool)).toEqual([])
      await app.foldCounters()
      expect(await findProblems(app.pool)).toEqual([])
    },
  )
})

/** Three members at a time write so that they also wait for one another. */
async function writeAtOnce(random: Random): Promise<void> {
  for (let turn = 0; turn < 12; turn += 1) {
    await Promise.all(
      [0, 1, 2].map(() => {
        const [, , , write] = random.pick(races)
        return app.pool.begin((db) => write(db)).catch(leaveRefused)
      }),
    )
  }
}

/** Writes that collide or come too late are refused, like those of members. */
function leaveRefused(error: unknown): void {
  if (!(error instanceof PostgresError)) throw error
}
