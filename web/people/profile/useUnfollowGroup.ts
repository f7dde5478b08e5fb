import { useMutation, useQueryClient } from '@tanstack/react-query'
import { unfollowGroup } from '#contract/groups.ts'
import { refetchAfterFollowing, changeGroup } from '#web/groups/groupCache.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { changeProfile } from '#web/people/profileQueries.ts'

/** Unfollows a group. A failure calls `onFailure` with the message to show. */
export function useUnfollowGroup(userId: string, onFailure: (message: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (group_id: string) => call(unfollowGroup, { id: group_id }),
    onSuccess: ({ isFollowing, follower_count }, group_id) => {
      changeProfile(cache, userId, (profile) => ({
        followedGroups: profile.followedGroups.filter((group) => group.group_id !== group_id),
      }))
      changeGroup(cache, group_id, () => ({ isFollowing, follower_count }))
      refetchAfterFollowing(cache, group_id)
    },
    onError: (error) => onFailure(`Failed to unfollow group: ${messageOf(error)}`),
  })
}
