import * as z from 'zod/mini'
import { msg, t } from '#contract/kit/translate.ts'
import { engagementLevels, memberTypes } from './accounts/memberRoles.ts'
import { cursorInput, nextOutput, TimeCursor, TimeKey } from './kit/cursor.ts'
import { Id, pageInput, Time, checkedText, endpoint, Pagination, type OutputOf } from './kit/endpoint.ts'
import { codePoints, isBlank } from './kit/text.ts'
import { TimeInput } from './kit/timeInput.ts'
import { blockRefusals, mutedAuthorsOutput } from './mutes.ts'
import { authorStances, Stance } from './stances.ts'
import { LanguageChoice, TextLanguage } from './textLanguage.ts'

/** The rules that comments on bills and comments on group posts share. */

/** The number of levels of comments. A reply to a comment on the last level becomes its sibling. */
export const commentLevels = 3
export const deletedCommentText = msg('[Comment deleted by user]')
/**
 * Replaces the text of a post or comment that a moderator has hidden. Such a post or comment looks like a deleted one.
 */
export const removedText = msg('[Removed by moderators]')

const threadPageSize = 50
/**
 * The maximum number of replies that a response includes for each comment. `reply_count` is the number of all replies, and a request
 * with `parent_comment_id` returns the rest.
 */
export const maxReplies = 20
/** A page ends before the thread that would exceed this many comments. Its first thread is always complete. */
export const commentsInPage = 200

/**
 * The input of a page, which contains threads or, with `parent_comment_id`, the direct replies to that comment.
 * `limit`, `offset` and `total` count first-level comments or direct replies. A page may contain fewer than `limit`.
 * While `has_more` is true, the next page starts at `offset` plus the number on this page.
 */
export function commentPageInput() {
  return { ...pageInput(threadPageSize), parent_comment_id: z.optional(Id) }
}

/**
 * The author fields that both kinds of comments spell the same way. All of them are null if the comment is deleted or
 * hidden.
 */
export const commentAuthorFields = {
  user_id: z.nullable(Id),
  username: z.nullable(z.string()),
  full_name: z.nullable(z.string()),
  is_verified: z.boolean(),
  member_type: z.nullable(z.enum(memberTypes)),
  engagement_level: z.nullable(z.enum(engagementLevels)),
}

export const baseCommentFields = {
  comment_id: Id,
  content: z.string(),
  language: TextLanguage,
  created_at: Time,
  is_deleted: z.boolean(),
  /** The number of direct replies, including tombstones of deleted comments. */
  reply_count: z.number(),
}

/** The form prefills a reply with a mention of the author. A mention alone is not accepted as a comment. */
const onlyMention = /^@[A-Za-z0-9_-]+$/

/** Returns the reason why this text cannot be posted as a comment, or null if it can be posted. */
export function checkCommentText(text: string, maxLength: number): string | null {
  const content = text.trim()
  if (isBlank(content) || onlyMention.test(content)) {
    return t('Comment cannot be empty')
  }
  return codePoints(content) > maxLength
    ? t('Comment must be at most {max} characters', { max: maxLength })
    : null
}

/** Every bill has these four categories. The client shows them without counts if the counts cannot be loaded. */
export const commentCategories = [
  { category_id: 'general-discussion', category_name: msg('General Discussion') },
  { category_id: 'economic-impact', category_name: msg('Economic Impact') },
  { category_id: 'personal-stories', category_name: msg('Personal Stories') },
  { category_id: 'questions-clarifications', category_name: msg('Questions & Clarifications') },
] as const

export type CategoryId = (typeof commentCategories)[number]['category_id']

/** Returns the name of a category in English, or an empty text for another id. */
export const nameOfCategory = (category_id: string): string =>
  commentCategories.find((category) => category.category_id === category_id)?.category_name ?? ''

const categoryIds = commentCategories.map((category) => category.category_id)
export const commentMaxLength = 2000
/** The order of first-level comments. Replies are always sorted by time, oldest first. */
export const threadSorts = ['oldest', 'newest', 'agreed'] as const
/** The echo score of a bill is computed only if there are at least this many votes. */
export const minEchoVotes = 10

export function checkComment(text: string): string | null {
  return checkCommentText(text, commentMaxLength)
}

/** The votes by members who are currently on one side of the bill, without the author's own vote. */
const SideVotes = z.object({ upvotes: z.number(), votes: z.number() })

const commentFields = {
  ...baseCommentFields,
  ...commentAuthorFields,
  parent_comment_id: z.nullable(Id),
  category_id: z.enum(categoryIds),
  /** The section of the text that the comment is about. `version_no` is the version in which the author saw it. */
  section_key: z.nullable(z.string()),
  version_no: z.nullable(z.number()),
  profile_picture_url: z.nullable(z.string()),
  upvotes: z.number(),
  downvotes: z.number(),
  user_vote: z.nullable(z.enum(['upvote', 'downvote'])),
  ...authorStances,
  change_count: z.number(),
  /** True if the viewer changed their stance on the bill because of this comment. */
  changed_my_mind: z.boolean(),
  /** True if the viewer has not answered yet whether they would have changed their mind without this comment. */
  asks_about_change: z.boolean(),
  /** The votes of each side if the comment has the badge "Liked on both sides". Null if it does not have the badge. */
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

const CategoryChoice = z.enum(categoryIds, { error: msg('Invalid category') })

export const listCategories = endpoint('GET /api/bills/:id/categories', {
  access: 'user',
  input: { id: Id },
  output: { categories: z.array(Category) },
  refuses: ['bill_not_found'],
})

/** The cursor of the order "agreed": the bridging score of a comment, its time and its id. */
const BridgingCursor = z.tuple([z.int().check(z.minimum(-32_768), z.maximum(32_767)), TimeKey, Id])

/** The key of a section of a bill's text or of a paragraph in it, such as "3" or "3-b". */
const SectionKey = z.string().check(z.regex(/^[a-z0-9~.-]{1,60}$/, { error: msg('Section not found') }))

/** Returns one page of threads on a bill. The page can be limited to one category. */
export const listComments = endpoint('GET /api/bills/:id/comments', {
  access: 'user',
  input: {
    id: Id,
    ...commentPageInput(),
    ...cursorInput(z.union([TimeCursor, BridgingCursor])),
    category_id: z.optional(CategoryChoice),
    /** If present, only comments on this section of the text are listed. */
    section: z.optional(SectionKey),
    sort: z._default(z.enum(threadSorts, { error: msg('Invalid sort') }), 'oldest'),
  },
  output: {
    comments: z.array(Comment),
    pagination: Pagination,
    ...nextOutput,
    ...mutedAuthorsOutput,
    /**
     * The time up to which the viewer has seen the discussion, which `markDiscussionRead` records, or null if the viewer
     * has not seen it.
     */
    read_at: z.nullable(Time),
    /** The time of this response. Pass it to `markDiscussionRead` as soon as the comments are on the screen. */
    as_of: Time,
  },
  refuses: ['bill_not_found', 'parent_comment_not_found'],
})

/** A side's comment counts as liked by the other side from this many votes of the other side on. */
export const minOtherSideVotes = 3

/**
 * Lists for each side the comments that the other side liked most, at most three. If the other side gave a comment too few votes,
 * the newest comments follow. `upvotes` and `votes` are those of the other side. Only authors with public stances are listed.
 */
export const listBothSides = endpoint('GET /api/bills/:id/both-sides', {
  access: 'user',
  input: { id: Id },
  output: {
    comments: z.array(
      z.object({
        comment_id: Id,
        side: z.enum(['support', 'oppose']),
        upvotes: z.number(),
        votes: z.number(),
        /** True if supporters and opponents liked it enough for the badge "Liked on both sides". */
        is_shared: z.boolean(),
      }),
    ),
  },
  refuses: ['bill_not_found'],
})
export type SideComment = OutputOf<typeof listBothSides>['comments'][number]

/**
 * Records that the viewer has seen the comments of the bill up to `as_of`. A time before the recorded one changes
 * nothing. The record is deleted after `discussionReadDays`.
 */
export const markDiscussionRead = endpoint('POST /api/bills/:id/discussion-read', {
  access: 'user',
  input: { id: Id, as_of: TimeInput },
  output: { read_at: Time },
  refuses: ['bill_not_found', 'too_many_attempts'],
})

export const discussionReadDays = 180

/**
 * Returns the thread that contains a linked comment. The path from the thread's first comment to the linked one is
 * always included. A comment on this path that is not among the first replies to its parent comes after them.
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
    language: LanguageChoice,
    category_id: CategoryChoice,
    parent_comment_id: z._default(z.nullable(Id), null),
    /** The section that the comment is about. Ignored in a reply. */
    section_key: z._default(z.nullable(SectionKey), null),
    /** The version in which the author saw the section. The default is the version that readers see. */
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
  input: { id: Id, vote_type: z.enum(['upvote', 'downvote'], { error: msg('Invalid vote type') }) },
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
 * Returns the number of live comments on the bill, and how many of them are by members in the caller's city.
 * `user_city_ocd_id` is ignored so that a caller cannot read the numbers of another city.
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
 * Returns the echo score, from 0 to 100. It covers votes by members with a stance on comments by other members with a
 * stance. The score is the percentage of these votes that are upvotes for the voter's own side or downvotes for another
 * side. `cached` means that nothing has changed since the score was computed.
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

/** The number of members who moved from one stance to another because of a comment. */
export const MindFlow = z.object({ from: Stance, to: Stance, members: z.number() })
export type MindFlow = z.infer<typeof MindFlow>

/**
 * A comment that changed minds. `content` is the comment's text. Only comments whose author the viewer may see are
 * listed.
 */
const mindChangingFields = {
  comment_id: Id,
  category_id: z.enum(categoryIds),
  content: z.string(),
  language: TextLanguage,
  created_at: Time,
  change_count: z.number(),
  /** The beginning of the comment that this one replies to. Null if there is none, or the viewer does not see it. */
  parent: z.nullable(
    z.object({ full_name: z.nullable(z.string()), content: z.string(), language: TextLanguage }),
  ),
}

const MindChangingComment = z.object({
  ...mindChangingFields,
  ...commentAuthorFields,
  profile_picture_url: z.nullable(z.string()),
  ...authorStances,
})
export type MindChangingComment = z.infer<typeof MindChangingComment>

const OwnMindChangingComment = z.object({
  ...mindChangingFields,
  bill_id: Id,
  bill_code: z.string(),
  bill_title: z.string(),
})
export type OwnMindChangingComment = z.infer<typeof OwnMindChangingComment>

/** The cursor of comments by credit: the number of changed minds, the time of a comment and its id. */
const CreditCursor = z.tuple([z.int().check(z.minimum(0), z.maximum(2_147_483_647)), TimeKey, Id])

const creditedPage = { limit: pageInput(10, 50).limit, ...cursorInput(CreditCursor) }

/**
 * Returns whose minds comments changed on this bill, as sums: the total in `members`, and the largest moves between
 * stances. Each member counts once, with the last change that a comment caused. Moves that are too small to be shown
 * (see `shownFlows` in contract/stances.ts) are counted in `other_members`. The comments that changed minds follow page by
 * page, most credited first.
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

/**
 * Lists the comments by which a member changed minds, most credited first. Empty if the member keeps comments private.
 */
export const listMindsChangedBy = endpoint('GET /api/users/:id/mind-changes', {
  access: 'user',
  input: { id: Id, ...creditedPage },
  output: { comments: z.array(OwnMindChangingComment), ...nextOutput },
  refuses: ['user_not_found'],
})
