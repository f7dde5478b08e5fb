import { ensureGroups } from '#server/legislation/places/groups/ensureGroups.ts'
import { repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import * as commentQueries from '#server/participation/groups/commentQueries.ts'
import { listGroups } from '#server/participation/groups/groupList.ts'
import * as queries from '#server/participation/groups/queries.ts'
import type { Pool } from '#server/platform/postgres/db.ts'
import { explainStatements } from '../report/plans.ts'
import { openViewers, type Viewer } from '../requests.ts'
import { type GrowingPage, waitForIdle } from '../rows.ts'
import type { Cluster } from '../server/cluster.ts'
import { startProduct, type Product } from '../server/product.ts'

export type GroupSize = { members: number; posts: number }
export const groupSizes: GroupSize[] = [
  { members: 1_000, posts: 500 },
  { members: 100_000, posts: 50_000 },
]

/** Increase this whenever the rows change. */
const seedVersion = 1

const town = 'ocd-division/country:us/state:ny/place:bench_town'

export type GroupStage = {
  size: GroupSize
  pool: Pool
  url: string
  product: Product
  viewers: Viewer[]
  group_id: string
  post_id: string
}

/** Starts the product on a database with one group of this size and 500 empty groups. */
export async function openGroupStage(cluster: Cluster, size: GroupSize): Promise<GroupStage> {
  const name = `bench_group_${size.members}`
  const { url, pool } = await cluster.seeded(name, `groups ${seedVersion}`, (pool) => seedGroup(pool, size))
  const [row] = await pool<{ group_id: string; post_id: string }[]>`
    select g.group_id, p.post_id from groups g join group_posts p using (group_id)
     where g.jurisdiction = ${town} order by p.comment_count desc, p.post_id limit 1`
  const viewers = await openViewers(pool)
  const product = await startProduct(url, cluster.folder)
  await waitForIdle(cluster, product)
  return { size, pool, url, product, viewers, ...row! }
}

/** Each post has ten likes and two comments, and the newest one two hundred. Memberships and counts are computed at the end. */
async function seedGroup(pool: Pool, { members, posts }: GroupSize): Promise<void> {
  await pool.begin(async (db) => {
    const towns = Array.from(
      { length: 500 },
      (_, at) => `ocd-division/country:us/state:ny/place:quiet_town_${at + 1}`,
    )
    await ensureGroups(db, [...towns, 'ocd-division/country:us', 'ocd-division/country:us/state:ny', town])
    await db`
      insert into users (username, email, full_name, password_hash, ocd_city_id, member_type)
      select 'member-' || n, 'member' || n || '@example.org',
             substr(md5(n::text), 1, 6) || ' ' || substr(md5(n || 'x'), 1, 8), 'none', ${town},
             case when n % 200 = 0 then 'elected_official' when n % 50 = 0 then 'community_leader' else 'regular' end
        from generate_series(1, ${members}::int) n`
    await db`
      insert into member_divisions (user_id, division)
      select user_id, unnest(array['ocd-division/country:us', 'ocd-division/country:us/state:ny', ${town}]) from users`
    await db`analyze`
    await db`
      insert into group_follows (user_id, group_id)
      select user_id, group_id from users cross join groups
       where group_type = 'country' or (jurisdiction = ${town} and member_number % 2 = 0)`
    await db`
      with people as (select user_id, row_number() over (order by member_number) as n from users)
      insert into group_posts (group_id, user_id, content, is_pinned, created_at)
      select g.group_id, u.user_id, repeat('What people write in their groups. ', 1 + p % 12), p % 5000 = 0,
             now() - p * interval '3 minutes'
        from generate_series(1, ${posts}::int) p join people u on u.n = 1 + p * 7919 % ${members}
        join groups g on g.jurisdiction = ${town}`
    await db`
      with people as (select user_id, row_number() over (order by member_number) as n from users),
      numbered_posts as (select post_id, row_number() over (order by created_at desc) as p from group_posts)
      insert into group_likes (post_id, user_id)
      select post_id, user_id from numbered_posts cross join generate_series(1, 10) k
        join people u on u.n = 1 + (p * 31 + k * 7) % ${members} on conflict do nothing`
    await db`
      with people as (select user_id, row_number() over (order by member_number) as n from users),
      numbered_posts as (select post_id, group_id, row_number() over (order by created_at desc) as p from group_posts)
      insert into group_comments (post_id, group_id, user_id, content, created_at)
      select post_id, group_id, user_id, 'What people answer to that.', now() - k * interval '1 minute'
        from numbered_posts cross join lateral generate_series(1, case when p = 1 then 200 else 2 end) k
        join people u on u.n = 1 + (p * 17 + k) % ${members}`
    await repairDerivedCounts(db)
  })
  await pool`vacuum (analyze)`
}

export type GroupPage = GrowingPage<GroupStage> & {
  /** Sends the statements of this page so that their plans can be shown. */
  read: (db: Parameters<typeof queries.selectGroup>[0], stage: GroupStage, viewer: string) => Promise<unknown>
}

export const groupPages: GroupPage[] = [
  {
    name: 'list of groups',
    kind: 'other',
    path: () => '/api/groups',
    read: (db, _stage, viewer) => listGroups(db, viewer, { limit: 50, offset: 0, order: 'activity' }),
  },
  {
    name: 'list of groups by place',
    kind: 'other',
    path: () => '/api/groups?order=places',
    read: (db, _stage, viewer) => listGroups(db, viewer, { limit: 50, offset: 0, order: 'places' }),
  },
  {
    name: 'one group',
    kind: 'other',
    path: ({ group_id }) => `/api/groups/${group_id}`,
    read: (db, { group_id }, viewer) => queries.selectGroup(db, viewer, group_id),
  },
  {
    name: 'feed, first page',
    kind: 'group feed',
    path: ({ group_id }) => `/api/groups/${group_id}/posts`,
    read: (db, { group_id }, viewer) => queries.selectPosts(db, viewer, group_id, { limit: 20, offset: 0 }),
  },
  {
    name: 'feed, page 20',
    kind: 'group feed',
    path: ({ group_id }) => `/api/groups/${group_id}/posts?offset=380`,
    read: (db, { group_id }, viewer) => queries.selectPosts(db, viewer, group_id, { limit: 20, offset: 380 }),
  },
  {
    name: 'comments on a post, first page',
    kind: 'other',
    path: ({ group_id, post_id }) => `/api/groups/${group_id}/posts/${post_id}/comments`,
    read: (db, { group_id, post_id }, viewer) =>
      commentQueries.selectCommentPage(db, viewer, {
        id: group_id,
        post_id,
        limit: 50,
        offset: 0,
        parent_comment_id: undefined,
      }),
  },
  {
    name: 'numbers of members',
    kind: 'members',
    path: ({ group_id }) => `/api/groups/${group_id}`,
    read: (db, { group_id }) => queries.selectMemberStats(db, group_id),
  },
  {
    name: 'members, 50 of them',
    kind: 'members',
    path: ({ group_id }) => `/api/groups/${group_id}/members?limit=50`,
    read: (db, { group_id }, viewer) =>
      queries.selectMembers(db, viewer, { id: group_id, limit: 50, offset: 0, member_type: undefined }),
  },
  {
    name: 'members, 500 of them',
    kind: 'members',
    path: ({ group_id }) => `/api/groups/${group_id}/members`,
    read: (db, { group_id }, viewer) =>
      queries.selectMembers(db, viewer, { id: group_id, limit: 500, offset: 0, member_type: undefined }),
  },
  {
    name: 'may I post',
    kind: 'other',
    path: ({ group_id }) => `/api/groups/${group_id}/can-post`,
    read: (db, { group_id }, viewer) => queries.selectResidence(db, viewer, group_id),
  },
  {
    name: 'activity of followed groups',
    kind: 'other',
    path: () => '/api/activity/groups',
    read: (db, _stage, viewer) => queries.selectActivity(db, viewer, { limit: 20, offset: 0 }),
  },
]

export function explainGroupPage(stage: GroupStage, page: GroupPage): Promise<string[]> {
  const viewer = stage.viewers[Math.floor(stage.viewers.length / 2)]!
  return explainStatements(stage.pool, stage.url, (db) => page.read(db, stage, viewer.user_id))
}
