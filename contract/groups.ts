import * as z from 'zod/mini'
import { msg, t } from '#contract/kit/translate.ts'
import { engagementLevels, memberTypes } from './accounts/memberRoles.ts'
import { governmentLevels } from './bills/billContent.ts'
import { checkCommentText, commentAuthorFields, baseCommentFields, commentPageInput } from './discussions.ts'
import { cursorInput, nextOutput, TimeCursor, TimeKey } from './kit/cursor.ts'
import { checkedText, endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { codePoints, isBlank, residentsOnly } from './kit/text.ts'
import { blockRefusals, mutedAuthorsOutput } from './mutes.ts'
import { LanguageChoice, TextLanguage } from './textLanguage.ts'

export const groupPostMaxLength = 5000
export const groupCommentMaxLength = 500

export function checkGroupPost(text: string): string | null {
  const content = text.trim()
  if (isBlank(content)) {
    return t('Post cannot be empty')
  }
  return codePoints(content) > groupPostMaxLength
    ? t('Post must be at most {max} characters', { max: groupPostMaxLength })
    : null
}

export function checkGroupComment(text: string): string | null {
  return checkCommentText(text, groupCommentMaxLength)
}

export const groupTypes = ['country', 'state', 'county', 'place'] as const

export const groupPageSize = 50
export const groupPostPageSize = 20
export const memberPageSize = 500
const maxMemberPageSize = 1000
/** The maximum number of comments on one post. Deleted and hidden comments do not count. */
export const maxGroupComments = 5_000
/** The number of characters of a post's first line that group updates show. */
export const postTitleLength = 80

export const deletedPostText = msg('[Post deleted by user]')

/** The reasons that `canPost` returns. */
export const cannotPostReasons = {
  signedOut: msg('Sign in to post in this group.'),
  notResident: residentsOnly,
} as const

export const Group = z.object({
  group_id: Id,
  group_name: z.string(),
  description: z.string(),
  government_level: z.enum(governmentLevels),
  follower_count: z.number(),
  /** The total of `MemberStats`. */
  member_count: z.number(),
  isFollowing: z.boolean(),
  /** The time of the newest live post or comment, or null if there is none. */
  last_activity_at: z.nullable(Time),
  /** The OCD division whose residents may post. `divisionName` in contract/places.ts returns its name. */
  jurisdiction: z.string(),
  group_type: z.enum(groupTypes),
})
export type Group = z.infer<typeof Group>

/** The newest live post of a group, as lists show it in one line. */
const LatestPost = z.object({
  post_id: Id,
  /** The first `postTitleLength` characters of the post's first line. */
  title: z.string(),
  title_is_cut: z.boolean(),
  language: TextLanguage,
  /** Null if the author's account is deleted or deactivated, or the author's profile is private. */
  author_name: z.nullable(z.string()),
  created_at: Time,
})

/** The section of a group when groups are sorted by place. */
export const groupSections = ['own_place', 'followed', 'other'] as const

/** A group in a list. Lists by place add the section, and the latest post of followed groups and own places. */
export const ListedGroup = z.extend(Group, {
  section: z.optional(z.enum(groupSections)),
  latest_post: z.optional(z.nullable(LatestPost)),
})
export type ListedGroup = z.infer<typeof ListedGroup>

const author = { ...commentAuthorFields, profilePictureUrl: z.nullable(z.string()) }

/** A deleted or hidden post stays in the list. Its author fields are null and `content` says what happened to it. */
export const GroupPost = z.object({
  post_id: Id,
  ...author,
  content: z.string(),
  language: TextLanguage,
  created_at: Time,
  is_pinned: z.boolean(),
  like_count: z.number(),
  user_has_liked: z.boolean(),
  comment_count: z.number(),
  is_deleted: z.boolean(),
})
export type GroupPost = z.infer<typeof GroupPost>

/** Comments are a flat list, oldest first. Clients use `parentCommentId` to nest them up to three levels deep. */
export const GroupComment = z.object({ ...baseCommentFields, ...author, parentCommentId: z.nullable(Id) })
export type GroupComment = z.infer<typeof GroupComment>

export const GroupMember = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  bio: z.nullable(z.string()),
  member_type: z.enum(memberTypes),
  engagement_level: z.enum(engagementLevels),
  /** A city or town at most so that the response does not reveal a smaller district. */
  ocd_city_id: z.nullable(z.string()),
  profile_picture_url: z.nullable(z.string()),
})
export type GroupMember = z.infer<typeof GroupMember>

/** The counts of active members who live in the jurisdiction or follow the group. Each member counts once. */
export const MemberStats = z.object({
  total: z.number(),
  elected_officials: z.number(),
  community_leaders: z.number(),
  regular: z.number(),
})
export type MemberStats = z.infer<typeof MemberStats>

export const GroupActivity = z.object({
  group_id: Id,
  group_name: z.string(),
  post_id: Id,
  /** The first `postTitleLength` characters of the post's first line. */
  post_title: z.string(),
  /** True if the first line is longer than `post_title`. */
  title_is_cut: z.boolean(),
  language: TextLanguage,
  created_at: Time,
})
export type GroupActivity = z.infer<typeof GroupActivity>

const maxNameLength = 200
/** The cursor of groups by activity: the time of the last activity (null if there is none), the name and the id. */
const GroupActivityCursor = z.tuple([z.nullable(TimeKey), z.string().check(z.maxLength(maxNameLength)), Id])
/** The cursor of groups by place: the index of the section, the position by place and the id. */
const GroupPlaceCursor = z.tuple([
  z.int().check(z.minimum(0), z.maximum(groupSections.length - 1)),
  z.string().check(z.maxLength(maxNameLength * 2)),
  Id,
])

/**
 * Lists groups. `order=activity` lists the most recently active groups first. `order=places` lists the groups of the
 * caller's places from the nation to the city, then the other followed groups, then all others by state.
 */
export const listGroups = endpoint('GET /api/groups', {
  access: 'optional',
  input: {
    ...pageInput(groupPageSize),
    ...cursorInput(z.union([GroupActivityCursor, GroupPlaceCursor])),
    order: z._default(z.enum(['activity', 'places'], { error: msg('Invalid order') }), 'activity'),
    government_level: z.optional(z.enum(governmentLevels, { error: msg('Invalid government level') })),
    group_type: z.optional(z.enum(groupTypes, { error: msg('Invalid group type') })),
  },
  output: { groups: z.array(ListedGroup), pagination: Pagination, ...nextOutput },
})

/** `stats` are those of `listGroupMembers`, for screens that need no names. */
export const getGroup = endpoint('GET /api/groups/:id', {
  access: 'optional',
  input: { id: Id },
  output: { group: Group, stats: MemberStats },
  refuses: ['group_not_found'],
})

const followOutput = { isFollowing: z.boolean(), follower_count: z.number() }

/** The maximum number of groups that one member can follow, because profiles list all of them. */
export const maxGroupFollows = 500

export const followGroup = endpoint('POST /api/groups/:id/follow', {
  access: 'active',
  input: { id: Id },
  output: followOutput,
  refuses: [
    'group_not_found',
    'already_following_group',
    'group_follow_limit',
    'local_group_needs_address',
    'too_many_attempts',
  ],
})

export const unfollowGroup = endpoint('DELETE /api/groups/:id/follow', {
  access: 'active',
  input: { id: Id },
  output: followOutput,
  refuses: ['group_not_found', 'not_following_group', 'too_many_attempts'],
})

/** The cursor of posts: whether a post is pinned, its time and its id. */
const PostCursor = z.tuple([z.boolean(), TimeKey, Id])

/** Lists the posts of a group, pinned posts first, then newest first. */
export const listGroupPosts = endpoint('GET /api/groups/:id/posts', {
  access: 'optional',
  input: { id: Id, ...pageInput(groupPostPageSize), ...cursorInput(PostCursor) },
  output: { posts: z.array(GroupPost), pagination: Pagination, ...nextOutput, ...mutedAuthorsOutput },
  refuses: ['group_not_found'],
})

export const createGroupPost = endpoint('POST /api/groups/:id/posts', {
  access: 'active',
  input: { id: Id, content: checkedText(checkGroupPost), language: LanguageChoice },
  output: { post: GroupPost },
  refuses: ['group_not_found', 'not_resident', 'mention_not_allowed', 'too_many_attempts'],
  status: 201,
  idempotent: true,
})

const deletionOutput = { deletion_type: z.enum(['soft', 'hard']) }

export const deleteGroupPost = endpoint('DELETE /api/groups/:id/posts/:post_id', {
  access: 'active',
  input: { id: Id, post_id: Id },
  output: deletionOutput,
  refuses: ['group_not_found', 'post_not_found', 'post_not_yours', 'too_many_attempts'],
})

export const likeGroupPost = endpoint('POST /api/groups/:id/posts/:post_id/like', {
  access: 'active',
  input: { id: Id, post_id: Id },
  output: { like_count: z.number(), user_has_liked: z.boolean() },
  refuses: ['group_not_found', 'post_not_found', 'post_deleted', ...blockRefusals, 'too_many_attempts'],
  idempotent: true,
})

export const canPost = endpoint('GET /api/groups/:id/can-post', {
  access: 'optional',
  input: { id: Id },
  output: { can_post: z.boolean(), reason: z.nullable(z.string()) },
  refuses: ['group_not_found'],
})

/** The cursor of members: the rank of the member type, the name in lower case and the id. */
const MemberCursor = z.tuple([z.int().check(z.minimum(0), z.maximum(2)), z.string(), Id])

/** Lists members. `members` is empty for a visitor. `stats` covers the whole group, regardless of the filter. */
export const listGroupMembers = endpoint('GET /api/groups/:id/members', {
  access: 'optional',
  input: {
    id: Id,
    ...pageInput(memberPageSize, maxMemberPageSize),
    ...cursorInput(MemberCursor),
    member_type: z.optional(z.enum(memberTypes, { error: msg('Invalid member type') })),
  },
  output: { members: z.array(GroupMember), stats: MemberStats, has_more: z.boolean(), ...nextOutput },
  refuses: ['group_not_found'],
})

/** Returns one page of threads on a post, or of replies to one comment. Each comment has its first replies. */
export const listGroupComments = endpoint('GET /api/groups/:id/posts/:post_id/comments', {
  access: 'optional',
  input: { id: Id, post_id: Id, ...commentPageInput(), ...cursorInput(TimeCursor) },
  output: { comments: z.array(GroupComment), pagination: Pagination, ...nextOutput, ...mutedAuthorsOutput },
  refuses: ['group_not_found', 'post_not_found', 'parent_comment_not_found'],
})

/** Returns the thread that contains a comment. The path to that comment is always included. */
export const getGroupThread = endpoint('GET /api/groups/:id/posts/:post_id/comments/:comment_id', {
  access: 'optional',
  input: { id: Id, post_id: Id, comment_id: Id },
  output: { comments: z.array(GroupComment), ...mutedAuthorsOutput },
  refuses: ['group_not_found', 'post_not_found', 'comment_not_found'],
})

export const createGroupComment = endpoint('POST /api/groups/:id/posts/:post_id/comments', {
  access: 'active',
  input: {
    id: Id,
    post_id: Id,
    content: checkedText(checkGroupComment),
    language: LanguageChoice,
    parent_comment_id: z._default(z.nullable(Id), null),
  },
  output: { comment: GroupComment },
  refuses: [
    'group_not_found',
    'post_not_found',
    'post_deleted',
    'post_comment_limit',
    'parent_comment_not_found',
    'comment_deleted',
    ...blockRefusals,
    'mention_not_allowed',
    'too_many_attempts',
  ],
  status: 201,
  idempotent: true,
})

export const deleteGroupComment = endpoint('DELETE /api/groups/:id/posts/:post_id/comments/:comment_id', {
  access: 'active',
  input: { id: Id, post_id: Id, comment_id: Id },
  output: deletionOutput,
  refuses: [
    'group_not_found',
    'post_not_found',
    'comment_not_found',
    'comment_not_yours',
    'too_many_attempts',
  ],
})

/** Lists posts by other members in the groups that the caller follows, newest first. */
export const listGroupActivity = endpoint('GET /api/activity/groups', {
  access: 'user',
  input: pageInput(20),
  output: { activity: z.array(GroupActivity), pagination: Pagination },
})
