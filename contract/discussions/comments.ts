import * as z from 'zod/mini'
import { Id, pageInput, Time } from '#contract/kit/endpoint.ts'
import { engagementLevels } from '#contract/rules/members/engagement.ts'
import { memberTypes } from '#contract/rules/members/memberTypes.ts'
import { codePoints, isBlank } from '#contract/rules/text.ts'

/** The rules that comments on bills and comments on group posts share. */

/** The number of levels of comments. A reply to a comment on the last level becomes its sibling. */
export const commentLevels = 3
export const deletedCommentText = '[Comment deleted by user]'
/**
 * Replaces the text of a post or comment that a moderator has hidden. Such a post or comment looks like a deleted one.
 */
export const removedText = '[Removed by moderators]'

const threadPageSize = 50
/**
 * The most replies that an answer includes for each comment. `reply_count` is the number of all replies, and a request
 * with `parent_comment_id` returns the rest.
 */
export const repliesShown = 20
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
  created_at: Time,
  is_deleted: z.boolean(),
  /** The number of direct replies, including tombstones of deleted comments. */
  reply_count: z.number(),
}

/** The form prefills a reply with a mention of the author. A mention alone is not accepted as a comment. */
const onlyMention = /^@[A-Za-z0-9_-]+$/

/** Returns the reason why this text cannot be posted as a comment. Null if it can be posted. */
export function checkCommentText(text: string, maxLength: number): string | null {
  const content = text.trim()
  if (isBlank(content) || onlyMention.test(content)) return 'Comment cannot be empty'
  return codePoints(content) > maxLength ? `Comment must be at most ${maxLength} characters` : null
}
