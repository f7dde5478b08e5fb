import type { Comment } from '../../contract/discussions.ts'

/** Comments that are on their way have an id of our own until the server's comment takes their place. */
export const temporaryPrefix = 'temp-'

export function isTemporary(comment: Comment): boolean {
  return comment.comment_id.startsWith(temporaryPrefix)
}

/** Everything below works on comments of one level with what stands under them, and gives back new ones. */
export function findInThreads(threads: readonly Comment[], comment_id: string): Comment | null {
  for (const comment of threads) {
    if (comment.comment_id === comment_id) return comment
    const found = findInThreads(comment.replies, comment_id)
    if (found) return found
  }
  return null
}

/** Comments that the change does not touch stay the very same objects, so that only what has changed is drawn again. */
export function changeComment(
  threads: Comment[],
  comment_id: string,
  change: (comment: Comment) => Comment,
): Comment[] {
  return mapped(threads, (comment) =>
    comment.comment_id === comment_id
      ? change(comment)
      : withReplies(comment, changeComment(comment.replies, comment_id, change)),
  )
}

/** Adds a reply under its parent; one that is already there stays as it is. */
export function addReply(threads: Comment[], added: Comment): Comment[] {
  if (!added.parent_comment_id || findInThreads(threads, added.comment_id)) return threads
  return changeComment(threads, added.parent_comment_id, (parent) => ({
    ...parent,
    reply_count: parent.reply_count + 1,
    replies: [...parent.replies, added],
  }))
}

export function removeComment(threads: Comment[], comment_id: string): Comment[] {
  const left = threads.filter((comment) => comment.comment_id !== comment_id)
  return mapped(left.length === threads.length ? threads : left, (comment) => {
    const isParent = comment.replies.some((reply) => reply.comment_id === comment_id)
    const changed = withReplies(comment, removeComment(comment.replies, comment_id))
    return isParent ? { ...changed, reply_count: Math.max(0, comment.reply_count - 1) } : changed
  })
}

/** Lists of which one goes on where the other ended; what moved between them while they were read stands once. */
export function joined(...lists: readonly (readonly Comment[])[]): Comment[] {
  return [...new Map(lists.flat().map((comment) => [comment.comment_id, comment])).values()]
}

function withReplies(comment: Comment, replies: Comment[]): Comment {
  return replies === comment.replies ? comment : { ...comment, replies }
}

function mapped(threads: Comment[], change: (comment: Comment) => Comment): Comment[] {
  const changed = threads.map(change)
  return changed.some((comment, place) => comment !== threads[place]) ? changed : threads
}
