import { useMutation, useQueryClient } from '@tanstack/react-query'
import { followGroup, type Group, unfollowGroup } from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { followStateFrom } from '#web/people/follow/followState.ts'
import { refetchProfiles } from '#web/people/profileQueries.ts'
import { cancelGroupReads, changeGroup, refetchAfterFollowing } from './groupCache.ts'

/**
 * Returns a function that follows or unfollows the group. The change is shown immediately and reverted if the call
 * fails. A second press before the response does nothing.
 */
export function useFollowGroup({ group_id, isFollowing, follower_count }: Group) {
  const cache = useQueryClient()
  const mutationKey = ['follow-group', group_id]
  const show = (change: Partial<Group>) => changeGroup(cache, group_id, () => change)
  const mutation = useMutation({
    mutationKey,
    mutationFn: (follow: boolean) => call(follow ? followGroup : unfollowGroup, { id: group_id }),
    onMutate: (follow) => {
      void cancelGroupReads(cache, group_id)
      const before = { isFollowing, follower_count }
      show({ isFollowing: follow, follower_count: Math.max(0, follower_count + (follow ? 1 : -1)) })
      return before
    },
    onSuccess: (response) => {
      show({ isFollowing: response.isFollowing, follower_count: response.follower_count })
      void refetchProfiles(cache)
      refetchAfterFollowing(cache, group_id)
    },
    onError: (error, _follow, before) => {
      const actual = followStateFrom(error, 'already_following_group', 'not_following_group')
      if (before) {
        show({ ...before, isFollowing: actual ?? before.isFollowing })
      }
      if (actual === null) {
        toast(t('Failed to update follow status: {reason}', { reason: messageOf(error) }), 'failure')
      }
    },
  })
  return () => {
    if (cache.isMutating({ mutationKey }) === 0) {
      mutation.mutate(!isFollowing)
    }
  }
}
