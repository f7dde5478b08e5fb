import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { getBill, takeStance } from '#contract/bills/bills.ts'
import { postComment, voteOnComment } from '#contract/discussions.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let sent: BuiltStatement[] = []
let app: TestServer
let author: Person
beforeAll(async () => {
  app = await startTestServer({}, '/nowhere', { observe: (statement) => void sent.push(statement) })
  author = await app.member('author')
})
beforeEach(() => {
  sent = []
})
afterAll(() => app.close())

/** The lookup of the session, at most once a second, and the tasks of the server, which run at the same time. */
const otherWork = /selectSession|selectBranding|counterFolding|notifications\//

/** Returns the names of the statements that a call sends. */
async function statementsOf(call: () => Promise<unknown>): Promise<string[]> {
  sent = []
  await call()
  return sent.map(({ name }) => name).filter((name) => !otherWork.test(name))
}

const category_id = 'general-discussion'
const text = (words: string) => ({ full_text: `A ferry that runs at night shall carry ${words} at the bow.` })
const printed = (month: number) => ({ label: `Printing ${month}`, printed_on: `2025-0${month}-01` })

const single = (name: string): unknown => [expect.stringContaining(name)]

// covers BEY-VERSION-39 BEY-GROUND-13
test('a stance, a vote and a comment are each one statement, which is its own transaction, on a bill with versions too', async () => {
  const { bill_id: id } = await app.bill('Bow Lantern Act')
  const { comment } = await author.call(postComment, { id, content: 'A lantern.', category_id })
  const members = await Promise.all(['ann', 'ben', 'cleo'].map((name) => app.member(name)))
  const writesOf = (member: Person) => ({
    stance: () => member.call(takeStance, { id, stance: 'support' }),
    change: () => member.call(takeStance, { id, stance: 'oppose' }),
    vote: () => member.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' }),
    otherVote: () => member.call(voteOnComment, { id: comment.comment_id, vote_type: 'downvote' }),
    comment: () => member.call(postComment, { id, content: 'A lamp.', category_id }),
    reply: () =>
      member.call(postComment, {
        id,
        content: 'A lamp.',
        category_id,
        parent_comment_id: comment.comment_id,
      }),
  })
  /** Returns the statements that each write sends for every member. */
  async function measure() {
    const statements: Record<string, string[]> = {}
    for (const member of members) {
      for (const [name, write] of Object.entries(writesOf(member))) {
        // oxlint-disable-next-line no-await-in-loop -- one write after the other
        const sentNow = await statementsOf(write)
        statements[name] = (statements[name] ?? sentNow).filter((statement) => sentNow.includes(statement))
      }
    }
    return statements
  }
  const expected = {
    stance: single('stances/stance'),
    change: single('stances/stance'),
    vote: single('discussions/votes'),
    otherVote: single('discussions/votes'),
    comment: single('discussions/comments'),
    reply: single('discussions/comments'),
  }
  expect(await measure()).toEqual(expected)
  await storeText(app, id, text('a light'), printed(1))
  await storeText(app, id, text('4 lights'), printed(2))
  expect(await measure()).toEqual(expected)
})

type Writes = { name: string; inserted: number; updated: number; in_place: number }

/** Returns the rows that a vote inserts and updates, by table. `in_place` are updates that write no index entry. */
async function rowsOfVote(voter: Person, comment_id: string) {
  return app.pool.begin(async (db) => {
    // The numbers of a connection include those of its last transactions.
    const counts = () => db<Writes[]>`
      select relname as name, n_tup_ins::int as inserted, n_tup_upd::int as updated, n_tup_hot_upd::int as in_place
        from pg_stat_xact_user_tables order by relname`
    const before = new Map((await counts()).map((table) => [table.name, table]))
    await db`select vote_on_comment(${voter.user_id}, null, null, ${comment_id}, 'upvote')`
    return (await counts())
      .map((after) => {
        const { inserted = 0, updated = 0, in_place = 0 } = before.get(after.name) ?? {}
        return {
          name: after.name,
          inserted: after.inserted - inserted,
          updated: after.updated - updated,
          in_place: after.in_place - in_place,
        }
      })
      .filter(({ inserted, updated }) => inserted + updated > 0)
  })
}

const rows = (in_place: number) => [
  { name: 'bill_comments', inserted: 0, updated: 1, in_place },
  { name: 'bill_counter_steps', inserted: 1, updated: 0, in_place: 0 },
  { name: 'comment_votes', inserted: 1, updated: 0, in_place: 0 },
]

// covers BEY-GROUND-13
test('a vote writes one row and changes one, and only a vote that moves the comment in the order writes index entries for it', async () => {
  const { bill_id: id } = await app.bill('Stern Lantern Act')
  const { comment: thread } = await author.call(postComment, { id, content: 'A lantern.', category_id })
  const { comment: reply } = await author.call(postComment, {
    id,
    content: 'Two lanterns.',
    category_id,
    parent_comment_id: thread.comment_id,
  })
  const supporter = await app.member('supporter')
  await supporter.call(takeStance, { id, stance: 'support' })
  const undeclared = await app.member('undeclared')
  expect(await rowsOfVote(supporter, thread.comment_id)).toEqual(rows(0))
  expect(await rowsOfVote(undeclared, thread.comment_id)).toEqual(rows(1))
  expect(await rowsOfVote(supporter, reply.comment_id)).toEqual(rows(1))

  const indexes = await app.pool<{ name: string }[]>`
    select indexrelid::regclass::text as name from pg_index i
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = 'bill_comments'::regclass
       and a.attname ~ '^(bridging_score|(support|oppose|neutral|learning|unknown)_.*|upvotes|downvotes)$'
     group by 1 order by 1`
  expect(indexes.map(({ name }) => name)).toEqual([
    'bill_comments_category_common_ground',
    'bill_comments_common_ground',
  ])
})

/** Gives a bill the supporters that it would have after many members took that stance. */
async function addSupporters(bill_id: string, count: number) {
  await app.pool`
    with members as (
      insert into users (username, full_name, email, password_hash, address)
      select n || left(${bill_id}, 8), 'Member', n || ${bill_id} || '@example.org', 'none', '1 Oak Street, Austin, TX 78701'
        from generate_series(1, ${count}::int) n
      returning user_id)
    insert into stances (bill_id, user_id, stance, version_no) select ${bill_id}, user_id, 'support', 1 from members`
  await app.pool`update bill_counters set support_count = ${count} where bill_id = ${bill_id}`
}

async function importMaterialVersion(count: number) {
  const { bill_id: id } = await app.bill(`Lantern Act of ${count}`)
  await storeText(app, id, text('a light'), printed(1))
  await addSupporters(id, count)
  const before = (await author.call(getBill, { id })).bill
  expect(before.current_version_counts.support_count).toBe(count)
  const writes = async () => {
    const [row] = await app.pool<{ rows: string }[]>`
      select md5(string_agg(user_id::text || xmin::text || ctid::text, '' order by user_id)) as rows
        from stances where bill_id = ${id}`
    return row!.rows
  }
  const stancesBefore = await writes()
  const statements = await statementsOf(() => storeText(app, id, text('4 lights'), printed(2)))
  const ofImport = statements.filter((name) => name.startsWith('legislation/'))
  expect(await writes()).toBe(stancesBefore)
  const { bill } = await author.call(getBill, { id })
  expect(bill).toMatchObject({
    support_count: count,
    current_version_counts: { support_count: 0, oppose_count: 0, neutral_count: 0, learning_count: 0 },
  })
  return ofImport
}

// covers BEY-VERSION-14
test('a material version restarts the counts on the current version with as many writes for 1,000 stances as for 10', async () => {
  const few = await importMaterialVersion(10)
  expect(await importMaterialVersion(1_000)).toEqual(few)
  expect(few.length).toBeGreaterThan(0)
})
