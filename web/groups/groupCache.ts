import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import {
  getGroup,
  type Group,
  type GroupPost,
  listGroupActivity,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import type { OutputOf } from '#contract/kit/endpoint.ts'
import { call, queryFor } from '#web/kit/api/api.ts'

type PostPages = InfiniteData<OutputOf<typeof listGroupPosts>, string | undefined>
type GroupPages = InfiniteData<OutputOf<typeof listGroups>, string | undefined>

/** Changes a group in every cached list and on its own page. */
export function changeGroup(cache: QueryClient, group_id: string, change: (group: Group) => Partial<Group>) {
  const changed = (group: Group) => (group.group_id === group_id ? { ...group, ...change(group) } : group)
  cache.setQueriesData<GroupPages>({ queryKey: [listGroups.path] }, (data) =>
    data
      ? { ...data, pages: data.pages.map((page) => ({ ...page, groups: page.groups.map(changed) })) }
      : data,
  )
  cache.setQueryData(queryFor(getGroup, { id: group_id }).queryKey, (data) =>
    data ? { ...data, group: changed(data.group) } : data,
  )
}

/** Cancels running requests, whose responses would overwrite a change that is already shown. */
export async function cancelGroupReads(cache: QueryClient, group_id: string) {
  await Promise.all([
    cache.cancelQueries({ queryKey: [listGroups.path] }),
    cache.cancelQueries({ queryKey: queryFor(getGroup, { id: group_id }).queryKey }),
  ])
}

/**
 * Fetches the number of members of one group, for its page and for every list that contains it. The number of followers
 * stays, because the viewer may be changing it at this moment.
 */
export async function refetchMemberCount(cache: QueryClient, group_id: string) {
  const { group, stats } = await call(getGroup, { id: group_id })
  changeGroup(cache, group_id, () => ({ member_count: group.member_count }))
  cache.setQueryData(queryFor(getGroup, { id: group_id }).queryKey, (data) => data && { ...data, stats })
}

/**
 * Refetches what changes when the viewer follows or unfollows a group: its members, their number and the viewer's
 * activity. If the number cannot be fetched, the old one stays.
 */
export function refetchAfterFollowing(cache: QueryClient, group_id: string) {
  void refetchMemberCount(cache, group_id).catch(() => undefined)
  void cache.invalidateQueries({ queryKey: [listGroupMembers.path, group_id] })
  void cache.invalidateQueries({ queryKey: [listGroupActivity.path] })
}

/** Changes the loaded pages of a group's feed. */
export function changePages(
  cache: QueryClient,
  group_id: string,
  change: (pages: PostPages['pages']) => PostPages['pages'],
) {
  cache.setQueryData<PostPages>([listGroupPosts.path, group_id], (data) =>
    data ? { ...data, pages: change(data.pages) } : data,
  )
}

export function changePost(
  cache: QueryClient,
  group_id: string,
  post_id: string,
  change: (post: GroupPost) => Partial<GroupPost>,
) {
  changePages(cache, group_id, (pages) =>
    pages.map((page) => ({
      ...page,
      posts: page.posts.map((post) => (post.post_id === post_id ? { ...post, ...change(post) } : post)),
    })),
  )
}
