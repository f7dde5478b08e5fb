import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Users, X } from 'lucide-react'
import { useId, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Profile } from '#contract/accounts/accounts.ts'
import { unfollowGroup } from '#contract/groups.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { placeText } from '#contract/placeTexts.ts'
import { LevelName } from '#web/bills/card/LevelLabel.tsx'
import { refetchAfterFollowing, changeGroup } from '#web/groups/groupCache.ts'
import { call, messageOf } from '#web/kit/api/api.ts'
import { focusById } from '#web/kit/focus.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { AlertDialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { announce, toast } from '#web/kit/ui/overlays/toast.ts'
import { followStateFrom } from '#web/people/follow/followState.ts'
import { changeProfile } from '#web/people/profileQueries.ts'
import { SectionHead } from './SectionHead.tsx'
import styles from './Section.module.css'

type Group = Profile['followedGroups'][number]

export function FollowedGroups({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const heading = useId()
  const [groupToUnfollow, setGroupToUnfollow] = useState<Group | null>(null)
  const unfollow = useUnfollowGroup(profile.userId, (message) => toast(message, 'failure'))
  const groups = profile.followedGroups

  function unfollowGroup({ group_id, group_name }: Group) {
    unfollow.mutate(group_id, {
      onSuccess: () => {
        // The dialog closes first, because it would return the focus to a button that no longer exists.
        flushSync(() => setGroupToUnfollow(null))
        focusById(heading)
        announce(t('You no longer follow {name}', { name: placeText(group_name) }))
      },
      onError: () => setGroupToUnfollow(null),
    })
  }

  return (
    <section className="card" aria-labelledby={heading}>
      <SectionHead id={heading} title={t('Followed Groups')} count={groups.length} />
      {groups.length === 0 ? (
        <Empty icon={<Users />} title={t('No followed groups yet')} level={3}>
          {isOwn && (
            <ButtonLink variant="secondary" to={paths.groups}>
              {t('Browse & Follow Groups')}
            </ButtonLink>
          )}
        </Empty>
      ) : (
        <ul className={styles.rows}>
          {groups.map((group) => (
            <li key={group.group_id} className={styles.row}>
              <div>
                <Link to={paths.group(group.group_id)}>{placeText(group.group_name)}</Link>
                <p className={styles.meta}>
                  <LevelName level={group.government_level} />
                  {plural(group.follower_count, '{n} follower|{n} followers')}
                </p>
              </div>
              {isOwn && (
                <IconButton
                  label={t('Unfollow {name}', { name: placeText(group.group_name) })}
                  icon={<X aria-hidden="true" />}
                  onClick={() => setGroupToUnfollow(group)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {groupToUnfollow && (
        <AlertDialog
          title={t('Unfollow group')}
          isOpen
          isBusy={unfollow.isPending}
          confirmLabel={t('Unfollow group')}
          busyLabel={t('Unfollowing...')}
          onConfirm={() => unfollowGroup(groupToUnfollow)}
          onCancel={() => setGroupToUnfollow(null)}
        >
          <p>{t('Unfollow {name}?', { name: placeText(groupToUnfollow.group_name) })}</p>
        </AlertDialog>
      )}
    </section>
  )
}

/** Unfollows a group. A failure calls `onFailure` with the message to show. */
function useUnfollowGroup(userId: string, onFailure: (message: string) => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (group_id: string) =>
      call(unfollowGroup, { id: group_id }).catch((error: unknown) => {
        // The member has already unfollowed the group in another tab.
        if (followStateFrom(error, 'already_following_group', 'not_following_group') === false) return null
        throw error
      }),
    onSuccess: (response, group_id) => {
      changeProfile(cache, userId, (profile) => ({
        followedGroups: profile.followedGroups.filter((group) => group.group_id !== group_id),
      }))
      changeGroup(cache, group_id, ({ follower_count }) => ({
        isFollowing: false,
        follower_count: response?.follower_count ?? follower_count,
      }))
      refetchAfterFollowing(cache, group_id)
    },
    onError: (error) => onFailure(t('Failed to unfollow group: {reason}', { reason: messageOf(error) })),
  })
}
