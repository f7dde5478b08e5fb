/** How an infinite query reads a list by cursors: the first page has none, and each page contains the one to the next. */
export const byCursor = {
  initialPageParam: firstPage(),
  getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined,
}

function firstPage(): string | undefined {
  return undefined
}
