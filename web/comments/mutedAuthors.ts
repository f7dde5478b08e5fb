import type { MutedAuthor } from '#contract/mutes.ts'
import type { ThreadComment } from './discussion.ts'

/** Sets `muted` on comments by authors that the viewer muted. The server lists these authors beside the comments. */
export function markMuted<C extends ThreadComment<C>>(comments: C[], authors: readonly MutedAuthor[]): C[] {
  if (authors.length === 0) return comments
  const kinds = new Map(authors.map(({ user_id, muted }) => [user_id, muted]))
  const withMuted = (comment: C): C => ({
    ...comment,
    muted: (comment.user_id && kinds.get(comment.user_id)) ?? null,
    replies: comment.replies.map(withMuted),
  })
  return comments.map(withMuted)
}
