import type { MutedAuthor } from '../../contract/mutes/muted.ts'
import type { ThreadComment } from './discussion.ts'

/** Marks the comments whose authors the viewer muted, according to the answer that they came in. */
export function markMuted<C extends ThreadComment<C>>(comments: C[], authors: readonly MutedAuthor[]): C[] {
  if (authors.length === 0) return comments
  const kinds = new Map(authors.map(({ user_id, muted }) => [user_id, muted]))
  const mark = (comment: C): C => ({
    ...comment,
    muted: (comment.user_id && kinds.get(comment.user_id)) ?? null,
    replies: comment.replies.map(mark),
  })
  return comments.map(mark)
}
