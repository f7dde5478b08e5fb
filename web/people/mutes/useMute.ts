import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listComments, listMindChanges } from '../../../contract/discussions/discussions.ts'
import {
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '../../../contract/groups/groups.ts'
import type { Muted, MuteKind } from '../../../contract/mutes/muted.ts'
import { blockUser, listMuted, muteUser, unblockUser, unmuteUser } from '../../../contract/mutes/mutes.ts'
import { listFollowers, listFollowing } from '../../../contract/people.ts'
import { searchEverything } from '../../../contract/search.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { changeProfile, refetchProfiles } from '../profileQueries.ts'

/** A member as the menus and lists know them. */
export type OtherMember = {
  user_id: string
  username: string
  full_name: string
  muted: Muted
  /** Missing where it is not known, or where the follower is removed in another way. */
  followsViewer?: boolean
}

/** The answers that collapse or leave out muted members, or list follows, which a block ends. */
const affected: ReadonlySet<unknown> = new Set(
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
  return cache.invalidateQueries({ predicate: ({ queryKey }) => affected.has(queryKey[0]) })
}

/** The words of each kind, and the calls that choose it and undo it. */
export const muteWords = {
  mute: {
    choose: 'Mute',
    undo: 'Unmute',
    undoing: 'Unmuting...',
    done: 'muted',
    undone: 'unmuted',
    after: "They won't know.",
    on: muteUser,
    off: unmuteUser,
  },
  block: {
    choose: 'Block',
    undo: 'Unblock',
    undoing: 'Unblocking...',
    done: 'blocked',
    undone: 'unblocked',
    after: "You don't follow each other any more.",
    on: blockUser,
    off: unblockUser,
  },
} as const

/** Mutes or blocks a member, or undoes it. Nothing changes on the screen before the server has answered. */
export function useMute(kind: MuteKind, { user_id, username }: OtherMember, onChanged?: () => void) {
  const cache = useQueryClient()
  const words = muteWords[kind]
  return useMutation({
    mutationFn: (isOn: boolean) => call(isOn ? words.on : words.off, { id: user_id }),
    onSuccess: ({ muted }, isOn) => {
      changeProfile(cache, user_id, () => ({ muted }))
      // The follows and what the profile shows have changed with a block.
      if (kind === 'block') void refetchProfiles(cache)
      void refetchAffected(cache)
      toast(
        isOn
          ? `You ${words.done} @${username}. ${words.after} You can undo this in Settings, under Privacy.`
          : `You ${words.undone} @${username}.`,
      )
      onChanged?.()
    },
    onError: (error, isOn) =>
      toast(
        messageOr(error, `@${username} could not be ${isOn ? words.done : words.undone}. Please try again.`),
        'failure',
      ),
  })
}
