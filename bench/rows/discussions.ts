import { gzipSync } from 'node:zlib'
import { listComments, threadSorts } from '#contract/discussions.ts'
import { getEchoScore } from '#server/participation/discussions/echo.ts'
import { selectPage } from '#server/participation/discussions/threadRows.ts'
import { openPool, requestLimits } from '#server/platform/postgres/db.ts'
import type { BenchRequest, MeasuredLoad } from '../load.ts'
import { explainStatements } from '../report/plans.ts'
import { readsOf, voteRequests, threadQuery } from '../requests.ts'
import { load, type Effort, type Stage } from '../rows.ts'
import type { Discussion } from '../seed/discussionSeed.ts'
import type { Cluster } from '../server/cluster.ts'

export type DiscussionPage = {
  sort: (typeof threadSorts)[number]
  comments: number
  turns: MeasuredLoad[]
  shown: number
  gzipped: number
}

/** Measures the first page of each discussion in each order, alternating the sizes. */
export async function measurePages(
  cluster: Cluster,
  stage: Stage,
  effort: Effort,
): Promise<DiscussionPage[]> {
  const { discussions } = stage
  const pages: DiscussionPage[] = []
  for (const sort of threadSorts) {
    const rows = await Promise.all(
      discussions.map(async (discussion): Promise<DiscussionPage> => {
        const body = await bodyOf(stage, pathOf(discussion, sort))
        const commentCount = body.split('"comment_id"').length - 1
        return {
          sort,
          comments: discussion.comments,
          turns: [],
          shown: commentCount,
          gzipped: gzipSync(body).length,
        }
      }),
    )
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      for (const [at, discussion] of discussions.entries()) {
        const requests = readsOf(stage.viewers, pathOf(discussion, sort))
        rows[at]?.turns.push(await load(cluster, stage.product, requests, effort.seconds))
      }
    }
    pages.push(...rows)
  }
  return pages
}

function pathOf({ bill_id }: Discussion, sort: string): string {
  return `/api/bills/${bill_id}/comments?${threadQuery}&sort=${sort}`
}

async function bodyOf({ product, viewers }: Stage, path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    headers: { authorization: `Bearer ${viewers[0]!.token}` },
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}`)
  return response.text()
}

export type HotVotes = { hot: MeasuredLoad; cold: MeasuredLoad }

/** Two hundred members vote at once, alternately on one comment of the largest discussion and on different comments. */
export async function measureHotVotes(cluster: Cluster, stage: Stage, effort: Effort): Promise<HotVotes[]> {
  const { hot_comment_id } = stage.discussions.at(-1)!
  const hotRequests: BenchRequest[] = stage.viewers.map(({ token }, at) => {
    const vote_type = at % 3 === 0 ? 'downvote' : 'upvote'
    return { method: 'POST', path: `/api/bills/comments/${hot_comment_id}/vote`, token, body: { vote_type } }
  })
  const turns: HotVotes[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    await stage.pool`checkpoint`
    const coldRequests = await voteRequests(stage.pool, stage.viewers, Math.floor(Date.now() / 1000))
    const cold = await load(cluster, stage.product, coldRequests, effort.seconds, hotRequests.length)
    const hot = await load(cluster, stage.product, hotRequests, effort.seconds, hotRequests.length)
    turns.push({ hot, cold })
  }
  return turns
}

export type EchoTimes = { comments: number; computed: number[]; cached: number[] }

/** Milliseconds of the echo score for the first request after a change, and for the next one. */
export async function measureEcho(stage: Stage): Promise<EchoTimes[]> {
  const db = openPool(stage.url, { ...requestLimits, connections: 1 })
  const times: EchoTimes[] = []
  for (const { bill_id, comments } of stage.discussions) {
    const [computed, cached]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < 30; turn += 1) {
      await db`update bill_counters set echo_version = echo_version + 1 where bill_id = ${bill_id}`
      for (const into of [computed, cached]) {
        const began = performance.now()
        await getEchoScore(db, bill_id)
        into.push(performance.now() - began)
      }
    }
    times.push({ comments, computed, cached })
  }
  await db.end()
  return times
}

/** The plan of the first page of every size in every order. */
export async function explainDiscussions(stage: Stage): Promise<{ page: string; plans: string[] }[]> {
  const explained: { page: string; plans: string[] }[] = []
  for (const { bill_id, comments } of stage.discussions) {
    for (const sort of threadSorts) {
      const query = Object.fromEntries(new URLSearchParams(threadQuery))
      const page = listComments.input.parse({ id: bill_id, sort, ...query })
      const plans = await explainStatements(stage.pool, stage.url, (db) => selectPage(db, page))
      explained.push({ page: `${sort} of ${comments} comments`, plans })
    }
  }
  return explained
}
