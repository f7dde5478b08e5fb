import { useEffect, useRef } from 'react'
import type { Comment } from '../../contract/discussions.ts'
import { countOf } from '../kit/format.ts'
import { announce } from '../kit/ui/toast.ts'

/** Loads what comes after these comments; then the first new one has the focus and their number is said. */
export function useShowMore(shown: readonly Comment[], one: string, many: string) {
  const shownBefore = useRef<number | null>(null)
  useEffect(() => {
    const before = shownBefore.current
    const first = before === null ? undefined : shown[before]
    if (before === null || !first) return
    shownBefore.current = null
    document.querySelector<HTMLElement>(`[data-comment="${first.comment_id}"]`)?.focus()
    announce(countOf(shown.length - before, `more ${one}`, `more ${many}`))
  }, [shown, one, many])
  return async (load: () => Promise<{ isError: boolean }>) => {
    shownBefore.current = shown.length
    // What comes later for another reason must not take the focus.
    if ((await load()).isError) shownBefore.current = null
  }
}
