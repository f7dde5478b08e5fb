import { afterAll, beforeAll, expect, test } from 'vitest'
import { getStancesOverTime, takeStance } from '#contract/bills/bills.ts'
import {
  deleteComment,
  listBothSides,
  minOtherSideVotes,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { updatePrivacy } from '#contract/people.ts'
import { type Stance, stances } from '#contract/stances.ts'
import { openPool, operatorLimits, type Pool } from '#server/platform/postgres/db.ts'
import { randomFrom, type Random } from '#server/testing/setups/random.ts'
import { expectInTime, startSecond } from '#server/testing/setups/twoInstances.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

/* A walk of random writes about one bill on two instances. What its page shows of both sides and of the stances over time is
   compared with the rows, which are read with a pool of the test itself. */

let app: TestServer
let rows: Pool
let stopSecond: () => Promise<unknown>
let bill_id: string
/** Members with a stance, each as a client of both instances: enough to show the stances over time. */
const members = new Map<string, [Person, Person]>()
beforeAll(async () => {
  app = await startTestServer()
  rows = openPool(app.databaseUrl, operatorLimits)
  const second = await startSecond(app)
  stopSecond = second.stop
  bill_id = (await app.bill('A Bill with Two Sides')).bill_id
  const random = randomFrom(1)
  for (let number = 0; number < 24; number += 1) {
    const member = await app.member(`member-${number}`)
    members.set(member.user_id, second.onBoth(member))
    await member.call(takeStance, { id: bill_id, stance: number % 2 === 0 ? 'support' : 'oppose' })
    if (number < 8) await say(member)
    else await vote(random, member)
    await vote(random, member)
  }
  // Half of them have taken their stance two weeks earlier.
  await rows`
    update stance_changes set changed_at = changed_at - interval '14 days'
     where user_id = any(${[...members.keys()].slice(12)}::uuid[])`
})
afterAll(async () => {
  await stopSecond()
  await rows.end()
  await app.close()
})

async function say(person: Person): Promise<void> {
  await person.call(postComment, { id: bill_id, category_id: 'general-discussion', content: 'My reasons' })
}

async function vote(random: Random, person: Person): Promise<void> {
  const { comment_id } = random.pick(await liveComments())
  const vote_type = random.pick(['upvote', 'upvote', 'downvote'] as const)
  await person.call(voteOnComment, { id: comment_id, vote_type })
}

function liveComments() {
  return rows<{ comment_id: string; user_id: string; side: Stance; is_public: boolean }[]>`
    select c.comment_id, user_id, s.stance as side, u.public_stances as is_public
      from bill_comments c join stances s using (bill_id, user_id) join users u using (user_id)
     where bill_id = ${bill_id} and c.deleted_at is null order by c.created_at desc`
}

/** What the page must show according to the rows. */
async function expectedPage(): ReturnType<typeof readPage> {
  const [comments, votes, changes] = await Promise.all([
    liveComments(),
    rows<{ comment_id: string; side: Stance; is_upvote: boolean }[]>`
      select v.comment_id, s.stance as side, v.vote = 'upvote' as is_upvote
        from comment_votes v join stances s using (bill_id, user_id) where bill_id = ${bill_id}`,
    rows<{ user_id: string; stance: Stance; week: string }[]>`
      select user_id, to_stance as stance, to_char(date_trunc('week', changed_at at time zone 'utc'), 'YYYY-MM-DD') as week
        from stance_changes where bill_id = ${bill_id} order by changed_at`,
  ])
  const sides = (['support', 'oppose'] as const).flatMap((side) =>
    comments
      .filter((comment) => comment.side === side && comment.is_public)
      .map(({ comment_id }) => {
        const other = side === 'support' ? 'oppose' : 'support'
        const cast = votes.filter((one) => one.comment_id === comment_id && one.side === other)
        const upvotes = cast.filter(({ is_upvote }) => is_upvote).length
        return { comment_id, side, upvotes, votes: cast.length }
      })
      .toSorted((one, other) => likingOf(other) - likingOf(one))
      .slice(0, 3),
  )
  const stanceOf = new Map<string, Stance>()
  const weeks = new Map<string, Awaited<ReturnType<typeof readPage>>['weeks'][number]>()
  for (const { user_id, stance, week } of changes) {
    stanceOf.set(user_id, stance)
    const count = (wanted: Stance) => [...stanceOf.values()].filter((taken) => taken === wanted).length
    weeks.set(week, {
      week,
      support_count: count('support'),
      oppose_count: count('oppose'),
      neutral_count: count('neutral'),
      learning_count: count('learning'),
    })
  }
  return { sides, weeks: [...weeks.values()] }
}

/** The surplus of upvotes comes before their number. Comments with few votes keep their order, the newest first. */
function likingOf({ upvotes, votes }: { upvotes: number; votes: number }): number {
  return votes < minOtherSideVotes ? -1e6 : 1_000 * (2 * upvotes - votes) + upvotes
}

async function readPage(person: Person) {
  const [{ comments }, { weeks }] = await Promise.all([
    person.call(listBothSides, { id: bill_id }),
    person.call(getStancesOverTime, { id: bill_id }),
  ])
  const sides = comments.map(({ is_shared: _isShared, ...comment }) => comment)
  return { sides, weeks }
}

/** Writes something at random on this instance, and returns what it was. */
async function act(random: Random, instance: number): Promise<string> {
  const person = random.pick([...members.values()])[instance]!
  const kind = random.pick(['comment', 'vote', 'vote', 'stance', 'stance', 'delete'] as const)
  if (kind === 'comment') await say(person)
  else if (kind === 'vote') await vote(random, person)
  else if (kind === 'stance') await person.call(takeStance, { id: bill_id, stance: random.pick(stances) })
  else {
    const { comment_id, user_id } = random.pick(await liveComments())
    await members.get(user_id)![instance]!.call(deleteComment, { id: comment_id })
  }
  return kind
}

// covers HURD-READ-01 HURD-READ-02
test('members of two instances see both sides and the stances over time as they are, at once where it was written and within a second elsewhere', async () => {
  const random = randomFrom(20_261_128)
  const [reader] = members.values()
  expect((await expectedPage()).weeks.length).toBeGreaterThan(1)
  for (let round = 0; round < 3; round += 1) {
    let name = ''
    for (let turn = 0; turn < 8; turn += 1) {
      const instance = random.below(2)
      await Promise.all(reader!.map(readPage))
      name = `round ${round}, turn ${turn}: ${await act(random, instance)} on instance ${instance}`
      expect(await readPage(reader![instance]!), name).toEqual(await expectedPage())
    }
    const since = performance.now()
    const expected = await expectedPage()
    expect(expected.sides.length, name).toBeGreaterThan(3)
    for (const person of reader!) await expectInTime(since, name, expected, () => readPage(person))
  }
})

// covers HURD-READ-01 HURD-READ-02
test('the comment of an author who makes stances private leaves its side at once here and within a second elsewhere', async () => {
  const [here, elsewhere] = [...members.values()].at(-1)!
  const { sides } = await expectedPage()
  await Promise.all([here, elsewhere].map(readPage))
  const { user_id } = (await liveComments()).find(({ comment_id }) => comment_id === sides[0]!.comment_id)!
  await members.get(user_id)![0].call(updatePrivacy, { public_stances: false })
  const since = performance.now()
  const expected = await expectedPage()
  expect(expected.sides).not.toContainEqual(sides[0])
  expect(await readPage(here)).toEqual(expected)
  await expectInTime(since, 'private stances', expected, () => readPage(elsewhere))
})
