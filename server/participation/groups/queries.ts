import { memberTypes } from '#contract/accounts/memberRoles.ts'
import {
  type Group,
  type GroupActivity,
  type GroupMember,
  type GroupPost,
  type listGroupMembers,
  type listGroupPosts,
  type MemberStats,
  deletedPostText,
  postTitleLength,
} from '#contract/groups.ts'
import type { ParsedOf } from '#contract/kit/endpoint.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import {
  authorColumns,
  contentState,
  type ContentState,
  shownText,
} from '#server/participation/comments/commentTable.ts'
import { timeKey } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'

/** A member's id, or null for a visitor. */
export type Viewer = string | null

/** `after` is the position that a cursor contains. If it is present, `offset` is ignored. */
export type Page<After = undefined> = { limit: number; offset: number; after?: After }

/** A row with its sort keys. */
export type WithKeys = { keys: unknown[] }

/**
 * Returns a limit clause with one row more than the page, to know whether there is a next page. The number is a literal,
 * because with a parameter PostgreSQL cannot know whether it is 20 or 200,000 when it plans the statement.
 */
export function rowsOf(db: Db, { limit, offset, after }: Page<unknown>) {
  const rows = db.unsafe(`limit ${limit + 1}`)
  return offset > 0 && after === undefined ? db`${rows} offset ${offset}` : rows
}

/** Returns a limit clause for all rows up to the end of the page, for a list that is merged from several lists. */
export function rowsUpTo(db: Db, { limit, offset, after }: Page<unknown>) {
  return offset > 0 && after === undefined
    ? db`limit ${offset + limit + 1}`
    : rowsOf(db, { limit, offset, after })
}

// Groups -----------------------------------------------------------------------------------------------------------

// Returns the columns of a group. Whether the viewer follows it is a subquery per row, because PostgreSQL sometimes plans
// `exists` as a join with everything that the viewer follows.
export function groupAsSeenBy(db: Db, viewer: Viewer) {
  return db`
    g.group_id, g.group_name, g.description, g.government_level, g.follower_count, g.last_activity_at,
    g.jurisdiction, g.group_type,
    (select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int
       from group_member_counts c where c.group_id = g.group_id) as member_count,
    (select f.user_id from group_follows f where f.group_id = g.group_id and f.user_id = ${viewer}) is not null
      as "isFollowing"`
}

export async function selectGroup(db: Db, viewer: Viewer, group_id: string): Promise<Group | undefined> {
  const [row] = await db<Group[]>`
    select ${groupAsSeenBy(db, viewer)} from groups g where g.group_id = ${group_id}`
  return row
}

export async function groupExists(db: Db, group_id: string): Promise<boolean> {
  const rows = await db`select from groups where group_id = ${group_id}`
  return rows.length > 0
}

/** Selects whether the member lives in the group's jurisdiction, or undefined if the group does not exist. */
export async function selectResidence(
  db: Db,
  user_id: string,
  group_id: string,
): Promise<boolean | undefined> {
  const [row] = await db<{ is_resident: boolean }[]>`
    select exists (select from member_divisions d where d.user_id = ${user_id} and d.division = g.jurisdiction)
             as is_resident
      from groups g where g.group_id = ${group_id}`
  return row?.is_resident
}

// Members ----------------------------------------------------------------------------------------------------------

/**
 * Selects the counts of a group's members. Reads at most 16 rows, regardless of the number of members. Undefined if the
 * group does not exist.
 */
export async function selectMemberStats(db: Db, group_id: string): Promise<MemberStats | undefined> {
  const [row] = await db<MemberStats[]>`
    select coalesce(sum(c.elected_officials + c.community_leaders + c.regular), 0)::int as total,
           coalesce(sum(c.elected_officials), 0)::int as elected_officials,
           coalesce(sum(c.community_leaders), 0)::int as community_leaders,
           coalesce(sum(c.regular), 0)::int as regular
      from groups g left join group_member_counts c using (group_id)
     where g.group_id = ${group_id} group by g.group_id`
  return row
}

/**
 * Selects officials, then leaders, then all others, each by name, in the order of one index, with one row more than the
 * page. Members with a private profile are counted but listed only for themselves. Muted members are only counted.
 */
export function selectMembers(
  db: Db,
  viewer: string,
  page: ParsedOf<typeof listGroupMembers>,
): Promise<(GroupMember & WithKeys)[]> {
  const { id, member_type, after } = page
  const rank = member_type && memberTypes.indexOf(member_type)
  return db<(GroupMember & WithKeys)[]>`
    select json_build_array(m.rank, m.sort_name, m.user_id) as keys, u.user_id, u.username, u.full_name, u.bio, u.shown_type as member_type,
           engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
           ${divisionUpToCity(db)} as ocd_city_id, u.profile_picture_url
      from (select user_id, rank, sort_name from group_members
             where group_id = ${id} and (is_shown or user_id = ${viewer})
               and ${isNotMuted(db, viewer, db`user_id`)}
               ${rank === undefined ? db`` : db`and rank = ${rank}`}
               ${after ? db`and (rank, sort_name, user_id) > (${after[0]}, ${after[1]}, ${after[2]})` : db``}
             order by rank, sort_name, user_id ${rowsOf(db, page)}) m
      join users u using (user_id) order by m.rank, m.sort_name, m.user_id`
}

/**
 * Returns the member's division, truncated after the city. The position of the slash is computed, because a pattern
 * costs four times as much.
 */
function divisionUpToCity(db: Db) {
  const at = db`position('/place:' in u.ocd_city_id)`
  return db`
    case when u.ocd_city_id is null then null
         when ${at} = 0 then concat_ws('/', split_part(u.ocd_city_id, '/', 1), split_part(u.ocd_city_id, '/', 2),
                                       nullif(split_part(u.ocd_city_id, '/', 3), ''))
         else left(u.ocd_city_id, ${at} + 6) || split_part(substr(u.ocd_city_id, ${at} + 7), '/', 1) end`
}

// Posts ------------------------------------------------------------------------------------------------------------

/** A post as a statement returns it. Author and text are null unless the post is live. */
type PostRow = Omit<GroupPost, 'content' | 'is_deleted'> & { state: ContentState; content: string | null }

function shownPost<Row extends PostRow>({ state, content, ...post }: Row) {
  return { ...post, content: shownText(state, content, deletedPostText), is_deleted: state !== 'live' }
}

function postAsSeenBy(db: Db, viewer: Viewer) {
  return db`
    p.post_id, ${authorColumns(db, viewer)}, u.profile_picture_url as "profilePictureUrl",
    ${contentState(db, 'p')} as state,
    case when p.is_live then p.content end as content,
    case when p.is_live then p.language end as language, p.created_at, p.is_pinned,
    p.like_count, p.comment_count,
    (select l.user_id from group_likes l where l.post_id = p.post_id and l.user_id = ${viewer}) is not null
      as user_has_liked`
}

/** Selects one page of a group's posts, pinned first, then newest first, with one row more than the page. */
export async function selectPosts(
  db: Db,
  viewer: Viewer,
  group_id: string,
  page: Page<ParsedOf<typeof listGroupPosts>['after']>,
): Promise<(GroupPost & WithKeys)[]> {
  const rows = await db<(PostRow & WithKeys)[]>`
    select json_build_array(p.is_pinned, ${timeKey(db, 'p.created_at')}, p.post_id) as keys,
           ${postAsSeenBy(db, viewer)}
      from (select post_id from group_posts
             where group_id = ${group_id} ${page.after ? afterPost(db, page.after) : db``}
             order by is_pinned desc, created_at desc, post_id ${rowsOf(db, page)}) page
      join group_posts p using (post_id)
      left join users u on u.user_id = p.user_id and p.is_live
     order by p.is_pinned desc, p.created_at desc, p.post_id`
  return rows.map(shownPost)
}

/**
 * Returns the condition for posts after the cursor. Its first part is one range of the index. Its second part leaves
 * out the post of the cursor itself and the posts before it with the same time.
 */
function afterPost(db: Db, [isPinned, time, post_id]: readonly [boolean, string, string]) {
  return db`
    and (is_pinned, created_at) <= (${isPinned}, ${time}::timestamptz)
    and ((is_pinned, created_at) < (${isPinned}, ${time}::timestamptz) or post_id > ${post_id})`
}

/** Selects the number of posts, including tombstones, or undefined if the group does not exist. */
export async function selectPostCount(db: Db, group_id: string): Promise<number | undefined> {
  const [row] = await db<{ post_count: number }[]>`
    select post_count from groups where group_id = ${group_id}`
  return row?.post_count
}

export async function selectPost(db: Db, viewer: Viewer, post_id: string): Promise<GroupPost> {
  const [row] = await db<PostRow[]>`
    select ${postAsSeenBy(db, viewer)}
      from group_posts p
      left join users u on u.user_id = p.user_id and p.is_live
     where p.post_id = ${post_id}`
  return shownPost(row!)
}

export async function postExists(db: Db, group_id: string, post_id: string): Promise<boolean> {
  const rows = await db`select from group_posts where post_id = ${post_id} and group_id = ${group_id}`
  return rows.length > 0
}

/** Returns the first line of the post `p`. */
export function firstLine(db: Db) {
  return db`split_part(replace(p.content, E'\\r', E'\\n'), E'\\n', 1)`
}

// Activity ---------------------------------------------------------------------------------------------------------

/**
 * Selects the live posts in the groups that a member follows, except those by the member and by muted members, newest
 * first, with one row more than the page. The newest posts of each group are read from an index, and the newest of those
 * are the page.
 */
export function selectActivity(db: Db, user_id: string, page: Page): Promise<GroupActivity[]> {
  return db<GroupActivity[]>`
    select g.group_id, g.group_name, p.post_id,
           left(line, ${postTitleLength}) as post_title, length(line) > ${postTitleLength} as title_is_cut,
           p.language, p.created_at
      from (select newest.post_id from group_follows f
             cross join lateral (
               select post_id, created_at from group_posts
                where group_id = f.group_id and is_live
                  and user_id is distinct from f.user_id and ${isNotMuted(db, user_id, db`user_id`)}
                order by created_at desc, post_id ${rowsUpTo(db, page)}) newest
             where f.user_id = ${user_id}
             order by newest.created_at desc, newest.post_id ${rowsOf(db, page)}) page
      join group_posts p using (post_id) join groups g on g.group_id = p.group_id
     cross join lateral ${firstLine(db)} line
     order by p.created_at desc, p.post_id`
}

/**
 * Returns the sum of the stored counts of the groups, minus the member's own posts and those of muted members.
 */
export async function countActivity(db: Db, user_id: string): Promise<number> {
  // The subquery is materialized, because the planner would otherwise search for the member's posts among all posts of
  // each group.
  const [row] = await db<{ total: number }[]>`
    with own as materialized (
      select group_id from group_posts
       where (user_id = ${user_id} or user_id = any(array(select muted_id from mutes where user_id = ${user_id})))
         and is_live)
    select (select coalesce(sum(g.live_post_count), 0)
              from group_follows f join groups g using (group_id) where f.user_id = ${user_id})
         - (select count(*) from own join group_follows f using (group_id) where f.user_id = ${user_id}) as total`
  return row?.total ?? 0
}
