/** How an infinite query reads a list by cursors: the first page has none, and each page contains the one to the next. */
export const byCursor = {
  initialPageParam: firstPage(),
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

function firstPage(): string | undefined {
  return undefined
}

/**
 * The items of all pages, for lists whose order changes under the reader: bills by activity or relevance, comments by
 * agreement, and groups, which change their section when they are followed. An item that has moved down since its page was
 * read is also in a later page, and keeps its first position here. Lists by time or name need no such check, because their
 * order does not change.
 */
export function withoutMoved<Item>(items: readonly Item[], idOf: (item: Item) => string): Item[] {
  const ids = new Set<string>()
  return items.filter((item) => {
    const isNew = !ids.has(idOf(item))
    ids.add(idOf(item))
    return isNew
  })
}
