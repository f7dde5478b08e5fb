import type { Comment } from '../../contract/discussions.ts'

/** Comments that are on their way have an id of our own until the server's comment takes their place. */
export const temporaryPrefix = 'temp-'

export function isTemporary(comment: Comment): boolean {
  return comment.comment_id.startsWith(temporaryPrefix)
}

/** Everything below works on the threads of one category and gives back new ones. */
export function findInThreads(threads: readonly Comment[], comment_id: string): Comment | null {
  for (const comment of threads) {
    if (comment.comment_id === comment_id) return comment
    const found = findInThreads(comment.replies, comment_id)
    if (found) return found
  }
  return null
}

/** The first-level comment under which a comment stands. */
export function threadOf(threads: readonly Comment[], comment_id: string): Comment | null {
  return threads.find((thread) => findInThreads([thread], comment_id)) ?? null
}

export function changeComment(
  threads: readonly Comment[],
  comment_id: string,
  change: (comment: Comment) => Comment,
): Comment[] {
  return threads.map((comment) =>
    comment.comment_id === comment_id
      ? change(comment)
      : withReplies(comment, changeComment(comment.replies, comment_id, change)),
  )
}

/** Adds a comment under its parent, or as the newest thread; one that is already there stays as it is. */
export function addComment(threads: readonly Comment[], added: Comment): Comment[] {
  if (findInThreads(threads, added.comment_id)) return [...threads]
  if (!added.parent_comment_id) return [...threads, added]
  return changeComment(threads, added.parent_comment_id, (parent) => ({
    ...parent,
    replies: [...parent.replies, added],
  }))
}

export function removeComment(threads: readonly Comment[], comment_id: string): Comment[] {
  return threads
    .filter((comment) => comment.comment_id !== comment_id)
    .map((comment) => withReplies(comment, removeComment(comment.replies, comment_id)))
}

function withReplies(comment: Comment, replies: Comment[]): Comment {
  return { ...comment, replies }
}
