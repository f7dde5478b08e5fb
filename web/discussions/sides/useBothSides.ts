import { useQuery } from '@tanstack/react-query'
import { listBothSides, minOtherSideVotes, type Comment, type SideComment } from '#contract/discussions.ts'
import { findInThreads } from '#web/comments/commentTree.ts'
import type { CommentFacts } from '#web/comments/discussion.ts'
import type { Parent } from '#web/comments/ParentLine.tsx'
import { isMissing, threadOf } from '#web/comments/threads.ts'
import { type Sort, useChosenSort } from '#web/discussions/sort/sortChoice.ts'
import { billThreads } from '#web/discussions/threads.ts'
import { queryFor } from '#web/kit/api/api.ts'

export type Side = SideComment['side']

/** A comment, with whether the viewer muted its author, and the comment that it replies to if the viewer sees that one. */
export type ShownComment = Comment & Pick<CommentFacts, 'muted'> & { parent: Parent | null }

/** Returns the comments of each side that the other side liked most. */
export function useBothSides(bill_id: string) {
  return useQuery({ ...queryFor(listBothSides, { id: bill_id }), staleTime: 60_000 })
}

/**
 * Returns the order in which a discussion begins, or null while it is not known and the member has chosen none. Common ground comes first once somebody has voted
 * across sides. Before that, this order would only turn the conversation around.
 */
export function useFirstSort(bill_id: string): Sort | null {
  const { data, isPending } = useBothSides(bill_id)
  const chosen = useChosenSort()
  if (isPending) return chosen
  return data?.comments.some(({ votes }) => votes >= minOtherSideVotes) ? 'agreed' : 'oldest'
}

/** Returns a comment with the thread that contains it. Undefined while it loads, and if it no longer exists. */
export function useSideComment(bill_id: string, comment_id: string | undefined): ShownComment | undefined {
  const source = billThreads(bill_id, 'all', 'oldest')
  const query = useQuery({
    ...threadOf(source, comment_id ?? ''),
    enabled: comment_id !== undefined,
    refetchOnWindowFocus: false,
  })
  if (comment_id === undefined || !query.data || isMissing(query.error)) return undefined
  const threads = [query.data.thread]
  const comment = findInThreads(threads, comment_id)
  return comment ? { ...comment, parent: parentIn(threads, comment) } : undefined
}

function parentIn(threads: readonly Comment[], { parent_comment_id }: Comment): Parent | null {
  const parent: (Comment & Pick<CommentFacts, 'muted'>) | null = parent_comment_id
    ? findInThreads(threads, parent_comment_id)
    : null
  return parent && !parent.is_deleted && !parent.muted ? parent : null
}
