import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import { type Stance, stances } from '#contract/stances.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import type { BuiltStatement } from '#server/platform/postgres/sqlText.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let sent: BuiltStatement[] = []
let app: TestServer
let author: Person
beforeAll(async () => {
  app = await startTestServer({}, undefined, { observe: (statement) => void sent.push(statement) })
  author = await app.member('author')
})
afterAll(() => app.close())

/** How often a write ran. One that ended in a deadlock runs again, and its caller does not notice it. */
const runsOf = (call: RegExp) => sent.filter(({ text }) => call.test(text)).length

let people = 0

async function memberWith(bill_id: string, stance: Stance | null): Promise<Person> {
  const person = await app.member(`voter-${++people}`)
  if (stance) await person.call(takeStance, { id: bill_id, stance })
  return person
}

async function say(bill_id: string, content: string): Promise<string> {
  const post = { id: bill_id, content, category_id: 'general-discussion' } as const
  return (await author.call(postComment, post)).comment.comment_id
}

/** Casts votes. "support ++-" means that two supporters vote for the comment and one against it. */
async function castVotes(bill_id: string, id: string, votes: string) {
  for (const part of votes.split(', ').filter(Boolean)) {
    const [side, signs = ''] = part.split(' ')
    for (const sign of signs) {
      const voter = await memberWith(bill_id, stances.find((stance) => stance === side) ?? null)
      await voter.call(voteOnComment, { id, vote_type: sign === '+' ? 'upvote' : 'downvote' })
    }
  }
}

async function order(bill_id: string) {
  const { comments } = await author.call(listComments, { id: bill_id, sort: 'agreed' })
  return comments.map((comment) => comment.content)
}

async function scoreOf(comment_id: string) {
  const [row] = await app.pool<{ bridging_score: number }[]>`
    select bridging_score from bill_comments where comment_id = ${comment_id}`
  return row!.bridging_score
}

/** The upvotes and downvotes of supporters, opponents, neutral members and members who are still learning. */
type VoteTable = [number, number, number, number, number, number, number, number]

async function scoreOfTable(votes: VoteTable) {
  const [su, sd, ou, od, nu, nd, lu, ld] = votes
  const [row] = await app.pool<{ score: number; badge: boolean }[]>`
    select common_ground(side_approval(${su}, ${sd}), side_approval(${ou}, ${od}), ${nu + lu}, ${nu + nd + lu + ld})
             as score,
           is_liked_by_side(${su}, ${sd}) and is_liked_by_side(${ou}, ${od}) as badge`
  return row!
}

describe('the common-ground score', () => {
  // covers BEY-GROUND-01 BEY-GROUND-04 BEY-GROUND-06 BEY-GROUND-07 BEY-GROUND-11
  test.each<[VoteTable, number, boolean]>([
    [[0, 0, 0, 0, 0, 0, 0, 0], 333, false],
    [[1, 0, 0, 0, 0, 0, 0, 0], 400, false],
    [[0, 1, 0, 0, 0, 0, 0, 0], 285, false],
    [[1, 0, 1, 0, 0, 0, 0, 0], 500, false],
    [[10, 0, 0, 0, 0, 0, 0, 0], 478, false],
    [[1000, 0, 0, 0, 0, 0, 0, 0], 499, false],
    [[10, 0, 10, 0, 0, 0, 0, 0], 846, true],
    [[10, 0, 10, 0, 0, 1, 0, 0], 775, true],
    [[10, 0, 10, 1, 0, 0, 0, 0], 814, true],
    [[10, 0, 10, 0, 0, 20, 0, 0], 600, true],
    [[3, 0, 3, 0, 0, 0, 0, 0], 666, false],
    [[50, 50, 50, 50, 0, 0, 0, 0], 495, false],
    [[51, 49, 51, 49, 0, 0, 0, 0], 504, false],
    [[9, 1, 0, 1, 0, 0, 0, 0], 377, false],
    [[9, 1, 0, 10, 0, 0, 0, 0], 139, false],
    [[9, 1, 1, 10, 0, 0, 0, 0], 240, false],
    [[5, 0, 5, 0, 0, 0, 0, 0], 750, true],
    [[9, 1, 7, 1, 0, 0, 0, 0], 747, true],
    [[8, 2, 7, 1, 0, 0, 0, 0], 709, false],
    [[2, 7, 3, 6, 1, 1, 0, 0], 314, false],
    [[0, 10, 0, 10, 0, 5, 0, 5], 57, false],
    [[3, 7, 7, 3, 2, 2, 2, 2], 432, false],
    [[1_000_000, 0, 0, 0, 0, 0, 0, 0], 499, false],
  ])('votes %j score %i, badge %s', async (votes, score, badge) => {
    expect(await scoreOfTable(votes)).toEqual({ score, badge })
  })

  // covers BEY-GROUND-11
  test.each([
    [5, 5],
    [6, 6],
    [8, 7],
    [9, 8],
    [11, 9],
    [14, 11],
    [20, 15],
    [32, 22],
    [50, 32],
    [75, 46],
    [200, 113],
    [500, 269],
  ])('of %i votes on a side the badge needs %i upvotes', async (votes, needed) => {
    const [row] = await app.pool`
      select is_liked_by_side(${needed}, ${votes - needed}) as enough,
             is_liked_by_side(${needed - 1}, ${votes - needed + 1}) as one_less`
    expect(row).toEqual({ enough: true, one_less: false })
  })

  // covers BEY-GROUND-02 BEY-GROUND-03 BEY-GROUND-05
  test('an upvote never lowers the score, a downvote never raises it, and swapping the sides does not change it', async () => {
    const [broken] = await app.pool`
      with cells as (select n from generate_series(0, 3) n),
      tables as (
        select s.n as su, sd.n as sd, o.n as ou, od.n as od, u.n as up, down.n as down
          from cells s, cells sd, cells o, cells od, generate_series(0, 6) u(n), generate_series(0, 6) down(n)),
      scores as (
        select common_ground(side_approval(su, sd), side_approval(ou, od), up, up + down) as score,
               common_ground(side_approval(ou, od), side_approval(su, sd), up, up + down) as swapped,
               common_ground(side_approval(su + 1, sd), side_approval(ou, od), up, up + down) as supporter_up,
               common_ground(side_approval(su, sd + 1), side_approval(ou, od), up, up + down) as supporter_down,
               common_ground(side_approval(su, sd), side_approval(ou, od), up + 1, up + down + 1) as undecided_up,
               common_ground(side_approval(su, sd), side_approval(ou, od), up, up + down + 1) as undecided_down
          from tables),
      majorities as (
        select common_ground(side_approval(su, s - su), side_approval(ou, o - ou), 0, 0) as score
          from generate_series(1, 60, 7) s, generate_series(1, 60, 7) o,
               generate_series(1, s) su, generate_series(1, o) ou
         where 2 * su > s and 2 * ou > o)
      select (select count(*) from scores where swapped <> score) as asymmetric,
             (select count(*) from scores where supporter_up < score or undecided_up < score) as lowered_by_upvote,
             (select count(*) from scores where supporter_down > score or undecided_down > score) as raised_by_downvote,
             (select count(*) from majorities where score < 500) as majorities_below_500`
    expect(broken).toEqual({
      asymmetric: 0,
      lowered_by_upvote: 0,
      raised_by_downvote: 0,
      majorities_below_500: 0,
    })
  })
})

describe('the order "Common ground"', () => {
  // covers BEY-GROUND-08
  test('the votes of members without a stance do not count', async () => {
    const { bill_id } = await app.bill('Undeclared Bill')
    const id = await say(bill_id, 'a view')
    await castVotes(bill_id, id, 'support +, unknown ----')
    expect(await scoreOf(id)).toBe(400)
  })

  // covers BEY-GROUND-03
  test('a vote of a neutral member counts like one of a member who is still learning', async () => {
    const { bill_id } = await app.bill('Undecided Bill')
    const [one, two] = [await say(bill_id, 'one'), await say(bill_id, 'two')]
    await castVotes(bill_id, one, 'neutral ---')
    await castVotes(bill_id, two, 'learning ---')
    expect(await scoreOf(one)).toBeLessThan(333)
    expect(await scoreOf(one)).toBe(await scoreOf(two))
  })

  // covers BEY-GROUND-11 BEY-GROUND-12
  test('a comment liked on both sides shows the votes of each side, until a side has too few', async () => {
    const { bill_id } = await app.bill('Badge Bill')
    const id = await say(bill_id, 'a bridge')
    await castVotes(bill_id, id, 'support +++++, oppose ++++')
    const last = await memberWith(bill_id, 'oppose')
    const badge = async () => (await author.call(listComments, { id: bill_id })).comments[0]!.both_sides
    expect(await badge()).toBeNull()

    await last.call(voteOnComment, { id, vote_type: 'upvote' })
    expect(await badge()).toEqual({
      support: { upvotes: 5, votes: 5 },
      oppose: { upvotes: 5, votes: 5 },
    })
    await last.call(takeStance, { id: bill_id, stance: 'neutral' })
    expect(await badge()).toBeNull()
  })

  // covers BEY-GROUND-10
  test('comments liked on both sides come first, and comments rejected by one side come last', async () => {
    const { bill_id } = await app.bill('Bridge Bill')
    const cheered = await say(bill_id, 'cheered by one side')
    const bridge = await say(bill_id, 'liked by both')
    await say(bill_id, 'not judged yet')
    const split = await say(bill_id, 'one side only, against the other')
    await castVotes(bill_id, cheered, 'support ++++++')
    await castVotes(bill_id, bridge, 'support ++, oppose ++')
    await castVotes(bill_id, split, 'support ++++++, oppose --')

    expect(await order(bill_id)).toEqual([
      'liked by both',
      'cheered by one side',
      'not judged yet',
      'one side only, against the other',
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a member who takes or changes a stance moves their votes to that side', async () => {
    const { bill_id } = await app.bill('Moving Bill')
    const id = await say(bill_id, 'a view')
    await castVotes(bill_id, id, 'support ++')
    const mover = await memberWith(bill_id, null)
    await mover.call(voteOnComment, { id, vote_type: 'upvote' })
    expect(await scoreOf(id)).toBe(428)

    await mover.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(await scoreOf(id)).toBe(545)
    await mover.call(takeStance, { id: bill_id, stance: 'support' })
    expect(await scoreOf(id)).toBe(444)
    await mover.call(takeStance, { id: bill_id, stance: 'oppose', change_source: 'comment', comment_id: id })
    expect(await scoreOf(id)).toBe(545)
    await mover.call(voteOnComment, { id, vote_type: 'downvote' })
    expect(await scoreOf(id)).toBe(352)
    await mover.call(voteOnComment, { id, vote_type: 'downvote' })
    expect(await scoreOf(id)).toBe(428)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers BEY-GROUND-08
  test('an author’s own vote does not count', async () => {
    const { bill_id } = await app.bill('Mirror Bill')
    const id = await say(bill_id, 'my own view')
    await author.call(takeStance, { id: bill_id, stance: 'oppose' })
    await author.call(voteOnComment, { id, vote_type: 'upvote' })
    await author.call(takeStance, { id: bill_id, stance: 'support' })
    await castVotes(bill_id, id, 'oppose +')

    expect(await scoreOf(id)).toBe(400)
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('a deleted comment comes last, regardless of its votes', async () => {
    const { bill_id } = await app.bill('Last Bill')
    const gone = await say(bill_id, 'liked by all, then withdrawn')
    await say(bill_id, 'plain')
    const reply = { id: bill_id, category_id: 'general-discussion', parent_comment_id: gone } as const
    await author.call(postComment, { ...reply, content: 'a reply' })
    const disliked = await say(bill_id, 'disliked')
    await castVotes(bill_id, gone, 'support ++, oppose ++')
    await castVotes(bill_id, disliked, 'support --, oppose --')
    await author.call(deleteComment, { id: gone })

    expect(await order(bill_id)).toEqual(['plain', 'disliked', '[Comment deleted by user]'])
    expect(await findProblems(app.pool)).toEqual([])
  })

  test('deleting an account removes its votes from every side', async () => {
    const { bill_id } = await app.bill('Leaving Bill')
    const [one, two] = [await say(bill_id, 'one'), await say(bill_id, 'two')]
    await castVotes(bill_id, one, 'support +')
    const leaver = await memberWith(bill_id, 'oppose')
    const silent = await memberWith(bill_id, null)
    for (const id of [one, two]) {
      await leaver.call(voteOnComment, { id, vote_type: 'upvote' })
      await silent.call(voteOnComment, { id, vote_type: 'downvote' })
    }
    expect(await scoreOf(one)).toBe(500)

    await leaver.call(deleteAccount, {})
    await silent.call(deleteAccount, {})

    expect(await scoreOf(one)).toBe(400)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers BEY-GROUND-09
  test('the breakdown stays exact while forty members vote and change stances, and none is refused', async () => {
    const { bill_id } = await app.bill('Hustle Bill')
    const ids = [await say(bill_id, 'a'), await say(bill_id, 'b'), await say(bill_id, 'c')]
    const crowd = await Promise.all(Array.from({ length: 40 }, (_, at) => app.member(`hustle-${at}`)))
    const sides: Stance[] = ['support', 'oppose', 'neutral', 'learning']

    sent = []
    const responses = await Promise.all(
      crowd.map(async (member, at) => {
        const stance = (step: number) =>
          member.request(takeStance, { id: bill_id, stance: sides[(at + step) % 4]! })
        const vote = (nth: number) =>
          member.request(voteOnComment, {
            id: ids[nth % 3]!,
            vote_type: (at + nth) % 2 ? 'upvote' : 'downvote',
          })
        return [await vote(at), await stance(0), await vote(at + 1), await stance(1), await vote(at)]
      }),
    )

    expect(new Set(responses.flat().map((response) => response.status))).toEqual(new Set([200]))
    expect(runsOf(/(vote_on_comment|take_stance)\(/)).toBe(200)
    expect(await findProblems(app.pool)).toEqual([])
  })
})
