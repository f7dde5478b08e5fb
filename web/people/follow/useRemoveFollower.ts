import { useMutation, useQueryClient } from '@tanstack/react-query'
import { t } from '#contract/kit/translate.ts'
import { listFollowers, removeFollower } from '#contract/people.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import { useSession } from '#web/kit/session/session.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { changeProfile } from '#web/people/profileQueries.ts'

/**
 * Removes one of the member's own followers, who is not notified. `onRemoved` is called even if the follower had already
 * unfollowed the member.
 */
export function useRemoveFollower(follower: { user_id: string; username: string }, onRemoved?: () => void) {
  const cache = useQueryClient()
  const { user } = useSession()
  function showRemoved() {
    changeProfile(cache, follower.user_id, () => ({ followsViewer: false }))
    onRemoved?.()
  }
  return useMutation({
    mutationFn: () => call(removeFollower, { id: follower.user_id }),
    onSuccess: ({ followerCount }) => {
      if (user) {
        changeProfile(cache, user.userId, () => ({ followerCount }))
      }
      changeProfile(cache, follower.user_id, ({ followingCount }) => ({
        followingCount: Math.max(0, followingCount - 1),
      }))
      // The list on the screen is not fetched again, because `onRemoved` removes the row and nothing else should move.
      void cache.invalidateQueries({ queryKey: [listFollowers.path], refetchType: 'none' })
      toast(t('@{username} no longer follows you', { username: follower.username }))
      showRemoved()
    },
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'not_your_follower') {
        showRemoved()
      } else {
        toast(messageOr(error, t('The follower could not be removed. Please try again.')), 'failure')
      }
    },
  })
}
