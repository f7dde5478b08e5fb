import { gzipSync } from 'node:zlib'
import { listComments, threadSorts } from '../../contract/discussions.ts'
import { getEchoScore } from '../../server/discussions/echo.ts'
import { selectPage } from '../../server/discussions/threadQueries.ts'
import { openPool, requestLimits } from '../../server/postgres/db.ts'
import { readsOf, voteAsks } from '../asks.ts'
import type { Asked, Measured } from '../load.ts'
import type { Place } from '../place.ts'
import { explainStatements } from '../report/plans.ts'
import { load, threadQuery, type Effort, type Stage } from '../rows.ts'
import type { Discussion } from '../seed/discussionSeed.ts'

export type DiscussionPage = {
  sort: (typeof threadSorts)[number]
  comments: number
  turns: Measured[]
  shown: number
  gzipped: number
}

/** The first page of each discussion in each order, the sizes in turn. */
export async function measurePages(place: Place, stage: Stage, effort: Effort): Promise<DiscussionPage[]> {
  const { discussions } = stage
  const pages: DiscussionPage[] = []
  for (const sort of threadSorts) {
    const rows = await Promise.all(
      discussions.map(async (one): Promise<DiscussionPage> => {
        const body = await bodyOf(stage, pathOf(one, sort))
        const shown = body.split('"comment_id"').length - 1
        return { sort, comments: one.comments, turns: [], shown, gzipped: gzipSync(body).length }
      }),
    )
    for (let turn = 0; turn < effort.repeats; turn += 1) {
      for (const [at, one] of discussions.entries()) {
        const asks = readsOf(stage.viewers, pathOf(one, sort))
        rows[at]?.turns.push(await load(place, stage.product, asks, effort.seconds))
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
  const answer = await fetch(`http://127.0.0.1:${product.port}${path}`, {
    headers: { authorization: `Bearer ${viewers[0]!.token}` },
  })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
  return answer.text()
}

export type HotVotes = { hot: Measured; cold: Measured }

/** Two hundred people voting at once on one comment of the largest discussion, and on comments all over, in turn. */
export async function measureHotVotes(place: Place, stage: Stage, effort: Effort): Promise<HotVotes[]> {
  const { hot_comment_id } = stage.discussions.at(-1)!
  const hotAsks: Asked[] = stage.viewers.map(({ token }, at) => {
    const vote_type = at % 3 === 0 ? 'downvote' : 'upvote'
    return { method: 'POST', path: `/api/bills/comments/${hot_comment_id}/vote`, token, body: { vote_type } }
  })
  const turns: HotVotes[] = []
  for (let turn = 0; turn < effort.repeats; turn += 1) {
    await stage.pool`checkpoint`
    const coldAsks = await voteAsks(stage.pool, stage.viewers, Math.floor(Date.now() / 1000))
    const cold = await load(place, stage.product, coldAsks, effort.seconds, hotAsks.length)
    const hot = await load(place, stage.product, hotAsks, effort.seconds, hotAsks.length)
    turns.push({ hot, cold })
  }
  return turns
}

export type EchoTimes = { comments: number; computed: number[]; kept: number[] }

/** Milliseconds of the echo score by its first asker after a change, and by the next. */
export async function measureEcho(stage: Stage): Promise<EchoTimes[]> {
  const db = openPool(stage.url, { ...requestLimits, connections: 1 })
  const times: EchoTimes[] = []
  for (const { bill_id, comments } of stage.discussions) {
    const [computed, kept]: [number[], number[]] = [[], []]
    for (let turn = 0; turn < 30; turn += 1) {
      await db`update bill_counters set echo_version = echo_version + 1 where bill_id = ${bill_id}`
      for (const into of [computed, kept]) {
        const began = performance.now()
        await getEchoScore(db, bill_id)
        into.push(performance.now() - began)
      }
    }
    times.push({ comments, computed, kept })
  }
  await db.end()
  return times
}

/** The plan of the first page of every size in every order. */
export async function explainDiscussions(stage: Stage): Promise<{ page: string; plans: string[] }[]> {
  const found: { page: string; plans: string[] }[] = []
  const [viewer] = stage.viewers
  for (const { bill_id, comments } of stage.discussions) {
    for (const sort of threadSorts) {
      const given = Object.fromEntries(new URLSearchParams(threadQuery))
      const page = listComments.input.parse({ id: bill_id, sort, ...given })
      const plans = await explainStatements(stage.pool, stage.url, (db) =>
        selectPage(db, viewer!.user_id, page),
      )
      found.push({ page: `${sort} of ${comments} comments`, plans })
    }
  }
  return found
}
