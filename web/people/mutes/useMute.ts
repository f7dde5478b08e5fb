import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { listComments, listMindChanges } from '../../../contract/discussions/discussions.ts'
import {
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '../../../contract/groups/groups.ts'
import { listMuted, muteUser, unmuteUser, type Muted } from '../../../contract/mutes/mutes.ts'
import { listFollowers, listFollowing } from '../../../contract/people.ts'
import { searchEverything } from '../../../contract/search.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { changeProfile } from '../profileQueries.ts'

/** A member as the menus and lists know them. */
export type OtherMember = { user_id: string; username: string; full_name: string; muted: Muted }

/** The answers that collapse or leave out muted members. */
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

/** Mutes or unmutes a member. Nothing changes on the screen before the server has answered. */
export function useMute({ user_id, username }: OtherMember, onChanged?: () => void) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (mute: boolean) => call(mute ? muteUser : unmuteUser, { id: user_id }),
    onSuccess: ({ muted }) => {
      changeProfile(cache, user_id, () => ({ muted }))
      void refetchAffected(cache)
      toast(
        muted
          ? `You muted @${username}. They won't know. You can undo this in Settings, under Privacy.`
          : `You unmuted @${username}.`,
      )
      onChanged?.()
    },
    onError: (error, mute) =>
      toast(
        messageOr(error, `@${username} could not be ${mute ? 'muted' : 'unmuted'}. Please try again.`),
        'failure',
      ),
  })
}
