import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  getGroup,
  type Group,
  listGroupActivity,
  listGroupMembers,
  listGroups,
} from '../../contract/groups.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { ask } from '../kit/api.ts'

type GroupPages = InfiniteData<OutputOf<typeof listGroups>, number>

/** Changes one group wherever it is held: in every list, and on its own page. */
export function changeGroup(cache: QueryClient, group_id: string, change: (group: Group) => Partial<Group>) {
  const changed = (group: Group) => (group.group_id === group_id ? { ...group, ...change(group) } : group)
  cache.setQueriesData<GroupPages>({ queryKey: [listGroups.path] }, (held) =>
    held
      ? { ...held, pages: held.pages.map((page) => ({ ...page, groups: page.groups.map(changed) })) }
      : held,
  )
  cache.setQueryData(ask(getGroup, { id: group_id }).queryKey, (held) =>
    held ? { ...held, group: changed(held.group) } : held,
  )
}

export async function stopGroupReads(cache: QueryClient, group_id: string) {
  await Promise.all([
    cache.cancelQueries({ queryKey: [listGroups.path] }),
    cache.cancelQueries({ queryKey: ask(getGroup, { id: group_id }).queryKey }),
  ])
}

/** Who follows a group stands among its members, whose counts keep their five minutes, and hears of its posts. */
export function afterFollowing(cache: QueryClient, group_id: string) {
  void cache.invalidateQueries({ queryKey: [listGroupMembers.path, group_id] })
  void cache.invalidateQueries({ queryKey: [listGroupActivity.path] })
}
