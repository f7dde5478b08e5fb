import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listComments, listMindChanges } from '#contract/discussions.ts'
import {
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import {
  type Muted,
  type MuteKind,
  blockUser,
  listMuted,
  muteUser,
  unblockUser,
  unmuteUser,
} from '#contract/mutes.ts'
import { listFollowers, listFollowing } from '#contract/people.ts'
import { searchEverything } from '#contract/search.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { changeProfile, refetchProfiles } from '#web/people/profileQueries.ts'

/** Another member, with the fields that menus and lists need. */
export type OtherMember = {
  user_id: string
  username: string
  full_name: string
  muted: Muted
  /** Undefined if it is unknown, or if the screen has another button that removes the follower. */
  followsViewer?: boolean
}

/** The reads whose responses depend on mutes and blocks. They collapse or omit muted members, or list follows. */
const affectedPaths: ReadonlySet<unknown> = new Set(
  [
    listComments,
    listMindChanges,
    listGroupPosts,
    listGroupComments,
    listGroupMembers,
    listGroupActivity,
    listGroups,
    listFollowers,
    listFollowing,
    listMuted,
    searchEverything,
  ].map(({ path }) => path),
)

function refetchAffected(cache: QueryClient) {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => affectedPaths.has(queryKey[0]) })
}

/** The labels of mutes and blocks, and the endpoints that turn each of them on and off. */
export const muteLabels = {
  mute: {
    choose: t('Mute'),
    undo: t('Unmute'),
    undoing: t('Unmuting...'),
    done: 'muted',
    undone: 'unmuted',
    after: t("They won't know."),
    on: muteUser,
    off: unmuteUser,
  },
  block: {
    choose: t('Block'),
    undo: t('Unblock'),
    undoing: t('Unblocking...'),
    done: 'blocked',
    undone: 'unblocked',
    after: t("You don't follow each other any more."),
    on: blockUser,
    off: unblockUser,
  },
} as const

/** Mutes or blocks a member, or undoes it. The screen changes only after the server has answered. */
export function useMute(kind: MuteKind, { user_id, username }: OtherMember, onChanged?: () => void) {
  const cache = useQueryClient()
  const labels = muteLabels[kind]
  return useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? labels.on : labels.off, { id: user_id }),
    onSuccess: ({ muted }, isOn) => {
      changeProfile(cache, user_id, () => ({ muted }))
      // A block has changed the follows and the content of the profile.
      if (kind === 'block') {
        void refetchProfiles(cache)
      }
      void refetchAffected(cache)
      toast(
        isOn
          ? t('You {done} @{username}. {after} You can undo this in Settings, under Privacy.', {
              done: labels.done,
              username,
              after: labels.after,
            })
          : t('You {undone} @{username}.', { undone: labels.undone, username }),
      )
      onChanged?.()
    },
    onError: (error, isOn) =>
      toast(
        messageOr(
          error,
          `@${username} could not be ${isOn ? labels.done : labels.undone}. Please try again.`,
        ),
        'failure',
      ),
  })
}
