import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import {
  deletedCommentText,
  removedText,
  listComments as endpoint,
  threadSorts,
  voteOnComment,
} from '#contract/discussions.ts'
import type { InputOf, OutputOf } from '#contract/kit/endpoint.ts'
import { updatePrivacy } from '#contract/people.ts'
import { findProblems, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { hideComment } from '#server/participation/discussions/moderation.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { planNodes } from '#server/testing/postgres/plans.ts'
import {
  expectedMutes,
  expectedPage,
  readDiscussion,
} from '#server/testing/setups/discussions/discussionOracle.ts'
import {
  beginWalk,
  kindsOfWrites,
  readers,
  walkOn,
} from '#server/testing/setups/discussions/discussionWalk.ts'
import { say } from '#server/testing/setups/notified.ts'
import { randomFrom } from '#server/testing/setups/random.ts'
import { restoreDeleted } from '#server/testing/setups/restoration.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { type KeptPages, openKeptPages } from './keptPages.ts'
import { listComments } from './threads.ts'

type Input = InputOf<typeof endpoint>
type Page = Omit<OutputOf<typeof endpoint>, 'as_of'>

let sent: BuiltStatement[] = []
let app: TestServer
beforeAll(async () => {
  app = await startTestServer({}, undefined, { observe: (statement) => void sent.push(statement) })
})
afterAll(() => app.close())
beforeEach(() => {
  sent = []
})

const readsOfPages = () =>
  sent.filter(({ name }) => name === 'participation/comments/threads.selectThreadPage')

/** Returns the answer of an instance that has these pages in memory, without the time at which it was read. */
async function pageFrom(pages: KeptPages, { user_id }: Person, input: Input): Promise<Page> {
  const me = { user_id, username: '', account_status: 'active', ocd_city_id: null } as const
  const { bytes } = await listComments(app.pool, me, endpoint.input.parse(input), pages)
  const { as_of, ...page } = endpoint.output.parse(JSON.parse(bytes.toString()))
  expect(as_of).toMatch(/Z$/)
  return page
}

/** Returns the answer of an instance that keeps no pages. */
const freshPage = (viewer: Person, input: Input) => pageFrom(openKeptPages(0), viewer, input)

/** Returns inputs for every order and every kind of list. */
async function inputsOf(id: string, viewer: Person): Promise<Input[]> {
  const [parent] = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where bill_id = ${id} and depth = 1
     order by reply_count desc, comment_id limit 1`
  const short = { id, limit: 3 } as const
  const { next } = await freshPage(viewer, short)
  return [
    ...threadSorts.map((sort) => ({ id, sort })),
    { id, category_id: 'general-discussion' },
    { id, section: '1' },
    short,
    ...(next ? [{ ...short, after: next }] : []),
    ...(parent ? [{ id, parent_comment_id: parent.comment_id }] : []),
  ]
}

/** Compares a page with one that is computed from the rows in TypeScript. */
async function compareWithRules(bill_id: string, viewer: Person) {
  const discussion = await readDiscussion(app.pool, bill_id)
  for (const sort of threadSorts) {
    const { comments, pagination, muted_authors } = await viewer.call(endpoint, {
      id: bill_id,
      sort,
      limit: 20,
    })
    const expected = expectedPage(discussion, viewer.user_id, { sort, limit: 20, offset: 0 })
    const shown = JSON.parse(JSON.stringify(comments), (key, value: unknown) =>
      key === 'section_key' || key === 'version_no' ? null : value,
    )
    expect({ comments: shown, total: pagination.total }).toEqual(expected)
    expect(muted_authors).toEqual(await expectedMutes(app.pool, viewer.user_id, expected.comments))
  }
}

describe('pages of a discussion that are kept in memory', () => {
  const kinds = new Set<string>()

  // covers HURD-SPEED-05
  test.each([1, 2, 3])(
    'show every viewer on every instance what was written last, after each step of a random walk, seed %i',
    async (seed) => {
      const random = randomFrom(seed)
      const walk = await beginWalk(app, random)
      const instances = [openKeptPages(), openKeptPages()]
      let hits = 0
      for (let step = 0; step < 250; step += 1) {
        const kind = await walkOn(walk)
        kinds.add(kind)
        const viewer = walk.members[random.below(readers + 2)]!
        for (const input of await inputsOf(walk.bill_id, viewer)) {
          const fresh = await freshPage(viewer, input)
          for (const pages of instances) {
            const before = readsOfPages().length
            const page = await pageFrom(pages, viewer, input)
            expect({ step, kind, input, page }).toEqual({ step, kind, input, page: fresh })
            if (readsOfPages().length === before) hits += 1
          }
        }
        if (step % 25 === 0) await compareWithRules(walk.bill_id, viewer)
      }
      expect(hits).toBeGreaterThan(250)
      expect(await findProblems(app.pool)).toEqual([])
    },
    120_000,
  )

  test('are compared after every kind of write', () => {
    expect([...kinds].toSorted()).toEqual(kindsOfWrites.toSorted())
  })

  // covers HURD-SPEED-05
  test('are read once for all viewers, and each viewer sees their own votes, changed mind and private stance', async () => {
    const [ana, ben, cleo] = [await app.member('ana'), await app.member('ben'), await app.member('cleo')]
    const { bill_id: id } = await app.bill('A Popular Bill')
    const comment = await say(ana, id, 'Not "user_stance":null')
    const reply = await say(ben, id, 'A reply', comment)
    await ana.call(takeStance, { id, stance: 'support' })
    await ana.call(updatePrivacy, { public_stances: false })
    await ben.call(voteOnComment, { id: comment.comment_id, vote_type: 'upvote' })
    await cleo.call(takeStance, { id, stance: 'oppose' })
    const { comment_id } = reply
    await cleo.call(takeStance, { id, stance: 'neutral', change_source: 'comment', comment_id })
    sent = []
    const [toAna, toBen, toCleo] = [
      (await ana.call(endpoint, { id })).comments[0]!,
      (await ben.call(endpoint, { id })).comments[0]!,
      (await cleo.call(endpoint, { id })).comments[0]!,
    ]
    expect(readsOfPages()).toHaveLength(1)
    const shown = ({ user_vote, user_stance, changed_my_mind, replies }: typeof toAna) => [
      user_vote,
      user_stance,
      changed_my_mind,
      replies[0]!.changed_my_mind,
    ]
    expect(shown(toAna)).toEqual([null, 'support', false, false])
    expect(shown(toBen)).toEqual(['upvote', null, false, false])
    expect(shown(toCleo)).toEqual([null, null, false, true])

    await cleo.call(voteOnComment, { id: comment_id, vote_type: 'downvote' })
    expect((await ben.call(endpoint, { id })).comments[0]!.replies[0]!.downvotes).toBe(1)
    expect(readsOfPages()).toHaveLength(2)
  })

  // covers HURD-SPEED-05
  test('are limited in memory, and the least recently read page is evicted first', async () => {
    const viewer = await app.member('dora')
    const bills = await Promise.all(['One', 'Two', 'Three'].map((title) => app.bill(`${title} of Three`)))
    const [one, two, three] = bills.map(({ bill_id }) => bill_id)
    for (const { bill_id } of bills) await say(viewer, bill_id, 'Words '.repeat(300))
    const pages = openKeptPages(7_000)
    const isKept = async (id: string) => {
      sent = []
      await pageFrom(pages, viewer, { id })
      return readsOfPages().length === 0
    }
    expect([await isKept(one!), await isKept(two!), await isKept(one!), await isKept(three!)]).toEqual([
      false,
      false,
      true,
      false,
    ])
    expect(pages.size()).toMatchObject({ pages: 2, bytes: expect.any(Number) })
    expect(pages.size().bytes).toBeLessThanOrEqual(7_000)
    expect([await isKept(one!), await isKept(three!), await isKept(two!)]).toEqual([true, true, false])
  })
})

describe('what makes a kept page out of date', () => {
  let author: Person
  let viewer: Person
  beforeAll(async () => {
    author = await app.member('edith')
    viewer = await app.member('frank')
  })

  let lastOther = 0

  /**
   * Changes the row of an author. Returns the kept page of a discussion after the change, and the page as it should be.
   */
  async function pagesAfter(change: string): Promise<{ kept: Page; fresh: Page }> {
    lastOther += 1
    const other = await app.member(`other-${lastOther}`)
    const { bill_id: id } = await app.bill('A Bill of Others')
    await say(other, id, 'Words of another member')
    await other.call(takeStance, { id, stance: 'support' })
    const pages = openKeptPages()
    await pageFrom(pages, viewer, { id })
    await app.pool.unsafe(`update users set ${change} where user_id = '${other.user_id}'`)
    return { kept: await pageFrom(pages, viewer, { id }), fresh: await freshPage(viewer, { id }) }
  }

  // covers HURD-SPEED-05
  test('a change of any field of the author, by a trigger without which the page would stay as it was', async () => {
    const columns = await app.pool<{ name: string; type: string }[]>`
      select column_name as name, data_type as type from information_schema.columns
       where table_name = 'users' and table_schema = 'public' and is_generated = 'NEVER' and is_identity = 'NO'
         and column_name not in ('user_id', 'access_code')`
    expect(columns.length).toBeGreaterThan(20)
    for (const { name, type } of columns) {
      const { kept, fresh } = await pagesAfter(`${name} = ${changed(name, type)}`)
      expect({ name, page: kept }).toEqual({ name, page: fresh })
    }
    await app.pool.unsafe('alter table users disable trigger users_after_update_change_author')
    const { kept, fresh } = await pagesAfter("full_name = 'Edith the Second'")
    expect(kept).not.toEqual(fresh)
    await app.pool.unsafe('alter table users enable trigger users_after_update_change_author')
    await app.pool.begin(repairDerivedCounts)
  })

  // covers HURD-SPEED-05
  test('the deletion and restoration of an account that has only a hidden comment on the bill', async () => {
    const gone = await app.member('gina', { email_verified_at: '2026-01-01T00:00:00.000Z' })
    const { bill_id: id } = await app.bill('A Bill of Gina')
    const hidden = await say(gone, id, 'Words of Gina')
    await say(viewer, id, 'A reply', hidden)
    await app.pool.begin((db) => hideComment(db, hidden.comment_id))
    const pages = openKeptPages()
    const textOf = async () => {
      const page = await pageFrom(pages, viewer, { id })
      expect(page).toEqual(await freshPage(viewer, { id }))
      return page.comments[0]!.content
    }
    expect(await textOf()).toBe(removedText)
    await gone.call(deleteAccount, {})
    expect(await textOf()).toBe(deletedCommentText)
    await restoreDeleted(app, gone)
    expect(await textOf()).toBe(removedText)
  })

  // covers HURD-SPEED-05
  test('the repair of a wrong count', async () => {
    const { bill_id: id } = await app.bill('A Bill of Wrong Counts')
    const { comment_id } = await say(author, id, 'Words')
    await app.pool`update bill_comments set upvotes = 7 where comment_id = ${comment_id}`
    const pages = openKeptPages()
    expect((await pageFrom(pages, viewer, { id })).comments[0]!.upvotes).toBe(7)
    await app.pool.begin(repairDerivedCounts)
    expect((await pageFrom(pages, viewer, { id })).comments[0]!.upvotes).toBe(0)
  })

  const samples: Record<string, string> = {
    email: "'edith@example.net'",
    pending_email: "'later@example.net'",
    ocd_city_id: "'ocd-division/country:us/state:nv/place:reno'",
    member_type: "'community_leader'",
    account_status: "'suspended'",
    suspended_from: "'active', account_status = 'suspended'",
    suspended_until: "now() + interval '1 day', account_status = 'suspended'",
    bio: "'Hello'",
  }

  function changed(name: string, type: string): string {
    const byType: Record<string, string> = {
      boolean: `not ${name}`,
      integer: `${name} + 300`,
      'timestamp with time zone': 'coalesce(' + name + ", now()) + interval '1 day'",
    }
    return samples[name] ?? byType[type] ?? `concat(${name}, 'x')`
  }

  // covers HURD-SPEED-05
  test('a page is read only from tables whose every change is known to increment the version', async () => {
    const { bill_id: id } = await app.bill('A Bill of Tables')
    await say(author, id, 'Words')
    const tables = new Set<string>()
    for (const input of await inputsOf(id, viewer)) {
      sent = []
      await freshPage(viewer, input)
      const [read] = readsOfPages()
      for (const node of await planNodes(app.pool, read!, 'for all values')) {
        if (node['Relation Name']) tables.add(node['Relation Name'])
      }
    }
    // Before you add a table here: all writes to the table must append to bill_counter_steps or author_changes, and the
    // test above must make such writes.
    const shared = ['bill_comments', 'users', 'stances', 'bill_category_counts', 'bill_section_counts']
    const version = ['bill_counters', 'bill_counter_steps', 'author_version', 'author_changes']
    const ofTheViewer = ['discussion_reads', 'comment_votes', 'mind_changes', 'mutes']
    expect([...tables].toSorted()).toEqual([...shared, ...version, ...ofTheViewer].toSorted())
  })
})
