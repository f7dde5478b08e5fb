import { ensureGroups } from '#server/legislation/places/groups/ensureGroups.ts'
import { textLanguage } from '#server/participation/comments/textLanguage.ts'
import type { Db } from '#server/platform/postgres/db.ts'
import { chanceOf, shareOf } from './demo/chance.ts'
import { readSeedFile } from './seedFile.ts'

type SeedComment = { by: string; content: string; hours_ago: number; replies?: SeedComment[] }
type SeedPost = SeedComment & { is_pinned?: boolean; comments?: SeedComment[] }
type SeedGroup = { jurisdiction: string; posts: SeedPost[] }

/**
 * Creates what the demo members do in groups: follows, posts, comments and likes. Some posts are pinned. `members` maps
 * usernames to user ids. The caller computes the counters from the rows.
 */
export async function seedGroups(db: Db, members: Map<string, string>): Promise<void> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; a wrong field breaks its insert
  const groups = (await readSeedFile('groups.json')) as SeedGroup[]
  await ensureGroups(
    db,
    groups.map((group) => group.jurisdiction),
  )
  for (const group of groups) {
    const [row] = await db<{ group_id: string }[]>`
      select group_id from groups where jurisdiction = ${group.jurisdiction}`
    for (const post of group.posts) await insertPost(db, members, row!.group_id, post)
  }
  await insertFollows(db, members)
}

function idOf(members: Map<string, string>, username: string): string {
  const user_id = members.get(username)
  if (!user_id) throw new Error(`There is no demo member ${username}`)
  return user_id
}

function hoursAgo(db: Db, hours: number) {
  return db`now() - make_interval(secs => ${hours * 3600})`
}

async function insertPost(db: Db, members: Map<string, string>, group_id: string, post: SeedPost) {
  const [row] = await db<{ post_id: string }[]>`
    insert into group_posts (group_id, user_id, content, language, is_pinned, created_at)
    values (${group_id}, ${idOf(members, post.by)}, ${post.content}, ${textLanguage(post.content, null)}, ${post.is_pinned ?? false},
            ${hoursAgo(db, post.hours_ago)})
    returning post_id`
  const post_id = row!.post_id

  async function insertComment(comment: SeedComment, parent: string | null, depth: number) {
    const [inserted] = await db<{ comment_id: string }[]>`
      insert into group_comments (post_id, group_id, parent_comment_id, depth, user_id, content, language, created_at)
      values (${post_id}, ${group_id}, ${parent}, ${depth}, ${idOf(members, comment.by)}, ${comment.content},
              ${textLanguage(comment.content, null)},
              ${hoursAgo(db, comment.hours_ago)})
      returning comment_id`
    for (const reply of comment.replies ?? []) await insertComment(reply, inserted!.comment_id, depth + 1)
  }
  for (const comment of post.comments ?? []) await insertComment(comment, null, 1)

  const likeRate = 0.15 + shareOf(`warmth ${post.by} ${post.hours_ago}`) * 0.55
  const likers = [...members].filter(([username]) => {
    return username !== post.by && chanceOf(`likes ${username} ${post.by} ${post.hours_ago}`, likeRate)
  })
  await db`
    insert into group_likes (post_id, user_id, created_at)
    select ${post_id}, unnest(${likers.map(([, user_id]) => user_id)}::uuid[]), ${hoursAgo(db, post.hours_ago / 2)}`
}

/**
 * Inserts follows. Most demo members follow the groups where they live. Of those without a known home, half follow the
 * nation. A few follow a distant city or state.
 */
async function insertFollows(db: Db, members: Map<string, string>) {
  const rows = await db<
    { username: string; user_id: string; group_id: string; group_type: string; is_resident: boolean }[]
  >`
    select u.username, u.user_id, g.group_id, g.group_type, d.user_id is not null as is_resident
      from users u cross join groups g
      left join member_divisions d on d.user_id = u.user_id and d.division = g.jurisdiction
     where u.user_id = any(${[...members.values()]}::uuid[]) and (u.address is not null or g.government_level <> 'local')
     order by u.member_number, g.jurisdiction`
  const follows = rows.filter(({ username, group_id, group_type, is_resident }) => {
    const likelihood = is_resident
      ? 0.75
      : group_type === 'country'
        ? 0.5
        : group_type === 'county'
          ? 0
          : 0.04
    return chanceOf(`follows group ${username} ${group_type} ${group_id}`, likelihood)
  })
  await db`
    insert into group_follows (user_id, group_id)
    select * from unnest(${follows.map((follow) => follow.user_id)}::uuid[], ${follows.map((follow) => follow.group_id)}::uuid[])
    on conflict do nothing`
}
