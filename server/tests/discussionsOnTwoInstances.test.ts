import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import {
  type Comment,
  commentCategories,
  deleteComment,
  listComments,
  postComment,
  threadSorts,
  voteOnComment,
} from '#contract/discussions.ts'
import {
  createGroupComment,
  createGroupPost,
  deleteGroupComment,
  listGroupComments,
} from '#contract/groups.ts'
import { decideCases } from '#contract/moderation/cases.ts'
import { createReport } from '#contract/moderation/reports.ts'
import { muteUser, unmuteUser } from '#contract/mutes.ts'
import { followUser, unfollowUser, updatePrivacy, updateProfile } from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import {
  expectedMutes,
  expectedPage,
  readDiscussion,
} from '#server/testing/setups/discussions/expectedPage.ts'
import { operator } from '#server/testing/setups/operators.ts'
import { type Random, randomFrom } from '#server/testing/setups/random.ts'
import { expectInTime, startSecond } from '#server/testing/setups/twoInstances.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/* A walk of random writes in one discussion by members of two instances of one database. Every response is compared with a page
   that is computed from the rows in TypeScript. The rows are read with a pool of the test itself, because that makes no
   instance forget anything. */

const reno = 'ocd-division/country:us/state:nv/place:reno'
const categories = commentCategories.map(({ category_id }) => category_id)

/** A member as a client of each of the two instances. */
type Client = { user_id: string; instances: [Person, Person] }

let app: TestServer
let rows: Pool
let second: Awaited<ReturnType<typeof startSecond>>
let clients: Client[]
let mods: [Person, Person]
let bill_id: string
beforeAll(async () => {
  app = await startTestServer()
  rows = openPool(app.databaseUrl, operatorLimits)
  second = await startSecond(app)
  const names = ['ana', 'ben', 'cleo', 'dan', 'eva', 'finn', 'gail']
  const people = await Promise.all(
    names.map((name) =>
      app.resident(name, reno, {
        full_name: `${name} O’Neil "Zoë" \\`,
        email_verified_at: '2026-01-01T00:00:00Z',
      }),
    ),
  )
  clients = people.map((person) => ({ user_id: person.user_id, instances: second.onBoth(person) }))
  mods = second.onBoth(await operator(app, 'mod', 'moderator'))
})
afterAll(async () => {
  await second.stop()
  await rows.end()
  await app.close()
})

type Page = { comments: Comment[]; total: number; muted: string[] }

/** The pages of a discussion in every order, those of one category, and a short page. */
async function readPages(person: Person): Promise<Page[]> {
  const responses = await Promise.all(
    queries.map((query) => person.call(listComments, { id: bill_id, ...query })),
  )
  return responses.map(({ comments, pagination, muted_authors }) => ({
    comments,
    total: pagination.total,
    muted: muted_authors.map(({ user_id }) => user_id).toSorted(),
  }))
}
const queries = [
  ...threadSorts.map((sort) => ({ sort, limit: 50 })),
  { sort: 'newest', category_id: 'personal-stories', limit: 20 },
  { sort: 'oldest', limit: 2 },
] as const

/** What the pages must be according to the rows. */
async function expectedPages({ user_id }: Client): Promise<Page[]> {
  const discussion = await readDiscussion(rows, bill_id)
  return Promise.all(
    queries.map(async (query) => {
      const { comments, total } = expectedPage(discussion, user_id, { ...query, offset: 0 })
      const mutes = await expectedMutes(rows, user_id, comments)
      return { comments, total, muted: mutes.map((muted) => muted.user_id).toSorted() }
    }),
  )
}

/** Returns the pages without levels, which follow counts of other bills and of followers. */
function withoutLevels(pages: Page[]): Page[] {
  return JSON.parse(
    JSON.stringify(pages, (key, value: unknown) => (key === 'engagement_level' ? null : value)),
  )
}

/** Returns what only the reader sees of these comments. */
function ownPart(comments: readonly Comment[]): Map<string, unknown> {
  return new Map(
    comments.flatMap(({ comment_id, is_deleted, user_vote, changed_my_mind, replies }) => [
      ...(is_deleted ? [] : [[comment_id, { user_vote, changed_my_mind }] as const]),
      ...ownPart(replies),
    ]),
  )
}

/** Returns which comments a page has and what they say. */
function commentsOf(comments: readonly Comment[]): string[] {
  return comments.flatMap(({ comment_id, content, replies }) => [
    `${comment_id} ${content}`,
    ...commentsOf(replies),
  ])
}

/** Writes something at random as this member on this instance, and returns what it was. */
async function act(random: Random, { user_id, instances }: Client, instance: number): Promise<string> {
  const me = instances[instance]!
  const found = await rows<{ comment_id: string; user_id: string; is_live: boolean; is_hidden: boolean }[]>`
    select comment_id, user_id, is_live, hidden_at is not null as is_hidden from bill_comments
     where bill_id = ${bill_id} order by created_at desc, comment_id limit 12`
  const live = found.filter((comment) => comment.is_live)
  const own = live.find((comment) => comment.user_id === user_id)
  const target = live.length > 0 ? random.pick(live) : undefined
  const hidden = found.find(({ is_hidden }) => is_hidden)
  const other = random.pick(clients.filter((client) => client.user_id !== user_id))
  const kind = random.pick(kinds)
  if (kind === 'delete' && own) await me.call(deleteComment, { id: own.comment_id })
  else if (kind === 'vote' && target) {
    const vote_type = random.pick(['upvote', 'downvote'] as const)
    await me.refusal(voteOnComment, { id: target.comment_id, vote_type })
  } else if (kind === 'mind' && target) {
    const { comment_id } = target
    const change = { change_source: 'comment', comment_id } as const
    await me.refusal(takeStance, { id: bill_id, stance: random.pick(stances), ...change })
  } else if (kind === 'hide' && target) {
    const key = { target_type: 'bill_comment', target_id: target.comment_id } as const
    await other.instances[0].refusal(createReport, { ...key, reason: 'abuse', details: '' })
    await mods[instance]!.refusal(decideCases, { ...decision, cases: [key], decision: 'hide' })
  } else if (kind === 'restore' && hidden) {
    const key = { target_type: 'bill_comment', target_id: hidden.comment_id } as const
    await mods[instance]!.refusal(decideCases, { ...decision, cases: [key], decision: 'restore' })
  } else if (kind === 'stance') await me.call(takeStance, { id: bill_id, stance: random.pick(stances) })
  else if (kind === 'name') await me.call(updateProfile, { full_name: `Name ${random.below(1_000)} "é"` })
  else if (kind === 'privacy') await me.call(updatePrivacy, { public_stances: random.below(2) === 0 })
  else if (kind === 'mute') {
    await me.refusal(random.below(3) > 0 ? muteUser : unmuteUser, { id: other.user_id })
  } else if (kind === 'follow') {
    await me.refusal(random.below(3) > 0 ? followUser : unfollowUser, { id: other.user_id })
  } else {
    await me.refusal(postComment, {
      id: bill_id,
      content: random.pick(['Yes', 'A "quoted" \\ word\n', 'Привет 🐟', '"user_vote":null']),
      category_id: random.pick(categories),
      parent_comment_id: random.below(2) === 0 ? (target?.comment_id ?? null) : null,
    })
  }
  return kind
}
const kinds = [
  ...(['comment', 'comment', 'comment', 'vote', 'vote', 'vote', 'stance', 'mind', 'delete'] as const),
  ...(['hide', 'restore', 'name', 'privacy', 'mute', 'follow'] as const),
]
const decision = { reason: 'It insults a member', days: null } as const

// covers HURD-SPEED-05 HURD-READ-01 HURD-READ-02
test.each([1, 2])(
  'members of two instances see comments at once on both, and what else others do in a discussion within a second, seed %i',
  async (seed) => {
    bill_id = (await app.bill(`A Bill of Many Words ${seed}`)).bill_id
    const random = randomFrom(seed)
    for (let round = 0; round < 7; round += 1) {
      let name = ''
      // All writes of a round are made on one instance, which therefore shows all of them.
      const instance = round % 2
      for (let turn = 0; turn < 8; turn += 1) {
        const writer = random.pick(clients)
        const reader = random.pick(clients)
        const [here, there] = [writer.instances[instance]!, writer.instances[1 - instance]!]
        await Promise.all([readPages(here), readPages(there), readPages(reader.instances[instance]!)])
        const kind = await act(random, writer, instance)
        name = `seed ${seed}, round ${round}, turn ${turn}: ${kind} on instance ${instance}`
        // The instance of the write shows it to everybody.
        for (const client of [writer, reader]) {
          const expected = withoutLevels(await expectedPages(client))
          expect(withoutLevels(await readPages(client.instances[instance]!)), name).toEqual(expected)
        }
        // The other instance shows the comments, and what is only the member's own.
        const [[expected], [elsewhere]] = [await expectedPages(writer), await readPages(there)]
        expect(commentsOf(elsewhere!.comments), name).toEqual(commentsOf(expected!.comments))
        const current = ownPart(expected!.comments)
        for (const [comment_id, shown] of ownPart(elsewhere!.comments)) {
          const own = current.get(comment_id)
          if (own) expect({ comment_id, shown }, name).toEqual({ comment_id, shown: own })
        }
        const muted = await expectedMutes(rows, writer.user_id, elsewhere!.comments)
        expect(elsewhere!.muted, name).toEqual(muted.map((mute) => mute.user_id).toSorted())
      }
      const since = performance.now()
      for (const client of clients.slice(0, 4)) {
        const expected = await expectedPages(client)
        for (const person of client.instances) {
          await expectInTime(since, name, expected, () => readPages(person))
        }
      }
    }
    expect(await findProblems(rows)).toEqual([])
  },
  120_000,
)

// covers HURD-READ-01 HURD-READ-02
test('what a closed account wrote in a discussion is gone at once here and within a second elsewhere', async () => {
  bill_id = (await app.bill('A Bill of Hal')).bill_id
  const hal = await app.member('hal')
  const post = { id: bill_id, category_id: 'personal-stories', content: 'Words of Hal' } as const
  const { comment } = await hal.call(postComment, post)
  await clients[1]!.instances[0].call(postComment, { ...post, parent_comment_id: comment.comment_id })
  const [here, elsewhere] = clients[0]!.instances
  await Promise.all([readPages(here), readPages(elsewhere)])
  await hal.call(deleteAccount, {})
  const since = performance.now()
  const expected = await expectedPages(clients[0]!)
  expect(JSON.stringify(expected)).not.toContain('Words of Hal","user_id":"' + hal.user_id)
  expect(await readPages(here)).toEqual(expected)
  await expectInTime(since, 'a closed account', expected, () => readPages(elsewhere))
})

// covers HURD-READ-01 HURD-READ-02
test('a comment on a group post is seen at once here and within a second elsewhere, and so are its deletion and a moderator’s decision', async () => {
  const id = await app.groupOf(reno)
  const [ana, ben] = [clients[0]!.instances, clients[1]!.instances]
  const { post_id } = (await ana[0].call(createGroupPost, { id, content: 'What do you think?' })).post
  const on = { id, post_id }
  const shown = async (person: Pick<Person, 'call'>) => {
    const { comments, pagination } = await person.call(listGroupComments, { ...on, limit: 20 })
    return [...comments.map(({ content, username }) => [content, username]), pagination.total]
  }
  /** Compares what a member and a visitor of this instance see, and then what the members see on the other one. */
  async function expectShown(name: string, expected: Awaited<ReturnType<typeof shown>>, atOnce = false) {
    const since = performance.now()
    if (atOnce) expect(await shown(ana[1]), name).toEqual(expected)
    expect(await shown(ben[0]), name).toEqual(expected)
    expect(await shown(app.visitor), name).toEqual(expected)
    await expectInTime(since, name, expected, () => shown(ben[1]))
    await Promise.all([shown(ben[0]), shown(ben[1]), shown(app.visitor)])
  }
  const name = ana[0].username
  await expectShown('no comment', [0])
  const { comment } = await ana[0].call(createGroupComment, { ...on, content: 'First' })
  await expectShown('a comment', [['First', name], 1], true)
  const key = { target_type: 'group_comment', target_id: comment.comment_id } as const
  await ben[1].call(createReport, { ...key, reason: 'abuse', details: '' })
  await mods[0].call(decideCases, { ...decision, cases: [key], decision: 'hide' })
  await expectShown('hidden', [['[Removed by moderators]', null], 1])
  await mods[0].call(decideCases, { ...decision, cases: [key], decision: 'restore' })
  await expectShown('restored', [['First', name], 1])
  const username = `${name}_2`
  await ana[0].call(updateProfile, { username })
  await expectShown('another name', [['First', username], 1])
  await ana[0].call(deleteGroupComment, { ...on, comment_id: comment.comment_id })
  await expectShown('deleted', [0], true)
})
