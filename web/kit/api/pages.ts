/** Options of an infinite query that pages by cursor. The first page has no cursor, and each page names the next cursor. */
export const byCursor = {
  initialPageParam: firstPage(),
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

function firstPage(): string | undefined {
  return undefined
}

/**
 * Returns the items of all pages without duplicates. An item that moved down the list after its page was read appears in
 * a later page again, and keeps its first position here. This happens in lists whose order changes while they are read:
 * bills by activity or relevance, comments by bridging score, and groups, which move when a member follows them. It also happens
 * in lists that page by offset, because a new item at the top moves all others down. Lists that page by cursor in the order of time
 * or name do not need this, because their order does not change.
 */
export function withoutDuplicates<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const ids = new Set<string>()
  return items.filter((item) => {
    const isNew = !ids.has(idOf(item))
    ids.add(idOf(item))
    return isNew
  })
}
