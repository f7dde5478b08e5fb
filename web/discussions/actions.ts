import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Bill } from '../../contract/bills.ts'
import {
  deleteComment,
  listCategories,
  listComments,
  postComment,
  voteOnComment,
  type CategoryId,
  type Comment,
} from '../../contract/discussions.ts'
import { changeBill } from '../bills/billCache.ts'
import { ApiError, ask, call, newActionKey, wordsOf } from '../kit/api.ts'
import { saveDraft } from '../kit/drafts.ts'
import { currentSession, dispatch } from '../kit/session.ts'
import { toast } from '../kit/ui/toast.ts'
import { addComment, changeComment, removeComment, temporaryPrefix } from './commentTree.ts'

/** Where a comment goes; `shownUnder` is the comment it stands below, which at the last level is its sibling's parent. */
export type Place = {
  bill: Bill
  category_id: CategoryId
  parent: Comment | null
  shownUnder: string | null
  /** The place of its draft. */
  draft: string
}

/** Shows the comment at once as "Posting"; the server's comment takes its place, or it goes again and says why. */
export function usePostComment({ bill, category_id, parent, shownUnder, draft }: Place) {
  const cache = useQueryClient()
  const { bill_id } = bill
  return useMutation({
    mutationFn: (content: string) =>
      call(postComment, {
        id: bill_id,
        content,
        category_id,
        parent_comment_id: parent?.comment_id ?? null,
      }),
    onMutate: (content) => {
      const temporary = temporaryComment(bill, category_id, shownUnder, content)
      changeThreads(cache, bill_id, category_id, (threads) => addComment(threads, temporary))
      return { temporary }
    },
    onSuccess: ({ comment }, _content, { temporary }) => {
      changeThreads(cache, bill_id, category_id, (threads) =>
        addComment(removeComment(threads, temporary.comment_id), comment),
      )
      countComments(cache, bill_id, category_id, 1)
      saveDraft(currentSession().user?.userId ?? 'visitor', draft, '')
      dispatch({ type: 'increment_comment_count' })
    },
    onError: (error, _content, shown) => {
      changeThreads(cache, bill_id, category_id, (threads) =>
        removeComment(threads, shown?.temporary.comment_id ?? ''),
      )
      toast(`Failed to submit ${parent ? 'reply' : 'comment'}: ${wordsOf(error)}`, 'failure')
    },
  })
}

export function useVote(bill_id: string, comment: Comment) {
  const cache = useQueryClient()
  const { comment_id, category_id } = comment
  return useMutation({
    mutationFn: (vote_type: 'upvote' | 'downvote') => call(voteOnComment, { id: comment_id, vote_type }),
    onSuccess: ({ votes }) =>
      changeThreads(cache, bill_id, category_id, (threads) =>
        changeComment(threads, comment_id, (held) => ({ ...held, ...votes })),
      ),
    onError: (error) => {
      const reason = error instanceof ApiError ? error.serverText : null
      toast(
        reason ? `Failed to record vote: ${reason}` : 'Failed to record vote. Please try again.',
        'failure',
      )
    },
  })
}

/** Deletes one's own comment and reads the thread again: whether it leaves a trace is the server's to say. */
export function useDeleteComment(bill_id: string, comment: Comment, onDeleted: () => void) {
  const cache = useQueryClient()
  const { comment_id, category_id } = comment
  return useMutation({
    mutationFn: () => call(deleteComment, { id: comment_id }),
    onSuccess: () => {
      onDeleted()
      countComments(cache, bill_id, category_id, -1)
      void cache.invalidateQueries({ queryKey: [listComments.path, { id: bill_id }] })
    },
    onError: (error) => toast(`Failed to delete comment: ${wordsOf(error)}`, 'failure'),
  })
}

function changeThreads(
  cache: QueryClient,
  id: string,
  category_id: CategoryId,
  change: (threads: readonly Comment[]) => Comment[],
) {
  cache.setQueryData(ask(listComments, { id, category_id }).queryKey, (held) =>
    held ? { ...held, comments: change(held.comments) } : held,
  )
}

function countComments(cache: QueryClient, id: string, category_id: CategoryId, step: 1 | -1) {
  changeBill(cache, id, (bill) => ({ discussion_count: Math.max(0, bill.discussion_count + step) }))
  cache.setQueryData(ask(listCategories, { id }).queryKey, (held) =>
    held
      ? {
          ...held,
          categories: held.categories.map((category) =>
            category.category_id === category_id
              ? { ...category, comment_count: Math.max(0, category.comment_count + step) }
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
