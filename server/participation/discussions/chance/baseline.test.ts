import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { getEchoBaseline } from '#contract/chance.ts'
import { getEchoScore, voteOnComment } from '#contract/discussions.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { chanceBills, votedBill } from '#server/testing/setups/discussions/votedBill.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { compareLargeBills } from './baseline.ts'

let app: TestServer
let reader: Person
beforeAll(async () => {
  app = await startTestServer()
  reader = await app.member('reader')
})
afterAll(() => app.close())

/** Lets the stored comparison become older than a minute. */
async function age(bill_id: string) {
  await app.pool`
    update echo_baselines set computed_at = computed_at - interval '61 seconds' where bill_id = ${bill_id}`
}

// covers BEY-CHANCE-04
test('voters and comments are in fifty groups by their ids', async () => {
  const [row] = await app.pool`
    select jackknife_group('00000000-0000-4000-8000-000000000001') as one,
           jackknife_group('11111111-0000-4000-8000-000000000001') as other,
           (select max(jackknife_group(gen_random_uuid())) < 50 from generate_series(1, 2000)) as are_few`
  expect(row).toEqual({ one: 49, other: 5, are_few: true })
})

// covers BEY-CHANCE-02
test.each(['more', 'unclear', 'less'] as const)(
  'a discussion whose score is %s than chance, or near it, is compared with chance',
  async (verdict) => {
    const { bill_id, voters } = await votedBill(app, { title: `Chance ${verdict}`, ...chanceBills[verdict] })
    const score = await reader.call(getEchoScore, { id: bill_id })
    const response = await reader.call(getEchoBaseline, { id: bill_id })
    const { table, computed_at, ...numbers } = response
    expect(numbers).toEqual({
      success: true,
      observed: expect.any(Number),
      baseline: expect.any(Number),
      excess: expect.any(Number),
      low: expect.any(Number),
      high: expect.any(Number),
      verdict,
      reason: null,
      total_analyzed_votes: score.total_analyzed_votes,
      voters: voters.length,
      comments: 10,
    })
    expect(Math.round(numbers.observed!)).toBe(score.echo_chamber_score)
    expect(numbers.low! <= numbers.excess! && numbers.excess! <= numbers.high!).toBe(true)
    expect(table!.flat(2).reduce((sum, votes) => sum + votes, 0)).toBe(score.total_analyzed_votes)
    expect(Date.now() - Date.parse(computed_at!)).toBeLessThan(60_000)
    if (verdict === 'unclear') expect(score.echo_chamber_score).toBeGreaterThanOrEqual(70)
    expect(await findProblems(app.pool)).toEqual([])
  },
)

// covers BEY-CHANCE-06 BEY-CHANCE-07
test('the votes of 29 and 30 members, of one stance, or only upvotes have a reason instead of a verdict', async () => {
  const up = { isUpvote: () => true }
  const few = await votedBill(app, {
    title: 'Few',
    voters: { support: 5, oppose: 5 },
    comments: { support: 2, oppose: 1 },
    ...up,
  })
  const read = async (id: string) => {
    const { reason, verdict, observed, table, total_analyzed_votes } = await reader.call(getEchoBaseline, {
      id,
    })
    return { reason, verdict, votes: total_analyzed_votes, isShown: observed !== null && table !== null }
  }
  expect(await read(few.bill_id)).toEqual({
    reason: 'authors_share_stance',
    verdict: null,
    votes: 30,
    isShown: true,
  })
  await few.voters[0]!.call(voteOnComment, { id: few.comments[0]!.id, vote_type: 'upvote' })
  await age(few.bill_id)
  expect(await read(few.bill_id)).toEqual({
    reason: 'too_few_votes',
    verdict: null,
    votes: 29,
    isShown: false,
  })

  const cheerful = { voters: { support: 6, oppose: 6 }, comments: { support: 2, oppose: 2 }, ...up }
  const { bill_id } = await votedBill(app, { title: 'Cheerful', ...cheerful })
  expect(await read(bill_id)).toMatchObject({ reason: 'votes_one_direction', verdict: null })

  const alike = { voters: { support: 12, oppose: 1 }, comments: { support: 2, oppose: 2 }, ...up }
  const { bill_id: alikeId } = await votedBill(app, { title: 'Alike', ...alike })
  expect(await read(alikeId)).toMatchObject({ reason: 'voters_share_stance', verdict: null })
  const unknown = await reader.request(getEchoBaseline, { id: '00000000-0000-4000-8000-000000000000' })
  expect(unknown).toMatchObject({ status: 404, body: { error: 'Bill not found' } })
})

// covers BEY-CHANCE-12
test('after a vote the comparison is at most a minute old, and says when it was computed', async () => {
  const { bill_id, comments } = await votedBill(app, { title: 'Later', ...chanceBills.more })
  const read = () => reader.call(getEchoBaseline, { id: bill_id })
  const first = await read()
  const late = await app.member('latecomer')
  await late.call(takeStance, { id: bill_id, stance: 'support' })
  await late.call(voteOnComment, { id: comments[0]!.id, vote_type: 'upvote' })
  expect(await read()).toEqual(first)
  await age(bill_id)
  const next = await read()
  expect(next.total_analyzed_votes).toBe(first.total_analyzed_votes + 1)
  await age(bill_id)
  expect(await read(), 'it is not computed again without a new vote').toMatchObject({ voters: next.voters })
  expect((await read()).computed_at! < next.computed_at!).toBe(true)
  expect(await findProblems(app.pool)).toEqual([])
})

// covers BEY-CHANCE-12
test('only maintenance compares a bill with more than 20,000 analyzed votes', async () => {
  const { bill_id } = await votedBill(app, {
    title: 'Huge',
    voters: { support: 1, oppose: 1 },
    comments: { support: 1, oppose: 1 },
    isUpvote: () => true,
  })
  await reader.call(getEchoScore, { id: bill_id })
  await app.pool`
    update bill_echo set total_votes = 20001, analyzed_votes = 20001, echo_votes = 1 where bill_id = ${bill_id}`
  const read = () => reader.call(getEchoBaseline, { id: bill_id })
  expect(await read()).toMatchObject({ computed_at: null, reason: null, total_analyzed_votes: 20_001 })
  expect(await compareLargeBills(app.pool, null)).toBe(bill_id)
  expect(await compareLargeBills(app.pool, bill_id)).toBeNull()
  const { computed_at, total_analyzed_votes } = await read()
  expect([computed_at === null, total_analyzed_votes]).toEqual([false, 4])
  expect(await compareLargeBills(app.pool, null), 'nothing has changed since then').toBeNull()
  await app.pool`delete from bill_echo where bill_id = ${bill_id}`
})
