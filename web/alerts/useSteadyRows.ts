import { useState } from 'react'

/** What the list needs to know about a row: its id, a value that changes when something new happened, and whether it is read. */
type Describe<Row> = (row: Row) => { id: string; version: string; isRead: boolean }

/**
 * Returns the rows as they were when the list was opened so that they do not move while somebody reads, with the current state
 * of each row that is still in the list, and the number of unread rows that came or changed since then. `showAll` shows those
 * too.
 */
export function useSteadyRows<Row>(current: readonly Row[] | undefined, describe: Describe<Row>) {
  const [opened, setOpened] = useState<readonly Row[] | null>(null)
  if (opened === null && current) setOpened(current)
  const shown = opened ?? current ?? []
  const openedById = new Map(shown.map((row) => [describe(row).id, row]))
  const currentById = new Map(current?.map((row) => [describe(row).id, row]))
  const isNew = (row: Row) => {
    const { id, version, isRead } = describe(row)
    const before = openedById.get(id)
    return !isRead && (before === undefined || describe(before).version !== version)
  }
  return {
    rows: shown.map((row) => currentById.get(describe(row).id) ?? row),
    newCount: current?.filter(isNew).length ?? 0,
    showAll: () => setOpened(current ?? []),
  }
}
