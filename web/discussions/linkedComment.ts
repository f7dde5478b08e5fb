/** The search starts when the discussion is on the screen, or after this many milliseconds. */
const discussionTimeout = 1_500
/** The thread is returned when its category is on the screen, or this many milliseconds after it was found. */
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
 * Returns the thread of a linked comment, or null if there is none. One request searches all four categories. If the
 * category is slow, the thread is shown before the rest of its category.
 */
export async function findLinkedThread<Thread>(search: Search<Thread>): Promise<Thread | null> {
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
