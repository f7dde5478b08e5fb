import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import { getEchoScore, voteOnComment, type Comment } from '../../contract/discussions.ts'
import type { Stance } from '../../contract/stances.ts'
import { useTakeStance } from '../bills/actions.ts'
import { changeComment } from '../comments/commentTree.ts'
import { ApiError, queryFor, call } from '../kit/api/api.ts'
import { useIdempotentRetry } from '../kit/api/useIdempotentRetry.ts'
import { toast } from '../kit/ui/overlays/toast.ts'
import { changeThreads, rereadThreads } from './threads.ts'

export function useVote(bill_id: string, comment: Comment) {
  const cache = useQueryClient()
  const { comment_id } = comment
  const lost = useIdempotentRetry()
  return useMutation({
    // Pressed again where nothing seems to have happened it is the same deed still: a vote toggles.
    mutationFn: (vote_type: 'upvote' | 'downvote') =>
      lost.repeat(`${vote_type} after ${comment.user_vote}`, (idempotencyKey) =>
        call(voteOnComment, { id: comment_id, vote_type }, { idempotencyKey }),
      ),
    onSuccess: ({ votes }) => {
      changeThreads(cache, bill_id, (threads) =>
        changeComment(threads, comment_id, (held) => ({ ...held, ...votes })),
      )
      void cache.invalidateQueries({ queryKey: queryFor(getEchoScore, { id: bill_id }).queryKey })
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverText : null
      toast(
        reason ? `Failed to record vote: ${reason}` : 'Failed to record vote. Please try again.',
        'failure',
      )
      // Deleted meanwhile, or counted although no answer came back: the screen returns to the truth.
      void rereadThreads(cache, bill_id)
    },
  })
}

/** A new stance that this comment brought about; the comment shows the credit as soon as the server has recorded it. */
export function useMindChange(bill: Bill, comment: Comment) {
  const cache = useQueryClient()
  const taking = useTakeStance(bill)
  const { comment_id } = comment
  return useMutation({
    mutationFn: (stance: Stance) => taking.mutateAsync({ stance, change_source: 'comment', comment_id }),
    onSuccess: () => {
      changeThreads(cache, bill.bill_id, (threads) =>
        changeComment(threads, comment_id, (shown) =>
          shown.changed_my_mind
            ? shown
            : { ...shown, changed_my_mind: true, change_count: shown.change_count + 1 },
        ),
      )
      void rereadThreads(cache, bill.bill_id)
    },
  })
}
