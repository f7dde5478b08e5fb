import { createHash } from 'node:crypto'
import { stances } from '#contract/stances.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import type { BenchRequest } from './load.ts'

export type Viewer = { user_id: string; token: string }

export type FeedPage = { name: string; kind: PageKind; query: string }

/** The kinds of page that have a growth goal. Other pages appear only in the details. */
export type PageKind =
  | 'feed'
  | 'filtered feed'
  | 'search'
  | 'thread'
  | 'group feed'
  | 'members'
  | 'notifications'
  | 'other'

export const firstPage: FeedPage = { name: 'first page', kind: 'feed', query: '' }

/** The first page as the feed's screen requests it. */
export const ownFeed: FeedPage = {
  name: 'by relevance',
  kind: 'feed',
  query: 'sort=created_at&order=relevance&past_sessions=exclude',
}

/** The pages as residents request them. */
export const feedPages: FeedPage[] = [
  firstPage,
  ownFeed,
  { name: 'my state', kind: 'filtered feed', query: 'order=relevance&scope=state' },
  { name: 'level', kind: 'filtered feed', query: 'government_level=state' },
  { name: 'level and status', kind: 'filtered feed', query: 'government_level=federal&status=passed' },
  { name: 'topic', kind: 'filtered feed', query: 'topics=health' },
  {
    name: 'level, status and topic',
    kind: 'filtered feed',
    query: 'government_level=state&status=pending&topics=agriculture_and_food',
  },
  { name: 'trending', kind: 'filtered feed', query: 'sort=activity_score' },
  {
    name: 'trending, level and status',
    kind: 'filtered feed',
    query: 'sort=activity_score&government_level=federal&status=passed',
  },
  { name: 'bookmarked', kind: 'filtered feed', query: 'bookmarked=true' },
  { name: 'keyword in a quarter of all bills', kind: 'search', query: 'q=wastewater' },
  { name: 'keyword in one of ten bills', kind: 'search', query: 'q=water%20rights' },
  // At the smallest size few bills have this keyword, so its page is shorter and the growth is not judged.
  { name: 'keyword in few bills', kind: 'other', query: 'q=eastmont' },
  { name: 'page 50', kind: 'feed', query: 'offset=980' },
]

const viewerCount = 200

/** Signed-in members from the busiest to the quietest, with the same share of busy ones at every size. */
export async function openViewers(pool: Pool): Promise<Viewer[]> {
  const members = await pool<{ user_id: string; position: number }[]>`
    select user_id, position::int from (
      select user_id, row_number() over (order by member_number) as position, count(*) over () as total from users) m
     where position % greatest(total / ${viewerCount}, 1) = greatest(total / ${viewerCount}, 1) / 2
     order by position limit ${viewerCount}`
  const viewers = members.map(({ user_id, position }) => {
    return { user_id, token: createHash('sha256').update(`viewer ${position}`).digest('base64url') }
  })
  await openSessions(pool, viewers)
  return viewers
}

/** Signs the members in with tokens chosen by the caller, which avoids one password hash per member. */
export async function openSessions(pool: Pool, viewers: Viewer[]): Promise<void> {
  await pool`
    insert into sessions (token_hash, user_id, expires_at)
    select sha256(token::bytea), user_id::uuid, now() + interval '30 days'
      from jsonb_to_recordset(${pool.json(viewers)}) as v(user_id text, token text)
    on conflict (token_hash) do nothing`
}

/** Every viewer requests the page in turn. */
export function readsOf(viewers: Viewer[], path: string): BenchRequest[] {
  return viewers.map(({ token }) => ({ method: 'GET', path, token }))
}

export function feedRequests(viewers: Viewer[], page: FeedPage): BenchRequest[] {
  return readsOf(viewers, `/api/bills?${page.query}`)
}

/** A bill's page as the screen requests it: one category, twenty threads. */
export const threadQuery = 'category_id=general-discussion&limit=20'

/** How many discussions are read in turn so that few pages of one are in the processor's caches. */
const manyDiscussions = 2_000

/** The discussions of many bills, as the screen requests them. */
export async function discussionRequests(pool: Pool, viewers: Viewer[]): Promise<BenchRequest[]> {
  const bills = await pool<{ bill_id: string }[]>`
    select bill_id from bill_counters where discussion_count >= 5 order by md5(bill_id::text) limit ${manyDiscussions}`
  return bills.map(({ bill_id }, turn) => ({
    method: 'GET',
    path: `/api/bills/${bill_id}/comments?${threadQuery}&sort=oldest`,
    token: viewers[turn % viewers.length]!.token,
  }))
}

/** Mostly first stances, on bills with discussions. `round` selects other bills for every repeat. */
export async function stanceRequests(pool: Pool, viewers: Viewer[], round: number): Promise<BenchRequest[]> {
  const bills = await pool<{ id: string }[]>`
    select bill_id as id from bill_comments order by hashtextextended(comment_id::text, ${round}) limit 40000`
  return actions(bills, viewers, ({ id }, turn) => ({
    method: 'POST',
    path: `/api/bills/${id}/stance`,
    body: { stance: stances[(turn + round) % stances.length] },
  }))
}

export async function voteRequests(pool: Pool, viewers: Viewer[], round: number): Promise<BenchRequest[]> {
  const comments = await pool<{ id: string }[]>`
    select comment_id as id from bill_comments where deleted_at is null
     order by hashtextextended(comment_id::text, ${round}) limit 40000`
  return actions(comments, viewers, ({ id }, turn) => ({
    method: 'POST',
    path: `/api/bills/comments/${id}/vote`,
    body: { vote_type: turn % 3 === 0 ? 'downvote' : 'upvote' },
  }))
}

/** Comments in discussions that already have some. As in the seed, six of ten begin a thread and four reply. */
export async function commentRequests(pool: Pool, viewers: Viewer[], round: number): Promise<BenchRequest[]> {
  const comments = await pool<{ id: string; bill_id: string; category_id: string }[]>`
    select comment_id as id, bill_id, category_id from bill_comments where deleted_at is null and depth < 3
     order by hashtextextended(comment_id::text, ${round}) limit 20000`
  return actions(comments, viewers, ({ id, bill_id, category_id }, turn) => ({
    method: 'POST',
    path: `/api/bills/${bill_id}/comments`,
    body: {
      category_id,
      parent_comment_id: turn % 10 < 6 ? null : id,
      content: `What people say, number ${turn} of ${round}. ${'It goes on for a while. '.repeat(1 + (turn % 6))}`,
    },
  }))
}

/** Bookmarks of bills, most of which the member has not bookmarked yet. */
export async function bookmarkRequests(
  pool: Pool,
  viewers: Viewer[],
  round: number,
): Promise<BenchRequest[]> {
  const bills = await pool<{ id: string }[]>`
    select bill_id as id from bills order by hashtextextended(bill_id::text, ${round}) limit 40000`
  return actions(bills, viewers, ({ id }) => ({
    method: 'POST',
    path: `/api/bills/${id}/bookmark`,
    body: {},
  }))
}

/** Follows that are new: a viewer and a member who has no such follower yet. */
export async function followRequests(pool: Pool, viewers: Viewer[], round: number): Promise<BenchRequest[]> {
  const pairs = await pool<{ token: string; id: string }[]>`
    select v.token, u.user_id as id
      from jsonb_to_recordset(${pool.json(viewers)}) as v(user_id uuid, token text)
     cross join (select user_id from users where account_status = 'active' and public_profile and allow_follow
                  order by hashtextextended(user_id::text, ${round}) limit 250) u
     where v.user_id <> u.user_id
       and not exists (select from follows f where f.follower_id = v.user_id and f.followee_id = u.user_id)
     order by hashtextextended(concat(v.user_id, u.user_id), ${round})`
  return pairs.map(({ token, id }) => ({ method: 'POST', path: `/api/users/${id}/follow`, body: {}, token }))
}

function actions<T>(
  targets: T[],
  viewers: Viewer[],
  action: (target: T, turn: number) => BenchRequest,
): BenchRequest[] {
  return targets.map((target, turn) => ({
    ...action(target, turn),
    token: viewers[turn % viewers.length]!.token,
  }))
}
