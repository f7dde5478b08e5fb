import {
  groupSections,
  postTitleLength,
  type ListedGroup,
  type listGroups as listGroupsEndpoint,
} from '#contract/groups.ts'
import type { OutputOf, ParsedOf } from '#contract/kit/endpoint.ts'
import { isNotMuted } from '#server/members/people/mutes/mutedAuthors.ts'
import { pageOf, refuseCursor, timeKey } from '#server/platform/http/page.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { firstLine, groupAsSeenBy, type WithKeys, rowsOf, rowsUpTo, type Viewer } from './queries.ts'

type GroupPage = ParsedOf<typeof listGroupsEndpoint>
type KeyedGroup = ListedGroup & WithKeys

/** Returns one page of all groups in one of the two orders. */
export async function listGroups(
  db: Db,
  viewer: Viewer,
  page: GroupPage,
): Promise<OutputOf<typeof listGroupsEndpoint>> {
  const select = page.order === 'places' ? selectByPlace : selectByActivity
  const [rows, total] = await Promise.all([select(db, viewer, page), countGroups(db, page)])
  const { items, has_more, next } = pageOf(rows, page.limit)
  return { groups: items, pagination: { limit: page.limit, offset: page.offset, total, has_more }, next }
}

/** Selects the groups with the most recent activity first, then by name. Selects one row more than the page. */
function selectByActivity(db: Db, viewer: Viewer, page: GroupPage): Promise<KeyedGroup[]> {
  // An index sorts by this expression. Groups without activity come last.
  const activity = db`coalesce(g.last_activity_at, '-infinity'::timestamptz)`
  return db<KeyedGroup[]>`
    select json_build_array(${timeKey(db, 'g.last_activity_at')}, g.group_name, g.group_id) as keys,
           ${groupAsSeenBy(db, viewer)}
      from groups g where ${matching(db, page)} ${afterActivity(db, page)}
     order by ${activity} desc, g.group_name, g.group_id ${rowsOf(db, page)}`
}

/**
 * Returns the condition for groups after the cursor. Its first part is one range of the index. Its second part leaves
 * out groups in this range that are not after the cursor.
 */
function afterActivity(db: Db, { after }: GroupPage) {
  if (!after) return db``
  const [time, name, group_id] = after
  if (typeof time === 'number') refuseCursor()
  const activity = db`coalesce(g.last_activity_at, '-infinity'::timestamptz)`
  const key = db`${time ?? '-infinity'}::timestamptz`
  return db`
    and ${activity} <= ${key} and (${activity} < ${key} or (g.group_name, g.group_id) > (${name}, ${group_id}))`
}

/**
 * The number of newest posts that are searched for the latest one to show. Posts by a suspended or muted author are skipped.
 */
const newestPosts = 5

/**
 * Selects the groups of the viewer's divisions, then the groups that the viewer follows, then all others in the order
 * of an index. The first two kinds are few (`maxGroupFollows`), so the scan of the index skips few groups.
 */
function selectByPlace(db: Db, viewer: Viewer, page: GroupPage): Promise<KeyedGroup[]> {
  const isShown = db`(u.user_id = ${viewer} or (u.account_status = 'active' and u.public_profile))`
  const [ownGroups, followedGroups, otherGroups] = groupSections.map((_, section) => ({
    columns: db`${db.unsafe(String(section))} as section, g.place_order, g.group_id`,
    condition: db`${matching(db, page)} ${afterPlace(db, section, page)}`,
  }))
  return db<KeyedGroup[]>`
    with own as materialized (
      select g.group_id from member_divisions d join groups g on g.jurisdiction = d.division
       where d.user_id = ${viewer}),
    followed as materialized (
      select f.group_id from group_follows f
       where f.user_id = ${viewer} and f.group_id not in (select group_id from own)),
    page as (
      select * from (
        select ${ownGroups!.columns} from own join groups g using (group_id) where ${ownGroups!.condition}
        union all
        select ${followedGroups!.columns} from followed join groups g using (group_id) where ${followedGroups!.condition}
        union all
        (select ${otherGroups!.columns} from groups g
          where g.group_id not in (select group_id from own) and g.group_id not in (select group_id from followed)
            and ${otherGroups!.condition}
          order by g.place_order, g.group_id ${rowsUpTo(db, page)})) sections
       order by section, place_order, group_id ${rowsOf(db, page)})
    select json_build_array(page.section, page.place_order, page.group_id) as keys, ${groupAsSeenBy(db, viewer)},
           (${[...groupSections]}::text[])[page.section + 1] as section, newest.post as latest_post
      from page join groups g using (group_id)
      left join lateral (
        select json_build_object('post_id', p.post_id, 'title', left(line, ${postTitleLength}),
                 'title_is_cut', length(line) > ${postTitleLength}, 'language', p.language, 'created_at', iso_time(p.created_at),
                 'author_name', case when ${isShown} then u.full_name end) as post
          from (select * from group_posts
                 where group_id = g.group_id and is_live
                 order by created_at desc, post_id limit ${db.unsafe(String(newestPosts))}) p
          left join users u using (user_id)
         cross join lateral ${firstLine(db)} line
         where u.account_status is distinct from 'suspended' and ${isNotMuted(db, viewer, db`p.user_id`)}
         order by p.created_at desc, p.post_id limit 1) newest on page.section < 2
     order by page.section, page.place_order, page.group_id`
}

/** Returns the condition for groups of this section that are after the cursor. */
function afterPlace(db: Db, section: number, { after }: GroupPage) {
  if (!after) return db``
  const [afterSection, position, group_id] = after
  if (typeof afterSection !== 'number') refuseCursor()
  if (section < afterSection) return db`and false`
  return section > afterSection
    ? db``
    : db`and (g.place_order, g.group_id) > (${position} collate "C", ${group_id}::uuid)`
}

async function countGroups(db: Db, page: GroupPage): Promise<number> {
  const [row] = await db<{ total: number }[]>`
    select coalesce(sum(group_count), 0)::int as total from group_totals g where ${matching(db, page)}`
  return row?.total ?? 0
}

function matching(db: Db, { government_level, group_type }: GroupPage) {
  return db`true
    ${government_level ? db`and g.government_level = ${government_level}` : db``}
    ${group_type ? db`and g.group_type = ${group_type}` : db``}`
}
