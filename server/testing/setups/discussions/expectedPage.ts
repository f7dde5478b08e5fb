import { activityPoints, engagementLevel } from '#contract/accounts/memberRoles.ts'
import {
  commentsInPage,
  deletedCommentText,
  removedText,
  maxReplies,
  type Comment,
  type CategoryId,
  type threadSorts,
} from '#contract/discussions.ts'
import type { MutedAuthor } from '#contract/mutes.ts'
import { type Stance, stances } from '#contract/stances.ts'
import type { Pool } from '#server/platform/postgres/db.ts'

type CommentRow = {
  comment_id: string
  parent_comment_id: string | null
  category_id: CategoryId
  user_id: string | null
  content: string | null
  language: string | null
  created_at: string
  deleted_at: string | null
  hidden_at: string | null
  stance_when_written: Stance | null
}
type Author = Pick<
  Comment,
  'username' | 'full_name' | 'member_type' | 'profile_picture_url' | 'is_verified'
> & {
  user_id: string
  public_stances: boolean
  stances: number
  comments: number
  followers: number
}
type Vote = { comment_id: string; user_id: string; vote: 'upvote' | 'downvote' }

/** The content of a discussion, without any stored count. */
export type Discussion = {
  comments: CommentRow[]
  authors: Map<string, Author>
  votes: Vote[]
  stances: Map<string, Stance>
  credits: { comment_id: string; user_id: string }[]
}

export async function readDiscussion(pool: Pool, bill_id: string): Promise<Discussion> {
  const authors = await pool<Author[]>`
    select user_id, username, full_name, shown_type as member_type, profile_picture_url, public_stances,
           email_verified_at is not null as is_verified,
           (select count(*)::int from stances s where s.user_id = u.user_id) as stances,
           (select count(*)::int from bill_comments c
             where c.user_id = u.user_id and c.deleted_at is null and c.hidden_at is null and not c.is_closed) as comments,
           (select count(*)::int from follows f join users a on a.user_id = f.follower_id
             where f.followee_id = u.user_id and a.account_status = 'active') as followers
      from users u`
  const stanceRows = await pool<{ user_id: string; stance: Stance }[]>`
    select user_id, stance from stances where bill_id = ${bill_id}`
  return {
    comments: await pool<CommentRow[]>`
      select comment_id, parent_comment_id, category_id, user_id, content, language, created_at,
             case when is_closed then now() else deleted_at end as deleted_at, hidden_at, stance_when_written
        from bill_comments where bill_id = ${bill_id} order by bill_comments.created_at, comment_id`,
    authors: new Map(authors.map((author) => [author.user_id, author])),
    votes: await pool<Vote[]>`
      select comment_id, user_id, vote from comment_votes where bill_id = ${bill_id}`,
    stances: new Map(stanceRows.map(({ user_id, stance }) => [user_id, stance])),
    credits: await pool`
      select comment_id, user_id from mind_changes m
       where comment_id in (select comment_id from bill_comments where bill_id = ${bill_id})`,
  }
}

/** Returns the page that the contract requires, computed slowly and without SQL. */
export function expectedPage(
  discussion: Discussion,
  viewer: string,
  page: { sort: (typeof threadSorts)[number]; category_id?: CategoryId; limit: number; offset: number },
): { comments: Comment[]; total: number } {
  const threads = discussion.comments.filter(
    (comment) =>
      comment.parent_comment_id === null &&
      (page.category_id === undefined || comment.category_id === page.category_id),
  )
  // The rows are sorted by time.
  if (page.sort !== 'oldest') threads.reverse()
  if (page.sort === 'agreed') {
    threads.sort((one, other) => scoreOf(discussion, other) - scoreOf(discussion, one))
  }
  const comments: Comment[] = []
  let count = 0
  for (const thread of threads.slice(page.offset, page.offset + page.limit)) {
    const shown = shownTo(discussion, viewer, thread)
    count += commentCount(shown)
    if (comments.length > 0 && count > commentsInPage) break
    comments.push(shown)
  }
  return { comments, total: threads.length }
}

/** Returns the authors of these comments that the viewer muted. */
export async function expectedMutes(pool: Pool, viewer: string, comments: readonly Comment[]) {
  const authors = new Set(authorsOf(comments))
  const mutes = await pool<MutedAuthor[]>`
    select muted_id as user_id, kind as muted from mutes where user_id = ${viewer}`
  return mutes.filter(({ user_id }) => authors.has(user_id))
}

function authorsOf(comments: readonly Comment[]): (string | null)[] {
  return comments.flatMap(({ user_id, replies }) => [user_id, ...authorsOf(replies)])
}

function commentCount(comment: Comment): number {
  return comment.replies.reduce((sum, reply) => sum + commentCount(reply), 1)
}

function shownTo(discussion: Discussion, viewer: string, comment: CommentRow): Comment {
  const { comment_id, parent_comment_id, category_id, created_at, deleted_at, hidden_at } = comment
  const isLive = deleted_at === null && hidden_at === null
  const author = isLive && comment.user_id ? discussion.authors.get(comment.user_id) : undefined
  const votes = isLive ? discussion.votes.filter((vote) => vote.comment_id === comment_id) : []
  const replies = discussion.comments.filter((reply) => reply.parent_comment_id === comment_id)
  const credits = discussion.credits.filter((credit) => credit.comment_id === comment_id)
  const showsStance = author && (author.public_stances || author.user_id === viewer)
  const both = {
    support: sideOf(discussion, comment, 'support'),
    oppose: sideOf(discussion, comment, 'oppose'),
  }
  return {
    comment_id,
    parent_comment_id,
    category_id,
    section_key: null,
    version_no: null,
    language: isLive ? comment.language : null,
    content: deleted_at ? deletedCommentText : hidden_at ? removedText : (comment.content ?? ''),
    user_id: author?.user_id ?? null,
    username: author?.username ?? null,
    full_name: author?.full_name ?? null,
    is_verified: author?.is_verified ?? false,
    member_type: author?.member_type ?? null,
    profile_picture_url: author?.profile_picture_url ?? null,
    engagement_level: author ? engagementLevel(activityPoints(author)) : null,
    user_stance: showsStance ? (discussion.stances.get(author.user_id) ?? null) : null,
    stance_when_written: showsStance ? comment.stance_when_written : null,
    created_at,
    upvotes: votes.filter(({ vote }) => vote === 'upvote').length,
    downvotes: votes.filter(({ vote }) => vote === 'downvote').length,
    user_vote: votes.find(({ user_id }) => user_id === viewer)?.vote ?? null,
    is_deleted: !isLive,
    change_count: credits.length,
    changed_my_mind: isLive && credits.some(({ user_id }) => user_id === viewer),
    asks_about_change: isLive && credits.some(({ user_id }) => user_id === viewer),
    reply_count: replies.length,
    both_sides: isLive && isLiked(both.support) && isLiked(both.oppose) ? both : null,
    replies: replies.slice(0, maxReplies).map((reply) => shownTo(discussion, viewer, reply)),
  }
}

function sideOf({ votes, stances: stanceOf }: Discussion, { comment_id, user_id }: CommentRow, side: Stance) {
  const cast = votes.filter(
    (vote) =>
      vote.comment_id === comment_id && vote.user_id !== user_id && stanceOf.get(vote.user_id) === side,
  )
  return { upvotes: cast.filter(({ vote }) => vote === 'upvote').length, votes: cast.length }
}

function isLiked({ upvotes, votes }: { upvotes: number; votes: number }): boolean {
  return votes >= 5 && 2 * upvotes >= votes + 1 + 1.645 * Math.sqrt(votes)
}

function approvalOf({ upvotes, votes }: { upvotes: number; votes: number }): number {
  return (upvotes + 1) / (votes + 3)
}

/** Returns the bridging score as docs/decisions/020 defines it. */
function scoreOf(discussion: Discussion, comment: CommentRow): number {
  if (comment.deleted_at || comment.hidden_at) return -1
  const [support, oppose, neutral, learning] = stances.map((side) => sideOf(discussion, comment, side))
  const [a, b] = [approvalOf(support!), approvalOf(oppose!)]
  const sides = (2 * a * b) / (a + b)
  const undecided =
    (neutral!.upvotes + learning!.upvotes + 3 * sides) / (neutral!.votes + learning!.votes + 3)
  return Math.floor((1000 * (2 * sides + undecided)) / 3 + 0.000001)
}
