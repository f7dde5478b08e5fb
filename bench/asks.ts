import { createHash } from 'node:crypto'
import { stances } from '../contract/stances.ts'
import type { Pool } from '../server/kit/db.ts'
import type { Asked } from './load.ts'

export type Viewer = { user_id: string; token: string }

/** A page of the feed, by the name of its row in the report and the query that asks for it. */
export type FeedPage = { name: string; query: string }

export const firstPage: FeedPage = { name: 'first page', query: '' }

/** The pages as residents ask for them. */
export const feedPages: FeedPage[] = [
  firstPage,
  { name: 'level', query: 'government_level=state' },
  { name: 'level and status', query: 'government_level=federal&status=passed' },
  { name: 'topic', query: 'topics=health' },
  {
    name: 'level, status and topic',
    query: 'government_level=state&status=pending&topics=agriculture_and_food',
  },
  { name: 'trending', query: 'sort=activity_score' },
  { name: 'trending, level and status', query: 'sort=activity_score&government_level=federal&status=passed' },
  { name: 'bookmarked', query: 'bookmarked=true' },
  { name: 'keyword in a quarter of all bills', query: 'q=wastewater' },
  { name: 'keyword in few bills', query: 'q=eastmont' },
  { name: 'page 50', query: 'offset=980' },
]

const viewerCount = 200

/** Members from the busiest to the quietest, signed in; the same share of busy ones at every size. */
export async function openViewers(pool: Pool): Promise<Viewer[]> {
  const members = await pool<{ user_id: string; place: number }[]>`
    select user_id, place::int from (
      select user_id, row_number() over (order by member_number) as place, count(*) over () as total from users) m
     where place % greatest(total / ${viewerCount}, 1) = greatest(total / ${viewerCount}, 1) / 2
     order by place limit ${viewerCount}`
  const viewers = members.map(({ user_id, place }) => {
    return { user_id, token: createHash('sha256').update(`viewer ${place}`).digest('base64url') }
  })
  await pool`
    insert into sessions (token_hash, user_id, expires_at)
    select sha256(token::bytea), user_id::uuid, now() + interval '30 days'
      from jsonb_to_recordset(${pool.json(viewers)}) as v(user_id text, token text)
    on conflict (token_hash) do nothing`
  return viewers
}

export function feedAsks(viewers: Viewer[], page: FeedPage): Asked[] {
  return viewers.map(({ token }) => ({ method: 'GET', path: `/api/bills?${page.query}`, token }))
}

/** Mostly first stances, on the bills that people talk about; `round` gives every repeat others. */
export async function stanceAsks(pool: Pool, viewers: Viewer[], round: number): Promise<Asked[]> {
  const bills = await pool<{ id: string }[]>`
    select bill_id as id from bill_comments order by hashtextextended(comment_id::text, ${round}) limit 40000`
  return acts(bills, viewers, (id, turn) => ({
    method: 'POST',
    path: `/api/bills/${id}/stance`,
    body: { stance: stances[(turn + round) % stances.length] },
  }))
}

export async function voteAsks(pool: Pool, viewers: Viewer[], round: number): Promise<Asked[]> {
  const comments = await pool<{ id: string }[]>`
    select comment_id as id from bill_comments where deleted_at is null
     order by hashtextextended(comment_id::text, ${round}) limit 40000`
  return acts(comments, viewers, (id, turn) => ({
    method: 'POST',
    path: `/api/bills/comments/${id}/vote`,
    body: { vote_type: turn % 3 === 0 ? 'downvote' : 'upvote' },
  }))
}

function acts(
  targets: { id: string }[],
  viewers: Viewer[],
  act: (id: string, turn: number) => Asked,
): Asked[] {
  return targets.map(({ id }, turn) => ({ ...act(id, turn), token: viewers[turn % viewers.length]!.token }))
}
