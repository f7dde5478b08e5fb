/** The longest waits, in milliseconds, for the discussion before the search and for the category after it. */
const discussionTimeout = 1_500
const categoryTimeout = 1_000

/** How long the linked comment glows, in milliseconds. */
export const glowTime = 4_000

type Search<Thread> = {
  /** Resolves when the discussion is on the screen. */
  discussionLoaded: Promise<unknown>
  /** The thread of the comment in any category and at any depth; rejects if there is none. */
  find: () => Promise<Thread>
  /** Opens its category and resolves when that is on the screen. */
  openCategory: (thread: Thread) => Promise<unknown>
}

/**
 * The thread of a linked comment, or null. One request searches all four categories. A slow discussion or category does
 * not delay the thread beyond the timeouts; the thread is then shown before the rest of its category.
 */
export async function searchLinked<Thread>(search: Search<Thread>): Promise<Thread | null> {
  await atMost(discussionTimeout, search.discussionLoaded)
  try {
    const thread = await search.find()
    await atMost(categoryTimeout, search.openCategory(thread))
    return thread
  } catch {
    return null
  }
}

async function atMost(milliseconds: number, pending: Promise<unknown>): Promise<void> {
  const finished = pending.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([finished, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])
}
