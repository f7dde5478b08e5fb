import * as z from 'zod/mini'
import { Id, pageInput, Time } from './kit/endpoint.ts'
import { engagementLevels } from './rules/engagement.ts'
import { memberTypes } from './rules/memberTypes.ts'
import { codePoints, isBlank } from './rules/text.ts'

/** What comments on bills and comments on group posts have in common. */

/** Replies nest to this level; a reply to a comment of the last level is stored beside that comment (R49). */
export const commentLevels = 3
export const deletedCommentText = '[Comment deleted by user]'
/** Shown in place of words that an operator has hidden (R74); the comment reads as deleted. */
export const removedText = '[Removed by moderators]'

const threadPageSize = 50
/** A comment comes with this many of its replies; `reply_count` is how many there are, `parent_comment_id` asks for the rest. */
export const repliesShown = 20
/** A page takes no further thread that would bring it past this many comments; it takes its first thread whole. */
export const commentsInPage = 200

/**
 * Which comments a page holds: threads, or with `parent_comment_id` the direct replies of that comment. `limit`, `offset`
 * and the answer's `total` count first-level comments, or direct replies. A page may hold fewer than `limit`: the next one
 * starts at `offset` plus the number of them in the page, as long as `has_more`.
 */
export function commentPageInput() {
  return { ...pageInput(threadPageSize), parent_comment_id: z.optional(Id) }
}

/** The author fields that both kinds of comments spell alike. All are null for a comment that is deleted or hidden. */
export const commentAuthor = {
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
  /** Direct replies, including deleted ones that still have replies. */
  reply_count: z.number(),
}

/** The text of a reply as the form prefills it: a mention and nothing else. */
const onlyMention = /^@[A-Za-z0-9_-]+$/

/** Why a comment of this text cannot be posted; null when it can. */
export function checkCommentText(text: string, maxLength: number): string | null {
  const content = text.trim()
  if (isBlank(content) || onlyMention.test(content)) return 'Comment cannot be empty'
  return codePoints(content) > maxLength ? `Comment must be at most ${maxLength} characters` : null
}
