import { useSyncExternalStore } from 'react'
import { threadSorts } from '../../../contract/discussions.ts'

export type Sort = (typeof threadSorts)[number]

/** The order someone chose holds for every discussion until they close the tab. */
const kept = 'discussion-sort'
const listeners = new Set<() => void>()

function chosen(): Sort {
  const word = sessionStorage.getItem(kept)
  return threadSorts.find((sort) => sort === word) ?? 'oldest'
}

export function chooseSort(sort: Sort) {
  sessionStorage.setItem(kept, sort)
  for (const listener of listeners) listener()
}

export function useSort(): Sort {
  return useSyncExternalStore((onChange) => {
    listeners.add(onChange)
    return () => listeners.delete(onChange)
  }, chosen)
}
