import type { listComments } from '#contract/discussions.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import type { MutedAuthor } from '#contract/mutes.ts'
import { contentState, type ContentState } from '#server/participation/comments/commentTable.ts'
import { shownPage, shownThread } from '#server/participation/comments/shownComments.ts'
import { refuseCursor, timeKey } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'

export type CommentPage = ParsedOf<typeof listComments>

/** A comment as a statement returns it. Author, text, stances and votes are null or zero unless the comment is live. */
export type CommentRow = {
  comment_id: string
  parent_comment_id: string | null
  is_root: boolean
  /** The time with microseconds, for cursors. */
  time_key: string
  bridging_score: number
  category_id: string
  state: ContentState
  content: string | null
  language: string | null
  section_key: string | null
  version_no: number | null
  upvotes: number
  downvotes: number
  change_count: number
  reply_count: number
  /** The JSON of the votes of both sides if the comment has the badge "Liked on both sides". */
  both_sides: string | null
  author: {
    user_id: string
    username: string
    full_name: string
    is_verified: boolean
    member_type: string
    profile_picture_url: string | null
    engagement_level: string
  } | null
  public_stances: boolean
  user_stance: string | null
  stance_when_written: string | null
}

/** `as_of` is the time up to which the rows are complete. */
export type CommentRows = { rows: CommentRow[]; total: number; as_of: string }

/**
 * Selects the comments of a page. Returns undefined if the bill or the parent does not exist.
 *
 * A comment can become visible up to five seconds after its time, because its transaction may take that long. `as_of` is
 * therefore set five seconds earlier.
 */
export async function selectPage(db: Db, page: CommentPage): Promise<CommentRows | undefined> {
  const { id, limit, offset, after } = page
  const queries = shownPage(db, 'bill_comments', {
    isListed: db`bill_id = ${id} and ${levelOf(db, page)} ${afterOf(db, page)}`,
    order: orderOf(db, page),
    limit,
    offset: after ? 0 : offset,
  })
  const rows = await db`
    with ${queries}
    select ${commentColumns(db)}, page.total, page.as_of
      from (select ${totalOf(db, page)} as total, iso_time(now() - interval '5 seconds') as as_of
              from bills where bill_id = ${id}) page
      left join shown c on true
      left join lateral (${authorOf(db)}) u on true
     order by c.depth, c.position, c.created_at, c.comment_id`.texts()
  const [first] = rows
  const total = first?.[columnCount]
  if (!first || !total) {
    return undefined
  }
  const [comment_id] = first
  return {
    rows: comment_id === null ? [] : rows.map(toRow),
    total: Number(total),
    as_of: first[columnCount + 1]!,
  }
}

/** Selects the thread of a comment as a page shows it, and also the path to that comment. */
export async function selectThread(db: Db, bill_id: string, comment_id: string): Promise<CommentRow[]> {
  const isComment = db`comment_id = ${comment_id} and bill_id = ${bill_id}`
  const rows = await db`
    with recursive ${shownThread(db, 'bill_comments', isComment)}
    select ${commentColumns(db)}
      from shown c left join lateral (${authorOf(db)}) u on true
     order by c.depth, c.created_at, c.comment_id`.texts()
  return rows.map(toRow)
}

function orderOf(db: Db, { parent_comment_id, sort }: CommentPage) {
  if (parent_comment_id || sort === 'oldest') {
    return db`order by created_at, comment_id`
  }
  if (sort === 'newest') {
    return db`order by created_at desc, comment_id desc`
  }
  return db`order by bridging_score desc, created_at desc, comment_id desc`
}

function levelOf(db: Db, { parent_comment_id, category_id, section }: CommentPage) {
  if (parent_comment_id) {
    return db`parent_comment_id = ${parent_comment_id}`
  }
  const ofSection = section ? db`and section_key = ${section}` : db``
  return db`depth = 1 ${category_id ? db`and category_id = ${category_id}` : db``} ${ofSection}`
}

/** Returns the condition for comments after the cursor. */
function afterOf(db: Db, { parent_comment_id, sort, after }: CommentPage) {
  if (!after) {
    return db``
  }
  const [first, second, third] = after
  if (!parent_comment_id && sort === 'agreed') {
    if (third === undefined) {
      refuseCursor()
    }
    return db`and (bridging_score, created_at, comment_id) < (${first}, ${second}::timestamptz, ${third})`
  }
  if (third !== undefined) {
    refuseCursor()
  }
  return !parent_comment_id && sort === 'newest'
    ? db`and (created_at, comment_id) < (${first}::timestamptz, ${second})`
    : db`and (created_at, comment_id) > (${first}::timestamptz, ${second})`
}

/**
 * Returns the number of comments on the first level of a page, or null if the parent does not exist. Those on one section are
 * counted, because `bill_section_counts` has neither tombstones nor categories.
 */
function totalOf(db: Db, { id, parent_comment_id, category_id, section }: CommentPage) {
  if (parent_comment_id) {
    return db`(select reply_count from bill_comments where comment_id = ${parent_comment_id} and bill_id = ${id})`
  }
  const inCategory = category_id ? db`and category_id = ${category_id}` : db``
  if (section) {
    return db`(
      select count(*) from bill_comments
       where bill_id = ${id} and depth = 1 and section_key = ${section} ${inCategory})`
  }
  return db`(
    select coalesce(sum(thread_count), 0) from bill_category_counts where bill_id = ${id} ${inCategory})`
}

/**
 * Returns the columns of a comment `c` and its author `u`. The text of a deleted or hidden comment never leaves the
 * database.
 */
function commentColumns(db: Db) {
  return db`
    c.comment_id, c.parent_comment_id, c.is_root, ${timeKey(db, 'c.created_at')}, c.bridging_score, c.category_id,
    ${contentState(db, 'c')}, case when c.is_live then c.content end, case when c.is_live then c.language end,
    case when c.is_live then c.section_key end,
    case when c.is_live then c.version_no end,
    case when c.is_live then c.upvotes else 0 end, case when c.is_live then c.downvotes else 0 end,
    c.change_count, c.reply_count,
    case when c.is_live and c.upvotes >= 10 then both_sides(c.comment_id) end,
    u.user_id, u.username, u.full_name, u.is_verified, u.shown_type, u.profile_picture_url, u.engagement_level,
    u.public_stances,
    (select s.stance from stances s where s.bill_id = c.bill_id and s.user_id = u.user_id limit 1),
    case when u.user_id is not null then c.stance_when_written end`
}

/** The number of `commentColumns`. */
const columnCount = 26

/** Selects the author of a live comment `c`. The limit keeps PostgreSQL from a join that reads all members. */
function authorOf(db: Db) {
  return db`
    select user_id, username, full_name, email_verified_at is not null as is_verified, shown_type, profile_picture_url,
           engagement_level(total_stances, total_comments, follower_count), public_stances
      from users where user_id = c.user_id and c.is_live limit 1`
}

function toRow([
  comment_id,
  parent_comment_id,
  is_root,
  time_key,
  bridging_score,
  category_id,
  state,
  content,
  language,
  section_key,
  version_no,
  upvotes,
  downvotes,
  change_count,
  reply_count,
  both_sides,
  user_id,
  username,
  full_name,
  is_verified,
  member_type,
  profile_picture_url,
  engagement_level,
  public_stances,
  user_stance,
  stance_when_written,
]: (string | null | undefined)[]): CommentRow {
  return {
    comment_id: comment_id!,
    parent_comment_id: parent_comment_id ?? null,
    is_root: is_root === 't',
    time_key: time_key!,
    bridging_score: Number(bridging_score),
    category_id: category_id!,
    state: state === 'live' || state === 'hidden' ? state : 'deleted',
    content: content ?? null,
    language: language ?? null,
    section_key: section_key ?? null,
    version_no: version_no ? Number(version_no) : null,
    upvotes: Number(upvotes),
    downvotes: Number(downvotes),
    change_count: Number(change_count),
    reply_count: Number(reply_count),
    both_sides: both_sides ?? null,
    author: user_id
      ? {
          user_id,
          username: username!,
          full_name: full_name!,
          is_verified: is_verified === 't',
          member_type: member_type!,
          profile_picture_url: profile_picture_url ?? null,
          engagement_level: engagement_level!,
        }
      : null,
    public_stances: public_stances === 't',
    user_stance: user_stance ?? null,
    stance_when_written: stance_when_written ?? null,
  }
}

/** What only one member sees in a discussion. */
export type OwnPart = {
  /** Changes with every comment of the discussion that is posted, deleted, hidden or restored. */
  version: string
  muted: MutedAuthor[]
  votes: Map<string, string>
  /** The comments that changed the member's mind, on any bill, and whether the question about the change is still open. */
  credited: Map<string, boolean>
  read_at: string | null
}

/** Selects the member's own part, which is never shared, and the version of the discussion. */
export async function selectOwn(db: Db, user_id: string, bill_id: string): Promise<OwnPart> {
  const [[version, votes, credited, read_at, muted] = []] = await db`
    select (select string_agg(xmin::text, ' ' order by category_id) from bill_category_counts where bill_id = ${bill_id}),
           (select json_object_agg(comment_id, vote) from comment_votes
             where user_id = ${user_id} and bill_id = ${bill_id}),
           (select json_object_agg(comment_id, answered_at is null) from mind_changes where user_id = ${user_id}),
           (select iso_time(read_at) from discussion_reads where user_id = ${user_id} and bill_id = ${bill_id}),
           (select json_agg(json_build_object('user_id', muted_id, 'muted', kind)) from mutes where user_id = ${user_id})`.texts()
  const ownVotes: Record<string, string> = JSON.parse(votes ?? '{}')
  const changed: Record<string, boolean> = JSON.parse(credited ?? '{}')
  return {
    version: version ?? '',
    votes: new Map(Object.entries(ownVotes)),
    credited: new Map(Object.entries(changed)),
    read_at: read_at ?? null,
    muted: JSON.parse(muted ?? '[]'),
  }
}
