import { useEffect, useRef } from 'react'
import { plural } from '#contract/kit/translate.ts'
import { announce } from '#web/kit/ui/overlays/toast.ts'

type Item = { comment_id: string }
type LoadResult = { data?: { pages: readonly { comments: readonly Item[] }[] } | undefined }

/**
 * Loads the next comments, then moves the focus to the first new one and announces how many were added. `forms` are those of
 * `plural`.
 */
export function useShowMore(shown: readonly Item[], forms: string) {
  const countBefore = useRef<number | null>(null)
  useEffect(() => {
    const before = countBefore.current
    const first = before === null ? undefined : shown[before]
    if (before === null || !first) return
    countBefore.current = null
    document.querySelector<HTMLElement>(`[data-comment="${first.comment_id}"]`)?.focus()
    announce(plural(shown.length - before, forms))
  }, [shown, forms])
  return async (load: () => Promise<LoadResult>) => {
    countBefore.current = shown.length
    const { data } = await load()
    const loaded = data?.pages.flatMap((page) => page.comments) ?? []
    const hasNew = loaded.some(
      ({ comment_id }) => !shown.some((comment) => comment.comment_id === comment_id),
    )
    // If nothing new was loaded, comments that arrive later must not take the focus.
    if (!hasNew) countBefore.current = null
  }
}
