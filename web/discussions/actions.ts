import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Bill } from '#contract/bills/bills.ts'
import { getEchoScore, listMindChanges, voteOnComment, type Comment } from '#contract/discussions.ts'
import { t } from '#contract/kit/translate.ts'
import type { Stance } from '#contract/stances.ts'
import { useTakeStance } from '#web/bills/actions.ts'
import { changeComment } from '#web/comments/commentTree.ts'
import { changeThreads, refetchThreads } from '#web/comments/threads.ts'
import { ApiError, queryFor, call } from '#web/kit/api/api.ts'
import { useIdempotentRetry } from '#web/kit/api/useIdempotentRetry.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { commentsOf } from './threads.ts'

export function useVote(bill_id: string, comment: Comment) {
  const cache = useQueryClient()
  const { comment_id } = comment
  const retry = useIdempotentRetry()
  return useMutation({
    // The same call adds and removes a vote, so a retry after a lost response must have the idempotency key of the first
    // try.
    mutationFn: (vote_type: 'upvote' | 'downvote') =>
      retry.send(`${vote_type} after ${comment.user_vote}`, (idempotencyKey) =>
        call(voteOnComment, { id: comment_id, vote_type }, { idempotencyKey }),
      ),
    onSuccess: ({ votes }) => {
      changeThreads<Comment>(cache, commentsOf(bill_id), (threads) =>
        changeComment(threads, comment_id, (current) => ({ ...current, ...votes })),
      )
      void cache.invalidateQueries({ queryKey: queryFor(getEchoScore, { id: bill_id }).queryKey })
    },
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverText : null
      toast(
        reason
          ? t('Failed to record vote: {reason}', { reason })
          : t('Failed to record vote. Please try again.'),
        'failure',
      )
      // The comment may have been deleted, or the vote may have been counted although the response was lost.
      void refetchThreads(cache, commentsOf(bill_id))
    },
  })
}

/** Takes a new stance and credits this comment for it. The credit is shown after the server has recorded it. */
export function useMindChange(bill: Bill, comment: Comment) {
  const cache = useQueryClient()
  const stanceMutation = useTakeStance(bill)
  const { comment_id } = comment
  return useMutation({
    mutationFn: (stance: Stance) =>
      stanceMutation.mutateAsync({ stance, change_source: 'comment', comment_id }),
    onSuccess: () => {
      changeThreads<Comment>(cache, commentsOf(bill.bill_id), (threads) =>
        changeComment(threads, comment_id, (current) =>
          current.changed_my_mind
            ? current
            : {
                ...current,
                changed_my_mind: true,
                asks_about_change: true,
                change_count: current.change_count + 1,
              },
        ),
      )
      void refetchThreads(cache, commentsOf(bill.bill_id))
      void cache.invalidateQueries({ queryKey: [listMindChanges.path, { id: bill.bill_id }] })
    },
  })
}
