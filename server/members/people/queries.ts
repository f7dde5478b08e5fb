import type { Profile } from '#contract/accounts/accounts.ts'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { nameOfCategory } from '#contract/discussions.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import type { listFollowers, listMemberStances, Stats, UserCard } from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { timeKey } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { isOpenTo } from './mutes/blocks.ts'
import { isNotMuted } from './mutes/mutedAuthors.ts'

export type Page = { limit: number; offset: number }
type ProfileRow = Omit<Profile, 'recentComments'> & {
  recentComments: (Omit<Profile['recentComments'][number], 'category_name'> & { category_id: string })[]
}

/**
 * Returns the condition that `viewer` may see the member `u`: either the viewer's own account, or an active member with
 * a public profile.
 */
function isShown(db: Db, viewer: string) {
  return db`(u.user_id = ${viewer} or (u.account_status = 'active' and u.public_profile))`
}

/**
 * Returns the condition that `viewer` may see the stances of the member `u`. `showsComments` does the same for the list
 * of comments. A block hides lists but no totals, so lists also use `isOpenTo`.
 */
function showsStances(db: Db, viewer: string) {
  return db`(u.public_stances or u.user_id = ${viewer})`
}

function showsComments(db: Db, viewer: string) {
  return db`(u.public_comments or u.user_id = ${viewer})`
}

/**
 * Selects a member's profile for `viewer`, or undefined if the member was deleted, is deactivated or has a private
 * profile.
 */
export async function selectProfile(db: Db, viewer: string, user_id: string): Promise<Profile | undefined> {
  const isOpen = isOpenTo(db, viewer, user_id)
  const [profile] = await db<ProfileRow[]>`
    select u.user_id as "userId", u.username, u.full_name as "fullName", u.bio,
           case when u.user_id = ${viewer} then u.address end as address,
           u.profile_picture_url as "profilePictureUrl", u.email_verified_at is not null as "isVerified",
           engagement_level(u.total_stances, u.total_comments, u.follower_count) as "engagementLevel",
           u.total_stances as "totalStances", u.total_comments as "totalComments",
           (u.total_stances + 2 * u.total_comments + 0.5 * u.follower_count)::float8 as "totalActivityPoints",
           u.follower_count as "followerCount", u.following_count as "followingCount",
           exists (select from follows f where f.follower_id = ${viewer} and f.followee_id = u.user_id)
             as "isFollowing",
           exists (select from follows f where f.follower_id = u.user_id and f.followee_id = ${viewer})
             as "followsViewer",
           (select m.kind from mutes m where m.user_id = ${viewer} and m.muted_id = u.user_id) as muted,
           coalesce(rs.items, '[]') as "recentStances", coalesce(rc.items, '[]') as "recentComments",
           coalesce(t.items, '[]') as "followedTopics", coalesce(g.items, '[]') as "followedGroups"
      from users u
      left join lateral (
        select json_agg(json_build_object('stance', s.stance, 'created_at', iso_time(s.changed_at),
                 'bill_title', b.title, 'category_name', b.topics[1], 'bill_id', b.bill_id,
                 'is_outdated', s.version_no < n.counted_from_version)
                 order by s.changed_at desc) as items
          from (select * from stances where user_id = u.user_id and ${showsStances(db, viewer)} and ${isOpen}
                 order by changed_at desc limit 8) s
          join bills b using (bill_id) join bill_counters n using (bill_id)) rs on true
      left join lateral (
        select json_agg(json_build_object('content', c.content, 'language', c.language, 'created_at', iso_time(c.created_at),
                 'bill_title', b.title, 'category_id', c.category_id,
                 'bill_id', b.bill_id, 'comment_id', c.comment_id) order by c.created_at desc) as items
          from (select * from bill_comments
                 where user_id = u.user_id and is_live and ${showsComments(db, viewer)} and ${isOpen}
                 order by created_at desc limit 8) c
          join bills b using (bill_id)) rc on true
      left join lateral (
        select json_agg(json_build_object('topic', f.topic, 'bill_count', topic_bill_count(f.topic))
                        order by f.topic) as items
          from topic_follows f where f.user_id = u.user_id and ${isOpen}) t on true
      left join lateral (
        select json_agg(json_build_object('group_id', g.group_id, 'group_name', g.group_name,
                 'government_level', g.government_level, 'follower_count', g.follower_count,
                 'jurisdiction', g.jurisdiction, 'group_type', g.group_type) order by g.group_name, g.group_id) as items
          from group_follows f join groups g using (group_id)
         where f.user_id = u.user_id and ${isOpen} and (u.user_id = ${viewer} or not f.is_own_place)) g on true
     where u.user_id = ${user_id} and ${isShown(db, viewer)}`
  return (
    profile && {
      ...profile,
      recentComments: profile.recentComments.map(({ category_id, ...comment }) =>
        Object.assign(comment, { category_name: nameOfCategory(category_id) }),
      ),
    }
  )
}

/**
 * Selects the member who has this username, or who had it recently enough that it is still reserved. A current username
 * has priority.
 */
export async function selectIdByUsername(db: Db, username: string): Promise<string | undefined> {
  const [row] = await db<{ user_id: string }[]>`
    select user_id, 1 as rank from users where lower(username) = lower(${username})
    union all
    select user_id, 2 from former_usernames
     where username_key = lower(${username}) and reserved_until > now()
     order by rank limit 1`
  return row?.user_id
}

/** Selects a member's statistics. The breakdowns include zeros. What the member keeps private counts as zero. */
export async function getProfileStats(db: Db, viewer: string, user_id: string): Promise<Stats | undefined> {
  const [stats] = await db<Stats[]>`
    with visible_stances as materialized (
      select s.stance, b.government_level, count(*) as stances
        from users u join stances s using (user_id) join bill_counters b using (bill_id)
       where u.user_id = ${user_id} and ${showsStances(db, viewer)}
       group by s.stance, b.government_level)
    select u.member_number as "memberNumber", u.minds_changed as "mindsChanged",
           (select json_build_object('upvotes', coalesce(sum(c.upvotes), 0), 'downvotes', coalesce(sum(c.downvotes), 0))
              from bill_comments c
             where c.user_id = u.user_id and c.is_live and ${showsComments(db, viewer)})
             as "commentVotes",
           (select json_agg(json_build_object('stance', kind, 'count',
                     (select coalesce(sum(stances), 0) from visible_stances where stance = kind)) order by position)
              from unnest(${[...stances]}::text[]) with ordinality as k (kind, position)) as "stanceBreakdown",
           (select json_agg(json_build_object('government_level', level, 'count',
                     (select coalesce(sum(stances), 0) from visible_stances where government_level = level)) order by position)
              from unnest(${[...governmentLevels]}::text[]) with ordinality as l (level, position))
             as "governmentLevelBreakdown"
      from users u where u.user_id = ${user_id} and ${isShown(db, viewer)}`
  return stats
}

export async function isShownTo(db: Db, viewer: string, user_id: string): Promise<boolean> {
  const rows = await db`select from users u where u.user_id = ${user_id} and ${isShown(db, viewer)}`
  return rows.length > 0
}

type WithTotal<T> = { items: T[]; total: number }

/** A row with its sort keys. */
type WithKeys = { keys: unknown[] }

/**
 * Up to this number, the total counts only the members that the viewer can see. Counting more would take longer than
 * the page.
 */
const exactFollows = 1_000

/**
 * Selects a member's followers or the members that the member follows, newest first, with one row more than the page.
 * Includes only members that `viewer` may see. Members that `viewer` muted are included only in the viewer's own lists,
 * because a follow is ended there. Empty for viewers that the owner of the list blocked.
 */
export async function selectFollows(
  db: Db,
  viewer: string,
  side: 'followers' | 'following',
  { id, limit, offset, after }: ParsedOf<typeof listFollowers>,
): Promise<WithTotal<UserCard & WithKeys>> {
  const [from, to] =
    side === 'followers' ? [db`f.followee_id`, db`f.follower_id`] : [db`f.follower_id`, db`f.followee_id`]
  const source = db`from follows f join users u on u.user_id = ${to}
                   where ${from} = ${id} and u.account_status = 'active' and ${isShown(db, viewer)}`
  const withoutMuted =
    viewer === id ? db`` : db`and ${isNotMuted(db, viewer, db`u.user_id`)} and ${isOpenTo(db, viewer, id)}`
  // The first condition is one range of the index. The second leaves out the row of the cursor and the rows before it.
  const rest = after
    ? db`and f.created_at <= ${after[0]}::timestamptz
         and (f.created_at < ${after[0]}::timestamptz or ${to} > ${after[1]})`
    : db``
  const items = await db<(UserCard & WithKeys)[]>`
    select json_build_array(${timeKey(db, 'f.created_at')}, ${to}) as keys,
           u.user_id, u.username, u.full_name, u.profile_picture_url,
           engagement_level(u.total_stances, u.total_comments, u.follower_count) as engagement_level,
           u.email_verified_at is not null as is_verified,
           exists (select from follows mine where mine.follower_id = ${viewer} and mine.followee_id = u.user_id)
             as is_following,
           (select m.kind from mutes m where m.user_id = ${viewer} and m.muted_id = u.user_id) as muted
      ${source} ${withoutMuted} ${rest} order by f.created_at desc, ${to} limit ${limit + 1} offset ${after ? 0 : offset}`
  const counter = db(side === 'followers' ? 'follower_count' : 'following_count')
  const [row] = await db<{ total: number }[]>`
    select case when o.${counter} > ${exactFollows} then o.${counter} else (select count(*)::int ${source}) end as total
      from users o where o.user_id = ${id}`
  return { items, total: row?.total ?? 0 }
}

type MemberStance = OutputOf<typeof listMemberStances>['stances'][number]

/** Selects a member's stances, latest change first. Empty for other viewers if the member keeps stances private. */
export async function selectStances(
  db: Db,
  viewer: string,
  user_id: string,
  page: Page,
): Promise<WithTotal<MemberStance>> {
  const source = db`from users u join stances s using (user_id)
                   where u.user_id = ${user_id} and ${showsStances(db, viewer)}
                     and ${isOpenTo(db, viewer, user_id)}`
  const items = await db<MemberStance[]>`
    select s.stance, s.changed_at as created_at, b.bill_id, b.bill_code, b.title as bill_title,
           b.government_level, b.topics[1] as category_name, s.version_no < n.counted_from_version as is_outdated
      from (select s.* ${source} order by s.changed_at desc, s.bill_id
             limit ${page.limit} offset ${page.offset}) s
      join bills b using (bill_id) join bill_counters n using (bill_id) order by s.changed_at desc, s.bill_id`
  const [row] = await db<{ total: number }[]>`
    select u.total_stances as total from users u
     where u.user_id = ${user_id} and ${showsStances(db, viewer)} and ${isOpenTo(db, viewer, user_id)}`
  return { items, total: row?.total ?? 0 }
}
