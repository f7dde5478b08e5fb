import { stances } from '#contract/stances.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { BenchRequest, MeasuredLoad } from '../load.ts'
import { goals, judge } from '../report/goals.ts'
import { loadHead, loadLine, type Section } from '../report/tables.ts'
import {
  commentRequests,
  discussionRequests,
  feedRequests,
  ownFeed,
  readsOf,
  stanceRequests,
  voteRequests,
  type Viewer,
} from '../requests.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import type { Cluster } from '../server/cluster.ts'
import { formatSpread, spreadOf } from '../spread.ts'

type HotBill = { few: MeasuredLoad; many: MeasuredLoad; spread: MeasuredLoad }

/**
 * In each round, every viewer changes their stance on one of `billCount` bills. These are the bills with the most comments,
 * except those on which a viewer has voted, because a changed stance would also move the viewer's votes to another side.
 */
export async function changingStances(
  pool: Pool,
  viewers: Viewer[],
  billCount: number,
): Promise<BenchRequest[]> {
  const rows = await pool<{ bill_id: string }[]>`
    select c.bill_id from bill_counters c
     where not exists (
       select from comment_votes v
        where v.bill_id = c.bill_id and v.user_id = any(${viewers.map(({ user_id }) => user_id)}::uuid[]))
     order by c.discussion_count desc, c.bill_id limit ${billCount}`
  const bills = rows.map(({ bill_id }) => bill_id)
  return stances.flatMap((_, round) =>
    viewers.map(({ token }, at) => ({
      method: 'POST',
      path: `/api/bills/${bills[at % bills.length]!}/stance`,
      token,
      body: { stance: stances[(at + round) % stances.length] },
    })),
  )
}

/** Stances of 16 and of 200 connections on one bill, and of 200 connections spread over 200 bills, in turn. */
export async function measureHotBill(cluster: Cluster, stage: Stage, effort: Effort): Promise<HotBill[]> {
  const { pool, product, viewers } = stage
  const onOne = await changingStances(pool, viewers, 1)
  const onMany = await changingStances(pool, viewers, 200)
  const turns: HotBill[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    await pool`checkpoint`
    turns.push({
      few: await load(cluster, product, onOne, effort.seconds),
      many: await load(cluster, product, onOne, effort.seconds, 200),
      spread: await load(cluster, product, onMany, effort.seconds, 200),
    })
  }
  return turns
}

export function reportHotBill(turns: HotBill[]): Section {
  const ratios = turns.map(({ many, spread }) => many.perSecond / spread.perSecond)
  const line = (what: string, beside: string, kind: keyof HotBill) =>
    loadLine(
      what,
      beside,
      turns.map((turn) => turn[kind]),
    )
  return {
    lines: [
      'Stances of 200 members, who all change theirs again and again',
      '',
      ...loadHead,
      line('on 200 bills, 200 connections', '', 'spread'),
      line('on one bill, 200 connections', `${formatSpread(spreadOf(ratios))} of those`, 'many'),
      line('on one bill, 16 connections', '', 'few'),
    ],
    measurements: [
      judge(goals.hotBill, ratios),
      judge(
        goals.hotBillRate,
        turns.map(({ many }) => many.perSecond),
      ),
    ],
  }
}

/** What members do at the same time: ten of a hundred calls are writes. */
export async function measureCrowd(cluster: Cluster, stage: Stage, seconds: number): Promise<MeasuredLoad> {
  const { pool, product, viewers } = stage
  const round = Math.floor(Date.now() / 1000)
  const bills = stage.discussions.map(({ bill_id }) => `/api/bills/${bill_id}`)
  const kinds: [number, BenchRequest[]][] = [
    [45, feedRequests(viewers, ownFeed)],
    [25, await discussionRequests(pool, viewers)],
    [20, bills.flatMap((path) => readsOf(viewers, path))],
    [4, await stanceRequests(pool, viewers, round)],
    [4, await voteRequests(pool, viewers, round)],
    [2, await commentRequests(pool, viewers, round)],
  ]
  const requests = Array.from({ length: 400 }, (_, hundred) =>
    kinds.flatMap(([share, calls]) =>
      Array.from({ length: share }, (_call, at) => calls[(hundred * share + at) % calls.length]!),
    ),
  ).flatMap((hundred) => hundred.toSorted((one, other) => orderOf(one).localeCompare(orderOf(other))))
  return load(cluster, product, requests, seconds)
}

/** A sort key that mixes the kinds of calls in the same way in every run. */
function orderOf({ path, token }: BenchRequest): string {
  return `${token?.slice(0, 8)}${path}`
}

export function reportCrowd(measured: MeasuredLoad): Section {
  return {
    lines: [
      'A mixed crowd: 45 % feed, 25 % discussions, 20 % bills, 4 % stances, 4 % votes, 2 % comments',
      '',
      ...loadHead,
      loadLine('all of them', '', [measured]),
    ],
    measurements: [judge(goals.crowdLate, [measured.p99])],
  }
}
