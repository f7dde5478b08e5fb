import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { voteOnComment } from '#contract/discussions/discussions.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'
import { derivedCounts, findProblems, type Problem, repairDerivedCounts } from './derivedCounts.ts'
import { checkInSlices } from './slices.ts'
import { billPartValues } from './values/billParts.ts'
import { collationVersions } from './values/collationVersions.ts'
import { groupCounts } from './values/groupCounts.ts'
import { reintroductionValues } from './values/reintroductions.ts'
import { voteCounts } from './values/voteCounts.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
  const home = 'ocd-division/country:us/state:il/place:springfield'
  const [ana, ben] = [await app.resident('ana', home), await app.member('ben')]
  const { bill_id } = await app.bill('Checked Bill')
  await storeText(app, bill_id, { full_text: 'Be it enacted' })
  await ana.call(takeStance, { id: bill_id, stance: 'support' })
  await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
  const [first] = await app.pool<{ comment_id: string }[]>`
    insert into bill_comments (bill_id, user_id, category_id, content)
    values (${bill_id}, ${ana.user_id}, 'general-discussion', 'A view') returning comment_id`
  await app.pool`
    insert into bill_comments (bill_id, user_id, category_id, content, parent_comment_id, depth)
    values (${bill_id}, ${ben.user_id}, 'general-discussion', 'An answer', ${first!.comment_id}, 2)`
  await ben.call(voteOnComment, { id: first!.comment_id, vote_type: 'upvote' })
  await ben.runWorkers()
  await app.foldCounters()
  await app.pool`insert into follows (follower_id, followee_id) values (${ana.user_id}, ${ben.user_id})`
  await app.pool`insert into access_codes (code, max_uses, uses) values ('CHECKED-1', 5, 0)`
  await app.pool`update users set access_code = 'CHECKED-1' where user_id = ${ana.user_id}`
})
afterAll(() => app.close())
beforeEach(() => app.pool.begin(repairDerivedCounts))

const faults: { name: string; plant: (db: Db) => PromiseLike<unknown>; what: string }[] = [
  {
    name: 'a stance counted twice',
    plant: (db) => db`update bill_counters set support_count = support_count + 1`,
    what: "a bill's counts of stances and comments, and its activity score",
  },
  {
    name: 'a comment that is missing from the count',
    plant: (db) => db`update bill_counters set discussion_count = 0`,
    what: "a bill's counts of stances and comments, and its activity score",
  },
  {
    name: 'an address that does not follow from the record',
    plant: (db) => db`update bills set path = 'us/119/wrong/1'`,
    what: "a bill's address",
  },
  {
    name: 'an address that leads nowhere',
    plant: (db) => db`delete from bill_paths where is_current`,
    what: 'the list of addresses',
  },
  {
    name: 'a current version that does not exist',
    plant: (db) => db`update bill_counters set version_no = 7`,
    what: "a bill's current version, its text and its last material change",
  },
  {
    name: 'a version out of order',
    plant: (db) => db`update bill_versions set ordinal = 7`,
    what: "the order of a bill's versions",
  },
  {
    name: 'a version with stances that nobody took',
    plant: (db) => db`
      insert into bill_version_counts (bill_id, version_no, support_count) select bill_id, 1, 7 from bills
      on conflict (bill_id, version_no) do update set support_count = 7`,
    what: "a bill's stances by version",
  },
  {
    name: 'a section with a wrong number of comments',
    plant: (db) => db`
      insert into bill_section_counts (bill_id, section_key, comment_count) select bill_id, '3', 7 from bills`,
    what: "a bill's comments by section",
  },
  {
    name: 'a missing day of activity',
    plant: (db) => db`delete from bill_activity`,
    what: "a bill's activity by day",
  },
  {
    name: 'a category with a wrong number of comments',
    plant: (db) => db`update bill_category_counts set comment_count = 7`,
    what: "a bill's comments and threads by category",
  },
  {
    name: 'a place with a wrong number of comments',
    plant: (db) => db`update bill_local_counts set comment_count = 7`,
    what: "a bill's comments by place",
  },
  {
    name: 'a thread that is missing from the count',
    plant: (db) => db`update bill_category_counts set thread_count = 0`,
    what: "a bill's comments and threads by category",
  },
  {
    name: 'a removed vote that is still counted',
    plant: (db) => db`update bill_comments set upvotes = upvotes + 1`,
    what: "a comment's votes, replies and changed minds",
  },
  {
    name: "a reply that is missing from its parent's count",
    plant: (db) => db`update bill_comments set reply_count = 0`,
    what: "a comment's votes, replies and changed minds",
  },
  {
    name: 'a changed mind that nobody has',
    plant: (db) => db`
      insert into bill_mind_changes (bill_id, from_stance, to_stance, member_count)
      select bill_id, 'oppose', 'support', 3 from bill_counters`,
    what: "a bill's changed minds by stance",
  },
  {
    name: 'a vote with the id of another bill',
    plant: (db) => db`update comment_votes set bill_id = gen_random_uuid()`,
    what: 'the bill of a vote',
  },
  {
    name: "a vote that is counted on the voter's former side",
    plant: (db) => db`update bill_comments set support_upvotes = support_upvotes + 1, oppose_upvotes = 0`,
    what: "a comment's votes by side",
  },
  {
    name: 'an echo score of votes that no longer exist',
    plant: (db) => db`
      insert into bill_echo (bill_id, echo_version, echo_votes, analyzed_votes, total_votes)
      select bill_id, echo_version, 12, 12, 12 from bill_counters`,
    what: "a bill's stored echo score",
  },
  {
    name: 'a member with too many stances',
    plant: (db) => db`update users set total_stances = 99`,
    what: "a member's totals",
  },
  {
    name: 'one follower too many',
    plant: (db) => db`update users set follower_count = follower_count + 1`,
    what: "a member's totals",
  },
  {
    name: 'a filter with a wrong total',
    plant: (db) => db`update bill_totals set bill_count = bill_count + 1`,
    what: 'the number of bills behind a filter',
  },
  {
    name: 'a topic that no longer finds its bill',
    plant: (db) => db`delete from bill_topics`,
    what: "the copies of a bill's fields beside its counts and topics",
  },
  {
    name: 'a trending bill with a former status',
    plant: (db) => db`update bill_counters set status = 'rejected'`,
    what: "the copies of a bill's fields beside its counts and topics",
  },
  {
    name: 'a bill that is found by its former title',
    plant: (db) => db`update bill_search set words = replace(words, 'checked', 'former')`,
    what: 'the search words of a bill',
  },
  {
    name: 'a bill that no keyword finds',
    plant: (db) => db`delete from bill_search`,
    what: 'the search words of a bill',
  },
  {
    name: 'a word of a bill that is missing from the list',
    plant: (db) => db`delete from bill_terms`,
    what: 'the list of all search words',
  },
  {
    name: 'sections of a bill without a text',
    plant: (db) => db`insert into shown_sections select bill_id, '{"sections": []}' from bills`,
    what: "the sections of a bill's text",
  },
  {
    name: 'an access code with more uses than accounts',
    plant: (db) => db`update access_codes set uses = 4`,
    what: 'the uses of an access code',
  },
  {
    name: 'a notification with one vote too many',
    plant: (db) => db`update notifications set votes = votes + 1`,
    what: 'the number of votes in an unread notification',
  },
  {
    name: 'a notification about votes that were retracted',
    plant: (db) => db`update notifications set votes = 7 where type = 'comment_votes_batched'`,
    what: 'the number of votes in an unread notification',
  },
  {
    name: 'a notification that is hidden for no reason',
    plant: (db) => db`
      insert into notifications (user_id, type, actor_id, is_shown)
      select followee_id, 'new_follower', follower_id, false from follows`,
    what: 'whether a notification is shown',
  },
  {
    name: 'a notification that is missing from the count',
    plant: (db) => db`update notification_counts set unread = 0`,
    what: "a member's counts of notifications",
  },
  {
    name: 'a step of the counters that no action made',
    plant: (db) => db`insert into bill_counter_steps (bill_id, oppose_count) select bill_id, 1 from bills`,
    what: "a bill's counts of stances and comments, and its activity score",
  },
  {
    name: 'a step of activity that no action made',
    plant: (db) => db`
      insert into bill_counter_steps (bill_id, day, points) select bill_id, (now() at time zone 'utc')::date - 1, 3 from bills`,
    what: "a bill's activity by day",
  },
  {
    name: 'a link that would still change an email although the change was canceled',
    plant: (db) => db`
      insert into email_links (token_hash, user_id, purpose, email, expires_at)
      select ${Buffer.alloc(32, 1)}, user_id, 'change', 'canceled@example.org', now() from users limit 1`,
    what: 'an email change link and the pending address',
  },
]

describe('hurd check', () => {
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

  test('finds a stance that is missing from its history, which only an operator can correct', async () => {
    await app.pool`update stances set stance = 'learning' where stance = 'oppose'`
    const found = await findProblems(app.pool)
    expect(found.map((problem) => problem.what)).toContain('a stance and the last entry of its history')
    await app.pool`update stances set stance = 'oppose' where stance = 'learning'`
  })

  test('finds a reply with a wrong depth', async () => {
    await app.pool`update bill_comments set depth = 3 where depth = 2`
    const found = await findProblems(app.pool)
    expect(found.map((problem) => problem.what)).toEqual(['the position of a reply'])
    await app.pool`update bill_comments set depth = 2 where depth = 3`
  })

  test('finds an account that is unverified although its link was used, and shows no email address', async () => {
    await app.pool`
      insert into email_links (token_hash, user_id, purpose, email, expires_at, used_at)
      select ${Buffer.alloc(32, 2)}, user_id, 'verify', email, now(), now() from users limit 1`
    const found = await findProblems(app.pool)
    expect(found.map((problem) => problem.what)).toEqual(['a used link and the address it verified'])
    expect(JSON.stringify(found)).not.toContain('@')
    await app.pool`delete from email_links`
  })

  test('has a planted fault for every derived count', () => {
    const planted = new Set([
      ...faults.map((fault) => fault.what),
      'a stance and the last entry of its history',
      'the position of a reply',
      'a used link and the address it verified',
      // Separate test files plant the faults of these values.
      ...[
        ...groupCounts,
        ...voteCounts,
        ...billPartValues,
        ...reintroductionValues,
        ...collationVersions,
      ].map((count) => count.what),
    ])
    expect(derivedCounts.map((count) => count.what).filter((what) => !planted.has(what))).toEqual([])
  })
})
