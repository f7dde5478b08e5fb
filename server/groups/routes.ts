import * as groups from '../../contract/groups.ts'
import { refuse } from '../../contract/kit/refusals.ts'
import { route, type Route } from '../http/route.ts'
import { createGroupComment, deleteGroupComment, getGroupThread, listGroupComments } from './comments.ts'
import { followGroup, type WriteLimits, unfollowGroup } from './follow.ts'
import { listGroupMembers } from './members.ts'
import { canPost, createGroupPost, deleteGroupPost, likeGroupPost } from './posts.ts'
import {
  countActivity,
  countGroups,
  type Page,
  selectActivity,
  selectGroup,
  selectGroups,
  selectPostCount,
  selectPosts,
} from './queries.ts'

export function groupRoutes(rules: WriteLimits): Route[] {
  return [
    route(groups.listGroups, async ({ db, me, input }) => {
      const [rows, total] = await Promise.all([
        selectGroups(db, me?.user_id ?? null, input),
        countGroups(db, input),
      ])
      return { groups: rows.slice(0, input.limit), pagination: paginate(input, total, rows.length) }
    }),
    route(groups.getGroup, async ({ db, me, input }) => ({
      group: (await selectGroup(db, me?.user_id ?? null, input.id)) ?? refuse('group_not_found'),
    })),
    route(groups.followGroup, ({ db, me, input }) => followGroup(db, me, input.id, rules)),
    route(groups.unfollowGroup, ({ db, me, input }) => unfollowGroup(db, me, input.id, rules)),
    route(groups.listGroupPosts, async ({ db, me, input }) => {
      const [rows, total] = await Promise.all([
        selectPosts(db, me?.user_id ?? null, input.id, input),
        selectPostCount(db, input.id),
      ])
      if (total === undefined) refuse('group_not_found')
      return { posts: rows.slice(0, input.limit), pagination: paginate(input, total, rows.length) }
    }),
    route(groups.createGroupPost, async ({ db, me, input }) => ({
      post: await createGroupPost(db, me, input, rules),
    })),
    route(groups.deleteGroupPost, async ({ db, me, input }) => ({
      deletion_type: await deleteGroupPost(db, me, input.id, input.post_id),
    })),
    route(groups.likeGroupPost, ({ db, me, input }) => likeGroupPost(db, me, input.id, input.post_id)),
    route(groups.canPost, ({ db, me, input }) => canPost(db, me, input.id)),
    route(groups.listGroupMembers, ({ db, me, input }) => listGroupMembers(db, me, input), {
      reads: 'people',
    }),
    route(groups.listGroupComments, ({ db, me, input }) => listGroupComments(db, me?.user_id ?? null, input)),
    route(groups.getGroupThread, async ({ db, me, input }) => ({
      comments: await getGroupThread(db, me?.user_id ?? null, input),
    })),
    route(groups.createGroupComment, async ({ db, me, input }) => ({
      comment: await createGroupComment(db, me, input, rules),
    })),
    route(groups.deleteGroupComment, async ({ db, me, input }) => ({
      deletion_type: await deleteGroupComment(db, me, input),
    })),
    route(groups.listGroupActivity, async ({ db, me, input }) => {
      const [rows, total] = await Promise.all([
        selectActivity(db, me.user_id, input),
        countActivity(db, me.user_id),
      ])
      return { activity: rows.slice(0, input.limit), pagination: paginate(input, total, rows.length) }
    }),
  ]
}

/** `rows` are those of the page and one more when there are more. */
function paginate({ limit, offset }: Page, total: number, rows: number) {
  return { limit, offset, total, has_more: rows > limit }
}
