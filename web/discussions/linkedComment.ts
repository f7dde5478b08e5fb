/**
 * The search waits at most this long for the discussion before it starts, and for the category at its end, in
 * milliseconds.
 */
const discussionTimeout = 1_500
const categoryTimeout = 1_000

/** How long the linked comment is highlighted, in milliseconds. */
export const highlightTime = 4_000

type Search<Thread> = {
  /** Resolves when the discussion is on the screen. */
  discussionLoaded: Promise<unknown>
  /** Returns the thread that contains the comment, in any category and at any depth. Rejects if there is none. */
  find: () => Promise<Thread>
  /** Opens the category of the thread and resolves when the category is on the screen. */
  openCategory: (thread: Thread) => Promise<unknown>
}

/**
 * Returns the thread of a linked comment, or null. One request searches all four categories. A slow discussion or
 * category does not delay the thread beyond the timeouts: the thread is then shown before the rest of its category.
 */
export async function searchLinked<Thread>(search: Search<Thread>): Promise<Thread | null> {
  await waitAtMost(discussionTimeout, search.discussionLoaded)
  try {
    const thread = await search.find()
    await waitAtMost(categoryTimeout, search.openCategory(thread))
    return thread
  } catch {
    return null
  }
}

async function waitAtMost(milliseconds: number, pending: Promise<unknown>): Promise<void> {
  const finished = pending.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([finished, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])
}
