/** The search starts when the discussion is on the screen, or after this many milliseconds. */
const discussionTimeout = 1_500
/** The thread is returned when all comments are on the screen, or this many milliseconds after it was found. */
const listTimeout = 1_000

/** How long the linked comment is highlighted, in milliseconds. */
export const highlightTime = 4_000

type Search<Thread> = {
  /** Resolves when the discussion is on the screen. */
  discussionLoaded: Promise<unknown>
  /** Returns the thread that contains the comment, in any category and at any depth. Rejects if there is none. */
  find: () => Promise<Thread>
  /** Opens the tab with all comments and resolves when they are on the screen. */
  openAll: () => Promise<unknown>
}

/**
 * Returns the thread of a linked comment, or null if there is none. One request searches all four categories. If
 * the list of all comments is slow, the thread is shown before the list.
 */
export async function findLinkedThread<Thread>(search: Search<Thread>): Promise<Thread | null> {
  await waitAtMost(discussionTimeout, search.discussionLoaded)
  try {
    const thread = await search.find()
    await waitAtMost(listTimeout, search.openAll())
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
