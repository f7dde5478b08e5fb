import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import {
  deleteComment,
  getEchoScore,
  listCategories,
  listComments,
  postComment,
  voteOnComment,
  type CategoryId,
  type Comment,
} from '../../contract/discussions.ts'
import { changeBill } from '../bills/billCache.ts'
import { ApiError, ask, call, newActionKey, wordsOf } from '../kit/api.ts'
import { currentSession, dispatch } from '../kit/session.ts'
import { toast } from '../kit/ui/toast.ts'
import { forgetDraft } from '../kit/useDraft.ts'
import { useLostDeed, wasLost } from '../kit/useLostDeed.ts'
import { addReply, changeComment, temporaryPrefix } from './commentTree.ts'
import {
  changeThreads,
  dropComment,
  rereadThreads,
  settleComment,
  showNewThread,
  stopRereading,
  type Sort,
} from './threads.ts'

/** Where a comment goes; `shownUnder` is the comment it stands below, which at the last level is its sibling's parent. */
export type Place = {
  bill: Bill
  category_id: CategoryId
  /** The order in which the threads stand. */
  sort: Sort
  parent: Comment | null
  shownUnder: string | null
  /** The place of its draft. */
  draft: string
}

/** Shows the comment at once as "Posting"; the server's comment takes its place, or it goes again and says why. */
export function usePostComment({ bill, category_id, sort, parent, shownUnder, draft }: Place) {
  const cache = useQueryClient()
  const { bill_id } = bill
  const lost = useLostDeed()
  return useMutation({
    mutationFn: (content: string) =>
      lost.repeat(content, (actionKey) =>
        call(
          postComment,
          { id: bill_id, content, category_id, parent_comment_id: parent?.comment_id ?? null },
          { actionKey },
        ),
      ),
    onMutate: async (content) => {
      await stopRereading(cache, bill_id)
      const temporary = temporaryComment(bill, category_id, shownUnder, content)
      if (shownUnder) changeThreads(cache, bill_id, (threads) => addReply(threads, temporary))
      else showNewThread(cache, bill_id, temporary, sort)
      return { temporary }
    },
    onSuccess: ({ comment }, _content, { temporary }) => {
      settleComment(cache, bill_id, temporary.comment_id, comment)
      countComment(cache, bill_id, category_id, 1)
      forgetDraft(draft)
      dispatch({ type: 'increment_comment_count' })
      // The other orders of this category are read anew when they are chosen.
      void cache.invalidateQueries({
        queryKey: [listComments.path, { id: bill_id, category_id }],
        refetchType: 'none',
      })
    },
    onError: (error, _content, shown) => {
      if (shown) dropComment(cache, bill_id, shown.temporary)
      toast(`Failed to submit ${parent ? 'reply' : 'comment'}: ${wordsOf(error)}`, 'failure')
      // It may have arrived although no answer came back.
      if (wasLost(error)) void rereadThreads(cache, bill_id)
    },
  })
}

export function useVote(bill_id: string, comment: Comment) {
  const cache = useQueryClient()
  const { comment_id } = comment
  const lost = useLostDeed()
  return useMutation({
    // Pressed again where nothing seems to have happened it is the same deed still: a vote toggles.
    mutationFn: (vote_type: 'upvote' | 'downvote') =>
      lost.repeat(`${vote_type} after ${comment.user_vote}`, (actionKey) =>
        call(voteOnComment, { id: comment_id, vote_type }, { actionKey }),
      ),
    onSuccess: ({ votes }) => {
      changeThreads(cache, bill_id, (threads) =>
        changeComment(threads, comment_id, (held) => ({ ...held, ...votes })),
      )
      void cache.invalidateQueries({ queryKey: ask(getEchoScore, { id: bill_id }).queryKey })
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

/**
 * Deletes one's own comment and reads the discussion again: what else goes with it is the server's to say. Called with
 * what puts the focus elsewhere before the comment leaves the screen.
 */
export function useDeleteComment(bill_id: string, comment: Comment) {
  const cache = useQueryClient()
  const { comment_id, category_id } = comment
  return useMutation({
    mutationFn: (_leave: () => void) => call(deleteComment, { id: comment_id }),
    onSuccess: ({ deletion_type }, leave) => {
      leave()
      if (deletion_type === 'hard') dropComment(cache, bill_id, comment)
      countComment(cache, bill_id, category_id, -1)
      void rereadThreads(cache, bill_id)
      void cache.invalidateQueries({ queryKey: ask(getEchoScore, { id: bill_id }).queryKey })
    },
    onError: (error) => {
      toast(`Failed to delete comment: ${wordsOf(error)}`, 'failure')
      void rereadThreads(cache, bill_id)
    },
  })
}

function countComment(cache: QueryClient, id: string, category_id: CategoryId, step: 1 | -1) {
  const stepped = (count: number) => Math.max(0, count + step)
  // Whoever has a place of their own speaks from it.
  changeBill(cache, id, ({ discussion_count, local_count }) => ({
    discussion_count: stepped(discussion_count),
    local_count: local_count === null ? null : stepped(local_count),
  }))
  cache.setQueryData(ask(listCategories, { id }).queryKey, (held) =>
    held
      ? {
          ...held,
          categories: held.categories.map((category) =>
            category.category_id === category_id
              ? { ...category, comment_count: stepped(category.comment_count) }
              : category,
          ),
        }
      : held,
  )
}

function temporaryComment(
  bill: Bill,
  category_id: CategoryId,
  parent_comment_id: string | null,
  content: string,
): Comment {
  const { user } = currentSession()
  return {
    comment_id: temporaryPrefix + newActionKey(),
    parent_comment_id,
    category_id,
    content,
    username: user?.username ?? null,
    user_id: user?.userId ?? null,
    full_name: user?.fullName ?? null,
    is_verified: user?.emailVerified ?? false,
    created_at: new Date().toISOString(),
    upvotes: 0,
    downvotes: 0,
    user_vote: null,
    engagement_level: user?.engagement_level ?? null,
    user_stance: bill.user_stance,
    profile_picture_url: user?.profilePictureUrl ?? null,
    is_deleted: false,
    change_count: 0,
    reply_count: 0,
    replies: [],
  }
}
