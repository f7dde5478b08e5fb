import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listComments, listMindChanges, listMindsChangedBy } from '#contract/discussions.ts'
import {
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { t } from '#contract/kit/translate.ts'
import { suggestMentions } from '#contract/mentions.ts'
import {
  type MuteState,
  type MuteKind,
  blockUser,
  listMuted,
  muteUser,
  unblockUser,
  unmuteUser,
} from '#contract/mutes.ts'
import { listNotifications } from '#contract/notifications.ts'
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
  muted: MuteState
  /** Undefined if it is unknown, or if the screen has another button that removes the follower. */
  followsViewer?: boolean
}

/** The reads whose responses depend on mutes and blocks. They collapse or omit muted members and their content, or list follows. */
const affectedPaths: ReadonlySet<unknown> = new Set(
  [
    listComments,
    listMindChanges,
    listMindsChangedBy,
    listGroupPosts,
    listGroupComments,
    listGroupMembers,
    listGroupActivity,
    listGroups,
    listFollowers,
    listFollowing,
    listMuted,
    listNotifications,
    searchEverything,
    suggestMentions,
  ].map(({ path }) => path),
)

function refetchAffected(cache: QueryClient) {
  return cache.invalidateQueries({ predicate: ({ queryKey }) => affectedPaths.has(queryKey[0]) })
}

/** The texts of mutes and blocks. */
export const muteTexts = {
  mute: {
    undo: t('Unmute'),
    undoMember: (username: string) => t('Unmute @{username}', { username }),
    undoing: t('Unmuting...'),
    done: (username: string) =>
      t("You muted @{username}. They won't know. You can undo this in Settings, under Privacy.", {
        username,
      }),
    undone: (username: string) => t('You unmuted @{username}.', { username }),
    notDone: (username: string) => t('@{username} could not be muted. Please try again.', { username }),
    notUndone: (username: string) => t('@{username} could not be unmuted. Please try again.', { username }),
  },
  block: {
    undo: t('Unblock'),
    undoMember: (username: string) => t('Unblock @{username}', { username }),
    undoing: t('Unblocking...'),
    done: (username: string) =>
      t(
        "You blocked @{username}. You don't follow each other any more. You can undo this in Settings, under Privacy.",
        { username },
      ),
    undone: (username: string) => t('You unblocked @{username}.', { username }),
    notDone: (username: string) => t('@{username} could not be blocked. Please try again.', { username }),
    notUndone: (username: string) => t('@{username} could not be unblocked. Please try again.', { username }),
  },
} as const

const endpoints = {
  mute: { on: muteUser, off: unmuteUser },
  block: { on: blockUser, off: unblockUser },
} as const

/** Mutes or blocks a member, or undoes it. The screen changes only after the server has answered. */
export function useMute(
  kind: MuteKind,
  { user_id, username }: OtherMember,
  onChanged?: (muted: MuteState) => void,
) {
  const cache = useQueryClient()
  const [texts, { on, off }] = [muteTexts[kind], endpoints[kind]]
  return useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? on : off, { id: user_id }),
    onSuccess: ({ muted }, isOn) => {
      changeProfile(cache, user_id, () => ({ muted }))
      // A block has changed the follows and the content of the profile.
      if (kind === 'block') {
        void refetchProfiles(cache)
      }
      void refetchAffected(cache)
      toast(isOn ? texts.done(username) : texts.undone(username))
      onChanged?.(muted)
    },
    onError: (error, isOn) =>
      toast(messageOr(error, isOn ? texts.notDone(username) : texts.notUndone(username)), 'failure'),
  })
}
