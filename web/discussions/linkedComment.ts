/**
 * R89: upper bounds. Loading is waited for this long before the linked comment is looked for, and this long for the
 * category that it turns out to stand in.
 */
const searchStartsAfter = 1_500
const categoryWait = 1_000

/** How long the found comment glows. */
export const glowTime = 4_000

type Search<Found> = {
  /** Settles once the discussion is on the screen. */
  discussionLoaded: Promise<unknown>
  /** The thread of the comment, from whatever category and depth; rejects when there is none. */
  find: () => Promise<Found>
  /** Opens its category; settles once that is on the screen. */
  openCategory: (found: Found) => Promise<unknown>
}

/**
 * The thread of a linked comment, or null. One question finds it in all four categories. Nothing slow is waited for
 * longer than the bounds: the thread then stands there before the rest of its category does.
 */
export async function searchLinked<Found>(search: Search<Found>): Promise<Found | null> {
  await atMost(searchStartsAfter, search.discussionLoaded)
  try {
    const found = await search.find()
    await atMost(categoryWait, search.openCategory(found))
    return found
  } catch {
    return null
  }
}

async function atMost(milliseconds: number, done: Promise<unknown>): Promise<void> {
  const settled = done.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, new Promise<void>((resolve) => setTimeout(resolve, milliseconds))])
}
