import { useEffect, useRef } from 'react'
import { pluralize } from '../kit/format.ts'
import { announce } from '../kit/ui/overlays/toast.ts'

type Item = { comment_id: string }
type Loaded = { data?: { pages: readonly { comments: readonly Item[] }[] } | undefined }

/** Loads what comes after these comments; then the first new one has the focus and their number is announced. */
export function useShowMore(shown: readonly Item[], one: string, many: string) {
  const shownBefore = useRef<number | null>(null)
  useEffect(() => {
    const before = shownBefore.current
    const first = before === null ? undefined : shown[before]
    if (before === null || !first) return
    shownBefore.current = null
    document.querySelector<HTMLElement>(`[data-comment="${first.comment_id}"]`)?.focus()
    announce(pluralize(shown.length - before, `more ${one}`, `more ${many}`))
  }, [shown, one, many])
  return async (load: () => Promise<Loaded>) => {
    shownBefore.current = shown.length
    const { data } = await load()
    const loaded = data?.pages.flatMap((page) => page.comments) ?? []
    const isMore = loaded.some(({ comment_id }) => !shown.some((one) => one.comment_id === comment_id))
    // After a load that failed, was canceled or brought nothing new, what comes later must not take the focus.
    if (!isMore) shownBefore.current = null
  }
}
