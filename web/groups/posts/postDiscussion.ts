import {
  createGroupComment,
  deleteGroupComment,
  getGroupThread,
  type GroupComment,
  listGroupComments,
  checkGroupComment,
  groupCommentMaxLength,
} from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { findInThreads } from '#web/comments/commentTree.ts'
import type { CommentFacts, Discussion } from '#web/comments/discussion.ts'
import { markMuted } from '#web/comments/mutedAuthors.ts'
import { changeGroup, changePost } from '#web/groups/groupCache.ts'
import { call } from '#web/kit/api/api.ts'
import { groupBy } from '#web/kit/groupBy.ts'

type PostComment = CommentFacts & { replies: PostComment[] }

/** Returns the prefix of the storage keys of all drafts of comments on a post. */
export function postDrafts(post_id: string): string {
  return `group-comment:${post_id}`
}

/** Describes the comments on one group post. */
export function postDiscussion(id: string, post_id: string): Discussion<PostComment> {
  const scope = { id, post_id }
  return {
    path: listGroupComments.path,
    scope,
    section: scope,
    list: { ...scope, sort: 'oldest' },
    newThreadsAt: 'end',
    async readPage(page, signal) {
      const { comments, muted_authors, ...rest } = await call(
        listGroupComments,
        { ...scope, ...page },
        { signal },
      )
      return {
        ...rest,
        comments: markMuted(nestComments(comments, page.parent_comment_id ?? null), muted_authors),
      }
    },
    async readThread(comment_id, signal) {
      const { comments, muted_authors } = await call(getGroupThread, { ...scope, comment_id }, { signal })
      const [thread] = markMuted(nestComments(comments, null), muted_authors)
      // The response always begins with the first-level comment.
      if (!thread || !findInThreads([thread], comment_id)) {
        throw new Error('The thread is not in its response.')
      }
      return thread
    },
    variant: 'compact',
    async post(text, parent_comment_id, idempotencyKey) {
      const input = { ...scope, ...text, parent_comment_id }
      return asThread((await call(createGroupComment, input, { idempotencyKey })).comment)
    },
    delete: (comment_id) => call(deleteGroupComment, { ...scope, comment_id }),
    pending: (shared) => shared,
    onCount(cache, step, comment) {
      if (comment) {
        changeGroup(cache, id, () => ({ last_activity_at: comment.created_at }))
      }
      changePost(cache, id, post_id, ({ comment_count }) => ({
        comment_count: Math.max(0, comment_count + step),
      }))
    },
    draftPrefix: postDrafts(post_id),
    check: checkGroupComment,
    maxLength: groupCommentMaxLength,
    failedToPost: (_isReply, reason) => t('Failed to post comment: {reason}', { reason }),
    reportType: 'group_comment',
    mentionScope: { post_id },
  }
}

/** Returns the replies to `parent_comment_id`, each with its own replies, oldest first. */
export function nestComments(
  comments: readonly GroupComment[],
  parent_comment_id: string | null,
): PostComment[] {
  const byParent = groupBy(comments, (comment) => comment.parentCommentId)
  const repliesTo = (parent: string | null): PostComment[] =>
    (byParent.get(parent) ?? []).map((comment) => asThread(comment, repliesTo(comment.comment_id)))
  return repliesTo(parent_comment_id)
}

function asThread(
  { parentCommentId, profilePictureUrl, ...comment }: GroupComment,
  replies: PostComment[] = [],
): PostComment {
  return {
    ...comment,
    parent_comment_id: parentCommentId,
    profile_picture_url: profilePictureUrl,
    replies,
  }
}
