import * as groups from '#contract/groups.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { refuse } from '#contract/kit/refusals.ts'
import { mutedAmong, selectMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { pageOf } from '#server/platform/http/page.ts'
import { read } from '#server/platform/http/route/read.ts'
import type { Member } from '#server/platform/http/route/route.ts'
import { write } from '#server/platform/http/route/write.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import {
  commentLimit,
  createGroupComment,
  deleteGroupComment,
  getGroupThread,
  listGroupComments,
} from './comments.ts'
import { followGroup, followLimit, unfollowGroup } from './follow.ts'
import { listGroups } from './groupList.ts'
import { canPost, createGroupPost, deleteGroupPost, likeRoute, postLimit } from './posts.ts'
import {
  countActivity,
  type Page,
  selectActivity,
  selectGroup,
  selectMemberStats,
  selectPostCount,
  selectPosts,
  selectMembers,
} from './queries.ts'

export const groupRoutes = [
  read(groups.listGroups, ({ db, me, input }) => listGroups(db, me?.user_id ?? null, input)),
  read(groups.getGroup, async ({ db, me, input }) => {
    const [group, stats] = await Promise.all([
      selectGroup(db, me?.user_id ?? null, input.id),
      selectMemberStats(db, input.id),
    ])
    if (!group || !stats) refuse('group_not_found')
    return { group, stats }
  }),
  write(groups.followGroup, ({ db, me, input }) => followGroup(db, me, input.id), {
    limit: followLimit,
  }),
  write(groups.unfollowGroup, ({ db, me, input }) => unfollowGroup(db, me, input.id), {
    limit: followLimit,
  }),
  read(groups.listGroupPosts, async ({ db, me, input }) => {
    const viewer = me?.user_id ?? null
    const [rows, total, muted] = await Promise.all([
      selectPosts(db, viewer, input.id, input),
      selectPostCount(db, input.id),
      selectMuted(db, viewer),
    ])
    if (total === undefined) refuse('group_not_found')
    const { items, next } = pageOf(rows, input.limit)
    const muted_authors = mutedAmong(muted, items)
    return { posts: items, pagination: paginate(input, total, rows.length), next, muted_authors }
  }),
  write(
    groups.createGroupPost,
    async ({ db, me, input }) => ({ post: await createGroupPost(db, me, input) }),
    { limit: postLimit },
  ),
  write(groups.deleteGroupPost, async ({ db, memory, me, input, afterCommit }) => {
    afterCommit(() => memory.forget(input.post_id))
    return { deletion_type: await deleteGroupPost(db, me, input.id, input.post_id) }
  }),
  likeRoute,
  read(groups.canPost, ({ db, me, input }) => canPost(db, me, input.id)),
  read(groups.listGroupMembers, ({ db, me, input }) => listGroupMembers(db, me, input), {
    reads: 'people',
  }),
  read(groups.listGroupComments, ({ db, memory, me, input }) =>
    listGroupComments({ db, memory, viewer: me?.user_id ?? null }, input),
  ),
  read(groups.getGroupThread, ({ db, me, input }) => getGroupThread(db, me?.user_id ?? null, input)),
  write(
    groups.createGroupComment,
    async ({ db, memory, me, input, afterCommit }) => {
      afterCommit(() => memory.forget(input.post_id))
      return { comment: await createGroupComment(db, me, input) }
    },
    { limit: commentLimit },
  ),
  write(groups.deleteGroupComment, async ({ db, memory, me, input, afterCommit }) => {
    afterCommit(() => memory.forget(input.post_id))
    return { deletion_type: await deleteGroupComment(db, me, input) }
  }),
  read(groups.listGroupActivity, async ({ db, me, input }) => {
    const [rows, total] = await Promise.all([
      selectActivity(db, me.user_id, input),
      countActivity(db, me.user_id),
    ])
    return { activity: rows.slice(0, input.limit), pagination: paginate(input, total, rows.length) }
  }),
]

/** Returns the pagination. `rowCount` includes the extra row that was read to learn whether there is a next page. */
function paginate({ limit, offset }: Pick<Page, 'limit' | 'offset'>, total: number, rowCount: number) {
  return { limit, offset, total, has_more: rowCount > limit }
}

/** Returns a page of a group's members and the counts of all of them. A visitor gets only the counts. */
async function listGroupMembers(
  db: Db,
  me: Member | null,
  input: ParsedOf<typeof groups.listGroupMembers>,
): Promise<OutputOf<typeof groups.listGroupMembers>> {
  const [stats, members] = await Promise.all([
    selectMemberStats(db, input.id),
    me ? selectMembers(db, me.user_id, input) : [],
  ])
  if (!stats) refuse('group_not_found')
  const { items, ...page } = pageOf(members, input.limit)
  return { members: items, stats, ...page }
}
