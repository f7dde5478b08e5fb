import type { ThreadComment } from './discussion.ts'

/** The id of a comment that is being posted begins with this prefix until the comment from the server replaces it. */
export const temporaryPrefix = 'temp-'

export function isTemporary(comment: { comment_id: string }): boolean {
  return comment.comment_id.startsWith(temporaryPrefix)
}

/** Searches the threads and all their replies. */
export function findInThreads<C extends ThreadComment<C>>(
  threads: readonly C[],
  comment_id: string,
): C | null {
  for (const comment of threads) {
    if (comment.comment_id === comment_id) return comment
    const match = findInThreads(comment.replies, comment_id)
    if (match) return match
  }
  return null
}

/** Returns new threads. Comments that do not change stay the same objects so that they do not render again. */
export function changeComment<C extends ThreadComment<C>>(
  threads: C[],
  comment_id: string,
  change: (comment: C) => C,
): C[] {
  return mapChanged(threads, (comment) =>
    comment.comment_id === comment_id
      ? change(comment)
      : withReplies(comment, changeComment(comment.replies, comment_id, change)),
  )
}

/** Adds a reply under its parent, unless it is already there. */
export function addReply<C extends ThreadComment<C>>(threads: C[], added: C): C[] {
  if (!added.parent_comment_id || findInThreads(threads, added.comment_id)) return threads
  return changeComment(threads, added.parent_comment_id, (parent) => ({
    ...parent,
    reply_count: parent.reply_count + 1,
    replies: [...parent.replies, added],
  }))
}

export function removeComment<C extends ThreadComment<C>>(threads: C[], comment_id: string): C[] {
  const remaining = threads.filter((comment) => comment.comment_id !== comment_id)
  return mapChanged(remaining.length === threads.length ? threads : remaining, (comment) => {
    const isParent = comment.replies.some((reply) => reply.comment_id === comment_id)
    const changed = withReplies(comment, removeComment(comment.replies, comment_id))
    return isParent ? { ...changed, reply_count: Math.max(0, comment.reply_count - 1) } : changed
  })
}

function withReplies<C extends ThreadComment<C>>(comment: C, replies: C[]): C {
  return replies === comment.replies ? comment : { ...comment, replies }
}

function mapChanged<C>(threads: C[], change: (comment: C) => C): C[] {
  const changed = threads.map(change)
  return changed.some((comment, index) => comment !== threads[index]) ? changed : threads
}

/** Returns the id of the first comment in reading order that another member wrote after `since`. */
export function findFirstNew<C extends ThreadComment<C>>(
  comments: readonly C[],
  since: string,
  viewerId: string | null,
): string | null {
  for (const comment of comments) {
    const isNew = comment.created_at > since && !comment.is_deleted && comment.user_id !== viewerId
    const firstNewId = isNew ? comment.comment_id : findFirstNew(comment.replies, since, viewerId)
    if (firstNewId) return firstNewId
  }
  return null
}
