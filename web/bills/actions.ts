import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { listFollows, listUpdates } from '#contract/alerts.ts'
import {
  addBookmark,
  confirmStance,
  followTopic,
  getBill,
  listBookmarks,
  listTopics,
  removeBookmark,
  takeStance,
  unfollowTopic,
  type Bill,
} from '#contract/bills/bills.ts'
import type { getEchoScore, listBothSides, listComments } from '#contract/discussions.ts'
import type { InputOf } from '#contract/kit/endpoint.ts'
import { t } from '#contract/kit/translate.ts'
import { topicKey } from '#contract/topics.ts'
import { ApiError, queryFor, call, messageOf } from '#web/kit/api/api.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { billPagesKey, changeBill, changeOpenBill, refetchBill } from './billCache.ts'
import { reportToOtherTabs } from './otherTabs.ts'
import { countsAfterStance } from './stance/stanceLabels.ts'
import { setTakenStance } from './stance/takenStance.ts'

// Only the types are imported, because the feed would load the rules of discussions and alerts.
const comments: (typeof listComments)['path'] = '/api/bills/:id/comments'
const bothSides: (typeof listBothSides)['path'] = '/api/bills/:id/both-sides'
const echoScore: (typeof getEchoScore)['path'] = '/api/bills/:id/echo-score'
const follows: (typeof listFollows)['path'] = '/api/follows'
const updates: (typeof listUpdates)['path'] = '/api/updates'

type Choice = Omit<InputOf<typeof takeStance>, 'id'> & {
  /** The key of a call that the page has sent already (stance/earlyStance.ts). */
  idempotencyKey?: string
}

/**
 * Shows the stance immediately and reverts it when the call fails. The component that took the stance shows the error.
 */
export function useTakeStance(bill: Bill) {
  const cache = useQueryClient()
  const { bill_id } = bill
  return useMutation({
    mutationFn: ({ idempotencyKey, ...choice }: Choice) =>
      call(takeStance, { id: bill_id, ...choice }, { idempotencyKey }),
    onMutate: ({ stance }) => {
      changeBill(cache, bill_id, (current) => ({
        user_stance: stance,
        ...countsAfterStance(current, current.user_stance, stance),
      }))
      return { previousStance: bill.user_stance }
    },
    onError: (error, { stance }, context) => {
      changeBill(cache, bill_id, (current) => ({
        ...(context?.previousStance
          ? countsAfterStance(current, stance, context.previousStance)
          : { [`${stance}_count`]: Math.max(0, current[`${stance}_count`] - 1) }),
        user_stance: context?.previousStance ?? null,
      }))
      // Without a response the stance may still have been saved, so the screen is updated from the server.
      if (error instanceof ApiError && !error.hasResponse) {
        void refetchBill(cache, bill_id)
      }
    },
    onSuccess: (response, { change_source }) => {
      // A member who credits a comment has just said why, and an open moment is about the stance before.
      setTakenStance(bill_id, change_source === 'comment' ? null : response.stance.stance)
      changeBill(cache, bill_id, () => ({ user_stance: response.stance.stance, ...response.counts }))
      changeOpenBill(cache, bill_id, {
        current_version_counts: response.current_version_counts,
        ...(response.changed ? { user_stance_is_outdated: false } : {}),
      })
      reportToOtherTabs(bill_id)
      if (response.is_new) {
        dispatch({ type: 'increment_stance_count' })
      }
      // Comments show the stance of their author and how many minds they changed, and stand on the side of their author.
      for (const path of [comments, bothSides, echoScore]) {
        void cache.invalidateQueries({ queryKey: [path, { id: bill_id }] })
      }
    },
  })
}

/** Confirms that the member's stance also applies to the version with this number. */
export function useConfirmStance(bill_id: string) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (version_no: number) => call(confirmStance, { id: bill_id, version_no }),
    onSuccess: ({ current_version_counts }) => {
      announce(t('Your stance now counts on this version too.'))
      changeOpenBill(cache, bill_id, { current_version_counts, user_stance_is_outdated: false })
    },
    // The call fails if a newer version has been published in the meantime.
    onError: () => void cache.invalidateQueries({ queryKey: queryFor(getBill, { id: bill_id }).queryKey }),
  })
}

/**
 * Adds or removes the bookmark. `onFailure` receives the message to show. The calls run one after the other, so a
 * second press before the first response is not lost.
 */
export function useBookmark(bill: Bill, onFailure: (message: string) => void) {
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
      onFailure(
        isBookmarked
          ? t('Failed to bookmark: {reason}', { reason: messageOf(error) })
          : t('Failed to remove bookmark: {reason}', { reason: messageOf(error) }),
      )
    },
    onSuccess: ({ bookmarked }) => {
      // A page requested before the change may have restored the old state of the bill.
      const isLast = cache.isMutating({ mutationKey }) === 1
      if (isLast) {
        changeBill(cache, bill_id, () => ({ is_bookmarked: bookmarked }))
      }
      reportToOtherTabs(bill_id)
      void cache.invalidateQueries({ queryKey: [listBookmarks.path] })
      // Bookmarks-only lists are fetched again when they are next opened so that cards on the screen do not move.
      void cache.invalidateQueries({
        queryKey: [...billPagesKey, { bookmarked: 'true' }],
        refetchType: 'none',
      })
    },
  })
}

export function useFollowTopic(onFailure: (message: string) => void) {
  const cache = useQueryClient()
  const setFollowing = (topic: string, is_following: boolean) =>
    cache.setQueryData(queryFor(listTopics, {}).queryKey, (data) =>
      data
        ? {
            ...data,
            topics: data.topics.map((listed) =>
              topicKey(listed.topic) === topicKey(topic) ? { ...listed, is_following } : listed,
            ),
          }
        : data,
    )
  return useMutation({
    // A member may press several topics faster than the server answers, so the calls run one after the other.
    scope: { id: 'follow topic' },
    mutationFn: ({ topic, is_following }: { topic: string; is_following: boolean }) =>
      call(is_following ? followTopic : unfollowTopic, { topic }),
    onMutate: ({ topic, is_following }) => setFollowing(topic, is_following),
    onError: (error, { topic, is_following }) => {
      setFollowing(topic, !is_following)
      onFailure(
        is_following
          ? t('Failed to follow topic: {reason}', { reason: messageOf(error) })
          : t('Failed to unfollow topic: {reason}', { reason: messageOf(error) }),
      )
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: [follows] })
      void cache.invalidateQueries({ queryKey: [updates] })
      // Lists are fetched again only when they are next opened so that cards on the screen do not move.
      void cache.invalidateQueries({ queryKey: billPagesKey, refetchType: 'none' })
    },
  })
}
