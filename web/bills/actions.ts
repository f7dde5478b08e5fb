import { useMutation, useQueryClient } from '@tanstack/react-query'
import {
  addBookmark,
  followTopic,
  listBookmarks,
  listFollowedTopics,
  listTopics,
  removeBookmark,
  takeStance,
  unfollowTopic,
  type Bill,
} from '../../contract/bills.ts'
import { getEchoScore, listComments } from '../../contract/discussions.ts'
import type { InputOf } from '../../contract/kit/endpoint.ts'
import { topicKey } from '../../contract/rules/topics.ts'
import { ApiError, queryFor, call, messageOf } from '../kit/api/api.ts'
import { dispatch } from '../kit/session/session.ts'
import { billPagesKey, changeBill, rereadBill } from './billCache.ts'
import { countsAfter } from './stance/stanceWords.ts'

type Choice = Omit<InputOf<typeof takeStance>, 'id'>

/** Shown at once and taken back when it fails; the words of a failure belong to whoever asked (R81). */
export function useTakeStance(bill: Bill) {
  const cache = useQueryClient()
  const { bill_id } = bill
  return useMutation({
    mutationFn: (choice: Choice) => call(takeStance, { id: bill_id, ...choice }),
    onMutate: ({ stance }) => {
      changeBill(cache, bill_id, (held) => ({
        user_stance: stance,
        ...countsAfter(held, held.user_stance, stance),
      }))
      return { before: bill.user_stance }
    },
    onError: (error, { stance }, shown) => {
      changeBill(cache, bill_id, (held) => ({
        ...(shown?.before
          ? countsAfter(held, stance, shown.before)
          : { [`${stance}_count`]: Math.max(0, held[`${stance}_count`] - 1) }),
        user_stance: shown?.before ?? null,
      }))
      // It may have been taken although no answer came back: the screen returns to the truth.
      if (error instanceof ApiError && !error.answered) void rereadBill(cache, bill_id)
    },
    onSuccess: (answer) => {
      changeBill(cache, bill_id, () => ({ user_stance: answer.stance.stance, ...answer.counts }))
      if (answer.is_new) dispatch({ type: 'increment_stance_count' })
      // A commenter's stance tag and a comment's change count stand in the comments.
      void cache.invalidateQueries({ queryKey: [listComments.path, { id: bill_id }] })
      void cache.invalidateQueries({ queryKey: queryFor(getEchoScore, { id: bill_id }).queryKey })
    },
  })
}

/**
 * Toggles the bookmark; `onFailure` gets the exact words to show. Who presses again before the answer is there is heard
 * too: the calls go one after the other.
 */
export function useBookmark(bill: Bill, onFailure: (words: string) => void) {
  const cache = useQueryClient()
  const { bill_id } = bill
  const mutationKey = ['bookmark', bill_id]
  return useMutation({
    mutationKey,
    scope: { id: `bookmark ${bill_id}` },
    mutationFn: (isBookmarked: boolean) => call(isBookmarked ? addBookmark : removeBookmark, { id: bill_id }),
    onMutate: (isBookmarked) => changeBill(cache, bill_id, () => ({ is_bookmarked: isBookmarked })),
    onError: (error, isBookmarked) => {
      changeBill(cache, bill_id, () => ({ is_bookmarked: !isBookmarked }))
      onFailure(`${isBookmarked ? 'Failed to bookmark' : 'Failed to remove bookmark'}: ${messageOf(error)}`)
    },
    onSuccess: ({ bookmarked }) => {
      // A page that was on its way meanwhile may have brought the bill as it was before.
      const isLast = cache.isMutating({ mutationKey }) === 1
      if (isLast) changeBill(cache, bill_id, () => ({ is_bookmarked: bookmarked }))
      void cache.invalidateQueries({ queryKey: [listBookmarks.path] })
      // Bookmarks-only lists are asked for again when they are next opened; what is on the screen stays where it is.
      void cache.invalidateQueries({
        queryKey: [...billPagesKey, { bookmarked: 'true' }],
        refetchType: 'none',
      })
    },
  })
}

export function useFollowTopic(onFailure: (words: string) => void) {
  const cache = useQueryClient()
  const show = (topic: string, is_following: boolean) =>
    cache.setQueryData(queryFor(listTopics, {}).queryKey, (held) =>
      held
        ? {
            ...held,
            topics: held.topics.map((one) =>
              topicKey(one.topic) === topicKey(topic) ? { ...one, is_following } : one,
            ),
          }
        : held,
    )
  return useMutation({
    // Several topics may be pressed one after the other, faster than the answers come.
    scope: { id: 'follow topic' },
    mutationFn: ({ topic, is_following }: { topic: string; is_following: boolean }) =>
      call(is_following ? followTopic : unfollowTopic, { topic }),
    onMutate: ({ topic, is_following }) => show(topic, is_following),
    onError: (error, { topic, is_following }) => {
      show(topic, !is_following)
      onFailure(
        `${is_following ? 'Failed to follow topic' : 'Failed to unfollow topic'}: ${messageOf(error)}`,
      )
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: [listFollowedTopics.path] })
      // Followed topics lead from the next time the lists are asked for; cards on the screen stay in their places.
      void cache.invalidateQueries({ queryKey: billPagesKey, refetchType: 'none' })
    },
  })
}
