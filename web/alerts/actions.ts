import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  followTarget,
  type Follow,
  listFollows,
  listUpdates,
  unfollowTarget,
  defaultUpdateTypes,
  type FollowedUpdateType,
} from '#contract/alerts.ts'
import { listTopics } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { billPagesKey } from '#web/bills/billCache.ts'
import { call, messageOf, queryFor } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'

export type Target = Pick<Follow, 'target_type' | 'target_id'>

const followsKey = queryFor(listFollows, {}).queryKey

/** Loads everything that the member follows. All follow buttons on a page share the same response. */
export function useFollows() {
  return useQuery({ ...queryFor(listFollows, {}), staleTime: 60_000 })
}

export function useFollow({ target_type, target_id }: Target): Follow | undefined {
  const { data } = useFollows()
  return data?.follows.find((follow) => follow.target_type === target_type && follow.target_id === target_id)
}

export function useIsFollowing(target: Target): boolean {
  return useFollow(target) !== undefined
}

type Change = { isFollowing: boolean; update_types?: FollowedUpdateType[] }

/**
 * Follows a target, sets its kinds of updates, or stops following it. The change is shown immediately and reverted if
 * the call fails.
 */
export function useChangeFollow({ target_type, target_id }: Target, name: string) {
  const cache = useQueryClient()
  const target = { target_type, target_id }
  return useMutation({
    scope: { id: `follow ${target_type} ${target_id}` },
    mutationFn: ({ isFollowing, update_types }: Change) =>
      isFollowing ? call(followTarget, { ...target, update_types }) : call(unfollowTarget, target),
    onMutate: async ({ isFollowing, update_types }) => {
      await cache.cancelQueries({ queryKey: followsKey })
      const before = cache.getQueryData(followsKey)
      cache.setQueryData(followsKey, (data) => {
        if (!data) {
          return data
        }
        const others = data.follows.filter(
          (other) => other.target_type !== target_type || other.target_id !== target_id,
        )
        const existing = data.follows.find((other) => !others.includes(other))
        if (!isFollowing) {
          return { ...data, follows: others }
        }
        const updated = {
          ...target,
          name: existing?.name ?? name,
          update_types: update_types ?? existing?.update_types ?? defaultUpdateTypes,
          created_at: existing?.created_at ?? new Date().toISOString(),
        }
        const follows = existing
          ? data.follows.map((other) => (other === existing ? updated : other))
          : [updated, ...others]
        return { ...data, follows }
      })
      return before
    },
    onError: (error, { isFollowing }, before) => {
      cache.setQueryData(followsKey, before)
      toast(
        isFollowing
          ? t('Failed to follow: {reason}', { reason: messageOf(error) })
          : t('Failed to stop following: {reason}', { reason: messageOf(error) }),
        'failure',
      )
    },
    onSuccess: () => {
      void cache.invalidateQueries({ queryKey: followsKey })
      void cache.invalidateQueries({ queryKey: [listUpdates.path] })
      if (target_type === 'topic') {
        void cache.invalidateQueries({ queryKey: [listTopics.path] })
        // Lists are fetched again only when they are next opened so that cards on the screen do not move.
        void cache.invalidateQueries({ queryKey: billPagesKey, refetchType: 'none' })
      }
    },
  })
}
