/** R89: upper bounds. Loading is waited for this long before the search begins, and this long per category. */
export const searchStartsAfter = 1_500
export const categoryWait = 1_000

/** How long the found comment glows, and when the address forgets what it pointed at. */
export const glowTime = 4_000

type Search<C> = {
  categories: readonly C[]
  /** Settles once the discussion is on the screen. */
  discussionLoaded: Promise<unknown>
  /** Whether the comment stands in a category; loads the category when it has to. */
  holds: (category: C) => Promise<boolean>
  wait?: (milliseconds: number) => Promise<void>
}

/**
 * The category that holds a comment, or null. Each is tried in turn; one that has not loaded within a second, or could
 * not be loaded, is passed over and tried once more at the end, then with all the time it needs.
 */
export async function categoryOfComment<C>(search: Search<C>): Promise<C | null> {
  const wait = search.wait ?? pause
  await Promise.race([search.discussionLoaded.catch(() => null), wait(searchStartsAfter)])

  const passedOver: C[] = []
  for (const category of search.categories) {
    const answer = search.holds(category).catch(() => 'unknown' as const)
    const found = await Promise.race([answer, wait(categoryWait).then(() => 'unknown' as const)])
    if (found === true) return category
    if (found === 'unknown') passedOver.push(category)
  }
  for (const category of passedOver) {
    if (await search.holds(category).catch(() => false)) return category
  }
  return null
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
