import { useQuery } from '@tanstack/react-query'
import { listBothSides, type Comment, type SideComment } from '#contract/discussions.ts'
import { findInThreads } from '#web/comments/commentTree.ts'
import type { CommentFacts } from '#web/comments/discussion.ts'
import { threadOf } from '#web/comments/threads.ts'
import { billThreads } from '#web/discussions/threads.ts'
import { queryFor } from '#web/kit/api/api.ts'

export type Side = SideComment['side']

/** A comment, with whether the viewer muted its author. */
export type ShownComment = Comment & Pick<CommentFacts, 'muted'>

/** Returns the comments of each side that the other side liked most. */
export function useBothSides(bill_id: string) {
  return useQuery({ ...queryFor(listBothSides, { id: bill_id }), staleTime: 60_000 })
}

/** Returns a comment with the thread that contains it. Undefined while it loads, and if it no longer exists. */
export function useSideComment(bill_id: string, comment_id: string | undefined): ShownComment | undefined {
  const source = billThreads(bill_id, 'all', 'oldest')
  const query = useQuery({
    ...threadOf(source, comment_id ?? ''),
    enabled: comment_id !== undefined,
    refetchOnWindowFocus: false,
  })
  if (comment_id === undefined || !query.data) return undefined
  return findInThreads([query.data.thread], comment_id) ?? undefined
}
