import { useSyncExternalStore } from 'react'
import { threadSorts } from '#contract/discussions.ts'
import { readItem, writeItem } from '#web/kit/browserStorage.ts'

export type Sort = (typeof threadSorts)[number]

/** The selected order applies to all discussions until the tab is closed. Null until the member has selected one. */
const storageKey = 'discussion-sort'
const listeners = new Set<() => void>()

function storedSort(): Sort | null {
  const value = readItem('session', storageKey)
  return threadSorts.find((sort) => sort === value) ?? null
}

export function chooseSort(sort: Sort) {
  writeItem('session', storageKey, sort)
  for (const listener of listeners) listener()
}

/** Returns the selected order, or null. */
export function useChosenSort(): Sort | null {
  return useSyncExternalStore((onChange) => {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }, storedSort)
}
