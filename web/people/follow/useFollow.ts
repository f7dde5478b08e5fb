import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { followUser, listFollowers, listFollowing, unfollowUser } from '#contract/people.ts'
import { ApiError, call } from '#web/kit/api/api.ts'
import { changeProfile, refetchProfiles, stopProfileReads } from '#web/people/profileQueries.ts'
import { followStateFrom } from './followState.ts'

/**
 * Follows or unfollows a member. The profile changes at once, and a failure undoes the change. A press during the request
 * does nothing.
 */
export function useFollow(profile: Profile, onFailure: (message: string) => void) {
  const cache = useQueryClient()
  const { userId, isFollowing, followerCount } = profile
  const mutationKey = ['follow', userId]
  const show = (change: Partial<Profile>) => changeProfile(cache, userId, () => change)
  const mutation = useMutation({
    mutationKey,
    mutationFn: (follow: boolean) => call(follow ? followUser : unfollowUser, { id: userId }),
    onMutate: (follow) => {
      void stopProfileReads(cache)
      const before = { isFollowing, followerCount }
      show({ isFollowing: follow, followerCount: Math.max(0, followerCount + (follow ? 1 : -1)) })
      // The earlier state is returned, because the variables of this hook have changed when `onError` runs.
      return before
    },
    onSuccess: (response) => {
      show({ isFollowing: response.isFollowing, followerCount: response.followerCount })
      for (const list of [listFollowers, listFollowing]) {
        void cache.invalidateQueries({ queryKey: [list.path] })
      }
    },
    onError: (error, follow, before) => {
      const actualState = followStateFrom(error, 'already_following_user', 'not_following_user')
      if (before) {
        show({ ...before, isFollowing: actualState ?? before.isFollowing })
      }
      if (actualState === null) {
        onFailure(followFailureMessage(error, follow))
      } else {
        void refetchProfiles(cache)
      }
    },
  })
  return {
    pending: mutation.isPending ? (mutation.variables ? 'follow' : 'unfollow') : null,
    toggle: () => {
      if (cache.isMutating({ mutationKey }) === 0) {
        mutation.mutate(!isFollowing)
      }
    },
  } as const
}

export function followFailureMessage(error: unknown, follow: boolean): string {
  const reason = error instanceof ApiError ? error.serverText : null
  if (!reason) return t('An error occurred. Please try again.')
  return follow
    ? t('Failed to follow user: {reason}', { reason })
    : t('Failed to unfollow user: {reason}', { reason })
}
