import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#server/testing/setups/random.ts'
import { startTestServer, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

/** What percentage of the voters support, oppose, and are undecided. */
const divisions = [
  [45, 45, 10],
  [75, 15, 10],
  [35, 25, 40],
] as const

/** How much more a side likes a partisan comment of its own, and how much less one of the other side. */
const polarizations = [0.15, 0.3, 0.45]

const billsOfEachKind = 40
const votesOfMember = 8

type SimulatedComment = {
  bill: number
  /** The lower of the two sides' true approval. */
  truth: number
  /** The upvotes and downvotes of supporters, opponents, and the undecided. */
  votes: number[]
}

/**
 * Invents bills of all kinds with their comments, and lets every voter vote as they truly think. 60% of the comments are
 * partisan.
 */
function simulateBills(voters: number, commentsOfBill: number, seed: number): SimulatedComment[] {
  const { below } = randomFrom(seed)
  const random = () => below(1_000_000) / 1_000_000
  const kinds = polarizations.flatMap((gap) => divisions.map((division) => ({ gap, division })))
  const bills = kinds.flatMap((kind) => Array.from({ length: billsOfEachKind }, () => kind))
  return bills.flatMap(({ gap, division: [support, oppose] }, bill) => {
    const comments = Array.from({ length: commentsOfBill }, () => {
      const quality = 0.25 + 0.6 * random()
      const lead = random() < 0.6 ? gap * (random() < 0.5 ? 1 : -1) : 0
      const approval = [quality + lead, quality - lead, quality].map((share) =>
        Math.min(0.97, Math.max(0.03, share)),
      )
      return { approval, votes: [0, 0, 0, 0, 0, 0] }
    })
    for (let voter = 0; voter < voters; voter += 1) {
      const share = (100 * (voter + 0.5)) / voters
      const side = share < support ? 0 : share < support + oppose ? 1 : 2
      for (const { approval, votes } of comments) {
        if (random() >= votesOfMember / commentsOfBill) continue
        votes[2 * side + (random() < approval[side]! ? 0 : 1)]! += 1
      }
    }
    return comments.map(({ approval, votes }) => ({
      bill,
      truth: Math.min(approval[0]!, approval[1]!),
      votes,
    }))
  })
}

/**
 * Returns the mean over all bills of the rank correlation between the order of their comments and the truth: for the
 * product's score, and for the share of upvotes among all votes.
 */
async function measureAgreement(comments: SimulatedComment[]) {
  const column = (index: number) => comments.map(({ votes }) => votes[index]!)
  const [row] = await app.pool<{ common_ground: number; upvotes: number; bills: number }[]>`
    with comments as (
      select bill, truth,
             bridging_score(true, su, sd, ou, od, nu, nd) as score,
             (su + ou + nu + 1)::float8 / (su + sd + ou + od + nu + nd + 2) as upvote_share
        from unnest(${comments.map(({ bill }) => bill)}::int[], ${comments.map(({ truth }) => truth)}::float8[],
                    ${column(0)}::int[], ${column(1)}::int[], ${column(2)}::int[],
                    ${column(3)}::int[], ${column(4)}::int[], ${column(5)}::int[])
             as c(bill, truth, su, sd, ou, od, nu, nd)),
    -- Comments with the same score share the mean of their ranks.
    ranked as (
      select bill,
             rank() over (partition by bill order by truth) + (count(*) over (partition by bill, truth) - 1) / 2.0 as truth,
             rank() over (partition by bill order by score) + (count(*) over (partition by bill, score) - 1) / 2.0 as score,
             rank() over (partition by bill order by upvote_share)
               + (count(*) over (partition by bill, upvote_share) - 1) / 2.0 as upvote_share
        from comments),
    bills as (select corr(truth, score) as by_score, corr(truth, upvote_share) as by_upvotes from ranked group by bill)
    select avg(by_score) as common_ground, avg(by_upvotes) as upvotes, count(*)::int as bills from bills`
  return row!
}

// covers BEY-GROUND-14
test.each([
  { voters: 40, comments: 25, least: 0.63 },
  { voters: 150, comments: 40, least: 0.76 },
])(
  'with $voters voters, comments come about in the order of what both sides truly think of them',
  async ({ voters, comments, least }) => {
    const { common_ground, upvotes, bills } = await measureAgreement(
      simulateBills(voters, comments, 20_261_127),
    )
    expect(bills).toBe(polarizations.length * divisions.length * billsOfEachKind)
    expect(common_ground).toBeGreaterThanOrEqual(least)
    // The larger side decides an order by all votes.
    expect(common_ground - upvotes).toBeGreaterThan(0.05)
  },
)
