import * as z from 'zod/mini'
import { cursorInput, nextOutput, TimeCursor, TimeKey } from '../kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Pagination, Time } from '../kit/endpoint.ts'
import { blockRefusals, mutedAuthorsOutput } from '../mutes/muted.ts'
import { Stance } from '../rules/stances.ts'
import { checkCommentText, commentAuthorFields, baseCommentFields, commentPageInput } from './comments.ts'

/** Every bill has these four. The client uses them directly when the counts cannot be loaded. */
export const commentCategories = [
  { category_id: 'general-discussion', category_name: 'General Discussion' },
  { category_id: 'economic-impact', category_name: 'Economic Impact' },
  { category_id: 'personal-stories', category_name: 'Personal Stories' },
  { category_id: 'questions-clarifications', category_name: 'Questions & Clarifications' },
] as const

export type CategoryId = (typeof commentCategories)[number]['category_id']

const categoryIds = commentCategories.map((category) => category.category_id)
export const commentMaxLength = 2000
/** The order of first-level comments. Replies are always sorted by time, oldest first. */
export const threadSorts = ['oldest', 'newest', 'agreed'] as const
/** The echo score of a bill needs this many votes. */
export const minEchoVotes = 10

export function checkComment(text: string): string | null {
  return checkCommentText(text, commentMaxLength)
}

/** Votes by members who are on one side of the bill now, without the author's own vote. */
const SideVotes = z.object({ upvotes: z.number(), votes: z.number() })

const commentFields = {
  ...baseCommentFields,
  ...commentAuthorFields,
  parent_comment_id: z.nullable(Id),
  category_id: z.enum(categoryIds),
  /** + The section of the text that the comment is about, and the version in which its author saw it. */
  section_key: z.nullable(z.string()),
  version_no: z.nullable(z.number()),
  profile_picture_url: z.nullable(z.string()),
  upvotes: z.number(),
  downvotes: z.number(),
  user_vote: z.nullable(z.enum(['upvote', 'downvote'])),
  user_stance: z.nullable(Stance),
  change_count: z.number(),
  /** + Whether the viewer changed their stance on the bill because of this comment. */
  changed_my_mind: z.boolean(),
  /** The votes of each side when the comment has the badge "Liked on both sides", otherwise null. */
  both_sides: z.nullable(z.object({ support: SideVotes, oppose: SideVotes })),
}

export type Comment = z.infer<z.ZodMiniObject<typeof commentFields>> & { replies: Comment[] }

export const Comment: z.ZodMiniType<Comment> = z.object({
  ...commentFields,
  get replies() {
    return z.array(Comment)
  },
})

export const Category = z.object({
  category_id: z.enum(categoryIds),
  category_name: z.string(),
  comment_count: z.number(),
})
export type Category = z.infer<typeof Category>

const CategoryChoice = z.enum(categoryIds, { error: 'Invalid category' })

export const listCategories = endpoint('GET /api/bills/:id/categories', {
  access: 'user',
  input: { id: Id },
  output: { categories: z.array(Category) },
  refuses: ['bill_not_found'],
})

/** The bridging score of a comment, its time and its id: a position in the order "agreed". */
const BridgingCursor = z.tuple([z.int().check(z.minimum(-32_768), z.maximum(32_767)), TimeKey, Id])

/** A section of a bill's text, or a paragraph in it: "3", "3-b". */
const SectionKey = z.string().check(z.regex(/^[a-z0-9~.-]{1,60}$/, { error: 'Section not found' }))

/** One page of threads on a bill, optionally of one category. */
export const listComments = endpoint('GET /api/bills/:id/comments', {
  access: 'user',
  input: {
    id: Id,
    ...commentPageInput(),
    ...cursorInput(z.union([TimeCursor, BridgingCursor])),
    category_id: z.optional(CategoryChoice),
    /** + Only comments on this section of the text. */
    section: z.optional(SectionKey),
    sort: z._default(z.enum(threadSorts, { error: 'Invalid sort' }), 'oldest'),
  },
  output: {
    comments: z.array(Comment),
    pagination: Pagination,
    ...nextOutput,
    ...mutedAuthorsOutput,
    /** + Until when the viewer has seen the discussion, by `markDiscussionRead`; null if they have not. */
    read_at: z.nullable(Time),
    /** + The time of this answer, to pass to `markDiscussionRead` once the comments are on the screen. */
    as_of: Time,
  },
  refuses: ['bill_not_found', 'parent_comment_not_found'],
})

/**
 * + The viewer has seen the comments of the bill up to `as_of`. An earlier time than the stored one changes nothing.
 * Forgotten after `discussionReadDays`.
 */
export const markDiscussionRead = endpoint('POST /api/bills/:id/discussion-read', {
  access: 'user',
  input: { id: Id, as_of: Time },
  output: { read_at: Time },
  refuses: ['bill_not_found', 'too_many_attempts'],
})

export const discussionReadDays = 180

/**
 * The thread that contains a linked comment. The path to that comment is always included, even when it is not among the
 * first replies to its parent; it is then the last of them.
 */
export const getThread = endpoint('GET /api/bills/:id/comments/:comment_id', {
  access: 'user',
  input: { id: Id, comment_id: Id },
  output: { thread: Comment, category_id: z.enum(categoryIds), ...mutedAuthorsOutput },
  refuses: ['bill_not_found', 'comment_not_found'],
})

export const postComment = endpoint('POST /api/bills/:id/comments', {
  access: 'active',
  input: {
    id: Id,
    content: checkedText(checkComment),
    category_id: CategoryChoice,
    parent_comment_id: z._default(z.nullable(Id), null),
    /** + The section that the comment is about; ignored in a reply. */
    section_key: z._default(z.nullable(SectionKey), null),
    /** + The version in which the author saw it; by default the one that readers see. */
    version_no: z._default(z.nullable(z.int()), null),
  },
  output: { comment: Comment },
  refuses: [
    'bill_not_found',
    'section_not_found',
    'parent_comment_not_found',
    'comment_deleted',
    ...blockRefusals,
    'mention_not_allowed',
    'too_many_attempts',
  ],
  status: 201,
  idempotent: true,
})

export const deleteComment = endpoint('DELETE /api/bills/comments/:id', {
  access: 'active',
  input: { id: Id },
  output: { deletion_type: z.enum(['soft', 'hard']) },
  refuses: ['comment_not_found', 'comment_not_yours', 'too_many_attempts'],
})

export const voteOnComment = endpoint('POST /api/bills/comments/:id/vote', {
  access: 'active',
  input: { id: Id, vote_type: z.enum(['upvote', 'downvote'], { error: 'Invalid vote type' }) },
  output: {
    votes: z.object({
      upvotes: z.number(),
      downvotes: z.number(),
      user_vote: z.nullable(z.enum(['upvote', 'downvote'])),
    }),
    action: z.enum(['new_vote', 'changed_vote', 'removed_vote']),
  },
  refuses: ['comment_not_found', 'comment_deleted', ...blockRefusals, 'too_many_attempts'],
  idempotent: true,
})

export const countStanceChanges = endpoint('GET /api/bills/:id/comments/:comment_id/stance-changes', {
  access: 'user',
  input: { id: Id, comment_id: Id },
  output: { change_count: z.number() },
  refuses: ['bill_not_found', 'comment_not_found'],
})

/**
 * How many live comments the bill has, and how many of them are by members in the caller's city. `user_city_ocd_id` is
 * ignored, so that a caller cannot read the numbers of another city.
 */
export const countComments = endpoint('GET /api/bills/:id/comment-counts', {
  access: 'user',
  input: { id: Id, user_city_ocd_id: z.optional(z.string()) },
  output: { counts: z.object({ local: z.number(), total: z.number(), has_local_data: z.boolean() }) },
  refuses: ['bill_not_found'],
})

export const countDiscussion = endpoint('GET /api/bills/:id/discussion-count', {
  access: 'user',
  input: { id: Id },
  output: { discussion_count: z.number() },
  refuses: ['bill_not_found'],
})

/**
 * The echo score, 0 to 100: among votes by members with a stance on comments by other members with a stance, the share
 * that are upvotes for the voter's own side or downvotes for another side. `cached` means that nothing has changed since
 * the score was computed.
 */
export const getEchoScore = endpoint('GET /api/bills/:id/echo-score', {
  access: 'user',
  input: { id: Id },
  output: {
    echo_chamber_score: z.nullable(z.number()),
    healthy_votes: z.number(),
    echo_votes: z.number(),
    total_analyzed_votes: z.number(),
    cached: z.boolean(),
    insufficient_data: z.boolean(),
    total_votes: z.number(),
    message: z.nullable(z.string()),
  },
  refuses: ['bill_not_found'],
})

/** How many members a comment moved from one stance to another. */
export const MindFlow = z.object({ from: Stance, to: Stance, members: z.number() })
export type MindFlow = z.infer<typeof MindFlow>

/** A comment that changed minds. The content is that of the comment; its author is visible to the viewer. */
const mindChangingFields = {
  comment_id: Id,
  category_id: z.enum(categoryIds),
  content: z.string(),
  created_at: Time,
  change_count: z.number(),
}

const MindChangingComment = z.object({
  ...mindChangingFields,
  ...commentAuthorFields,
  profile_picture_url: z.nullable(z.string()),
  /** The author's stance on the bill, if the viewer may see it. */
  user_stance: z.nullable(Stance),
})
export type MindChangingComment = z.infer<typeof MindChangingComment>

const OwnMindChangingComment = z.object({
  ...mindChangingFields,
  bill_id: Id,
  bill_code: z.string(),
  bill_title: z.string(),
})
export type OwnMindChangingComment = z.infer<typeof OwnMindChangingComment>

/** The number of changed minds, the time of a comment and its id. */
const CreditCursor = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647)), TimeKey, Id])

const creditedPage = { limit: pageInput(10, 50).limit, ...cursorInput(CreditCursor) }

/**
 * + Whose minds a comment changed on this bill, in sums: `members` in total, and the largest moves between stances. Each
 * member counts once, with the last change that a comment caused. contract/rules/mindChanges.ts says which moves are too
 * small to be shown; `other_members` counts those. Then the comments that did it, most credited first, a page at a time.
 */
export const listMindChanges = endpoint('GET /api/bills/:id/mind-changes', {
  access: 'user',
  input: { id: Id, ...creditedPage },
  output: {
    members: z.number(),
    flows: z.array(MindFlow),
    other_members: z.number(),
    comments: z.array(MindChangingComment),
    ...nextOutput,
  },
  refuses: ['bill_not_found'],
})

/** + The comments by which a member changed minds, most credited first. Empty if the member keeps comments private. */
export const listMindsChangedBy = endpoint('GET /api/users/:id/mind-changes', {
  access: 'user',
  input: { id: Id, ...creditedPage },
  output: { comments: z.array(OwnMindChangingComment), ...nextOutput },
  refuses: ['user_not_found'],
})
