import { readFile } from 'node:fs/promises'
import { stances, type Stance } from '../contract/stances.ts'
import type { CategoryId } from '../contract/discussions.ts'
import { repairFigures } from '../server/check/figures.ts'
import type { Db, Pool } from '../server/kit/db.ts'
import { hashPassword } from '../server/kit/passwords.ts'
import { settle } from '../server/places/residence.ts'
import type { Resolution } from '../server/places/resolution.ts'
import { resolveAddress } from '../server/places/resolve.ts'
import { chanceOf, pick, shareOf } from './chance.ts'
import { insertNews } from './seedNews.ts'
import { seedGroups } from './seedGroups.ts'

export const demoCode = 'HURD-DEMO-2026'
export const demoPassword = 'hurd-demo-2026'
const demoCodeUses = 1_000_000

type CastMember = {
  username: string
  full_name: string
  email: string
  bio: string
  address: string | null
  email_verified: boolean
  member_type: string
  account_status: 'active' | 'inactive'
  joined_days_ago: number
}

type SeedComment = {
  by: string
  category?: CategoryId
  content: string
  hours_ago: number
  replies?: SeedComment[]
}

/** Somebody who spoke and was then convinced: `comment` is the place of what convinced them, level by level. */
type SeedChange = { by: string; from: Stance; comment: number[]; hours_ago: number }

type SeedDiscussion = {
  source_id: string
  /** Held now, after any change. */
  stances?: Record<string, Stance>
  changes?: SeedChange[]
  comments: SeedComment[]
}

const discussionFiles = [
  'discussions-federal.json',
  'discussions-state-local.json',
  'discussions-newest.json',
]

/** The first six of the cast, as the README's sign-in table shows them. */
export async function demoSignIns(): Promise<{ email: string; who: string }[]> {
  const roles = [
    'resident',
    'without an address',
    'unverified',
    'official',
    'community leader',
    'deactivated',
  ]
  const cast = await readCast()
  return roles.map((who, at) => ({ email: cast[at]!.email, who }))
}

/**
 * The invented cast with their stances, votes and discussions: the same for every instance, apart from the day it was
 * made. Only onto bills that are held; every figure is then computed from the rows.
 */
export async function seedDemo(pool: Pool): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  const cast = await readCast()
  const homes = await findHomes(pool, cast)
  const discussions = (await Promise.all(discussionFiles.map(readDiscussions))).flat()
  await pool.begin(async (db) => {
    const members = await insertCast(db, cast, password_hash)
    for (const [username, home] of homes) await settle(db, members.get(username)!, home, false)
    const bills = await selectBillIds(db)
    const comments: SeededComment[] = []
    for (const discussion of discussions) {
      const bill_id = bills.get(discussion.source_id)
      if (!bill_id) throw new Error(`No bill ${discussion.source_id} for its discussion`)
      comments.push(...(await insertThreads(db, members, bill_id, discussion.comments)))
    }
    await insertStances(db, members, bills, discussions, comments)
    await insertVotes(db, members, comments)
    await insertFollowing(db, members, bills)
    await insertNews(db)
    await seedGroups(db, members)
    await repairFigures(db)
  })
}

async function readJson(name: string): Promise<unknown> {
  return JSON.parse(await readFile(new URL(`seed/${name}`, import.meta.url), 'utf8'))
}

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; a wrong field breaks its insert
const readCast = async () => (await readJson('cast.json')) as CastMember[]
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own file; a wrong field breaks its insert
const readDiscussions = async (name: string) => (await readJson(name)) as SeedDiscussion[]

/** Where each of the cast lives, found as for anybody else. */
async function findHomes(pool: Pool, cast: CastMember[]): Promise<Map<string, Resolution>> {
  const homes = new Map<string, Resolution>()
  for (const { username, address } of cast) {
    if (address) homes.set(username, await resolveAddress(pool, address))
  }
  return homes
}

/** User ids by username, in the cast's order. */
async function insertCast(db: Db, cast: CastMember[], password_hash: string): Promise<Map<string, string>> {
  await db`
    insert into access_codes (code, max_uses, note)
    values (${demoCode}, ${demoCodeUses}, 'Demonstration: anyone who starts this instance may use it')
    on conflict do nothing`
  const members = new Map<string, string>()
  for (const one of cast) {
    const [row] = await db<{ user_id: string }[]>`
      insert into users (username, full_name, email, password_hash, bio, address, member_type,
                         account_status, access_code, created_at, email_verified_at)
      values (${one.username}, ${one.full_name}, ${one.email}, ${password_hash}, ${one.bio}, ${one.address},
              ${one.member_type}, ${one.account_status}, ${demoCode},
              now() - make_interval(days => ${one.joined_days_ago}),
              ${one.email_verified ? db`now() - make_interval(days => ${one.joined_days_ago})` : null})
      returning user_id`
    members.set(one.username, row!.user_id)
  }
  return members
}

async function selectBillIds(db: Db): Promise<Map<string, string>> {
  const rows = await db<{ source_id: string; bill_id: string }[]>`
    select source_id, bill_id from bills order by source_id`
  return new Map(rows.map((row) => [row.source_id, row.bill_id]))
}

type SeededComment = { comment_id: string; bill_id: string; by: string; hours_ago: number; place: string }

async function insertThreads(
  db: Db,
  members: Map<string, string>,
  bill_id: string,
  threads: SeedComment[],
): Promise<SeededComment[]> {
  const made: SeededComment[] = []

  async function insertComment(
    comment: SeedComment,
    category_id: string,
    parent: string | null,
    place: number[],
  ) {
    const user_id = members.get(comment.by)
    if (!user_id) throw new Error(`Nobody of the cast is called ${comment.by}`)
    const [row] = await db<{ comment_id: string }[]>`
      insert into bill_comments (bill_id, category_id, parent_comment_id, depth, user_id, content, created_at)
      values (${bill_id}, ${category_id}, ${parent}, ${place.length}, ${user_id}, ${comment.content},
              now() - make_interval(secs => ${comment.hours_ago * 3600}))
      returning comment_id`
    const comment_id = row!.comment_id
    made.push({ comment_id, bill_id, by: comment.by, hours_ago: comment.hours_ago, place: place.join('.') })
    for (const [at, reply] of (comment.replies ?? []).entries()) {
      await insertComment(reply, category_id, comment_id, [...place, at])
    }
  }

  for (const [at, thread] of threads.entries()) {
    await insertComment(thread, thread.category ?? 'general-discussion', null, [at])
  }
  return made
}

/**
 * Some of the cast take a stance on most bills, some on a few, each bill leaning its own way; who spoke holds the stance
 * of their words. One in eight of those who did not speak on a discussed bill came to theirs through somebody's comment.
 */
async function insertStances(
  db: Db,
  members: Map<string, string>,
  bills: Map<string, string>,
  discussions: SeedDiscussion[],
  comments: SeededComment[],
) {
  const spoken = new Map(discussions.map((one) => [one.source_id, one]))
  for (const [source_id, bill_id] of bills) {
    const lean = leanOf(source_id)
    const discussion = spoken.get(source_id)
    const said = comments.filter((comment) => comment.bill_id === bill_id)
    for (const [username, user_id] of members) {
      const seed = `${source_id} ${username}`
      const own = discussion?.stances?.[username]
      if (!own && !chanceOf(`stance ${seed}`, appetiteOf(username))) continue
      const stance = own ?? drawStance(`lean ${seed}`, lean)
      const change = own
        ? toldChange(username, said, discussion?.changes ?? [])
        : drawChange(seed, username, stance, said)
      const hoursAgo = change?.hours_ago ?? 2 + shareOf(`when ${seed}`) * 900
      await insertStance(db, { bill_id, user_id, stance, hoursAgo }, change)
    }
  }
}

type Change = { comment_id: string; before: Stance; hours_ago: number } | null

function toldChange(username: string, said: SeededComment[], changes: SeedChange[]): Change {
  const told = changes.find((change) => change.by === username)
  if (!told) return null
  const convincing = said.find((comment) => comment.place === told.comment.join('.'))
  if (!convincing) throw new Error(`No comment at ${told.comment.join('.')} to convince ${username}`)
  return { comment_id: convincing.comment_id, before: told.from, hours_ago: told.hours_ago }
}

function drawChange(seed: string, username: string, stance: Stance, said: SeededComment[]): Change {
  const convincing = said.filter((comment) => comment.by !== username)
  if (convincing.length === 0 || !chanceOf(`mind ${seed}`, 0.125)) return null
  const by = pick(`by ${seed}`, convincing)
  return {
    comment_id: by.comment_id,
    before: pick(
      `before ${seed}`,
      stances.filter((one) => one !== stance),
    ),
    hours_ago: by.hours_ago * shareOf(`when ${seed}`),
  }
}

async function insertStance(
  db: Db,
  taken: { bill_id: string; user_id: string; stance: Stance; hoursAgo: number },
  change: Change,
) {
  const { bill_id, user_id, stance, hoursAgo } = taken
  const at = db`now() - make_interval(secs => ${hoursAgo * 3600})`
  const comment_id = change?.comment_id ?? null
  const source = change ? 'comment' : 'direct'
  await db`
    insert into stances (bill_id, user_id, stance, change_source, comment_id, first_taken_at, changed_at)
    values (${bill_id}, ${user_id}, ${stance}, ${source}, ${comment_id}, ${at}, ${at})`
  if (change) {
    await db`
      insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, changed_at)
      values (${bill_id}, ${user_id}, null, ${change.before}, 'direct', ${at} - interval '2 days')`
    await db`
      insert into mind_changes (comment_id, user_id, created_at) values (${comment_id}, ${user_id}, ${at})`
  }
  await db`
    insert into stance_changes (bill_id, user_id, from_stance, to_stance, change_source, comment_id, changed_at)
    values (${bill_id}, ${user_id}, ${change?.before ?? null}, ${stance}, ${source}, ${comment_id}, ${at})`
}

/** From one bill in fifty to eight in ten, most people nearer the first: so every level of engagement is among them. */
function appetiteOf(username: string): number {
  return 0.02 + shareOf(`appetite ${username}`) ** 2 * 0.8
}

type Lean = { support: number; oppose: number; neutral: number }

function leanOf(source_id: string): Lean {
  const support = 0.2 + shareOf(`support ${source_id}`) * 0.45
  const oppose = 0.1 + shareOf(`oppose ${source_id}`) * (0.8 - support)
  return { support, oppose, neutral: (1 - support - oppose) * 0.4 }
}

function drawStance(seed: string, lean: Lean): Stance {
  const drawn = shareOf(seed)
  if (drawn < lean.support) return 'support'
  if (drawn < lean.support + lean.oppose) return 'oppose'
  return drawn < lean.support + lean.oppose + lean.neutral ? 'neutral' : 'learning'
}

async function insertVotes(db: Db, members: Map<string, string>, comments: SeededComment[]) {
  for (const comment of comments) {
    const liked = 0.5 + shareOf(`liked ${comment.by} ${comment.hours_ago}`) * 0.45
    const votes = [...members].flatMap(([username, user_id], at) => {
      const seed = `${comment.by} ${comment.hours_ago} ${at}`
      if (username === comment.by || !chanceOf(`votes ${seed}`, 0.45)) return []
      return [{ user_id, vote: chanceOf(`vote ${seed}`, liked) ? 'upvote' : 'downvote' }]
    })
    await db`
      insert into comment_votes (comment_id, bill_id, user_id, vote, created_at)
      select ${comment.comment_id}, ${comment.bill_id}, user_id, vote, now() - make_interval(secs => ${comment.hours_ago * 1800})
        from unnest(${votes.map((one) => one.user_id)}::uuid[], ${votes.map((one) => one.vote)}::text[])
          as cast_votes (user_id, vote)`
  }
}

async function insertFollowing(db: Db, members: Map<string, string>, bills: Map<string, string>) {
  const topics = await db<{ topic: string }[]>`
    select topic from bill_totals where topic <> '' group by topic order by sum(bill_count) desc, topic limit 12`
  const people = [...members]
  for (const [username, user_id] of people) {
    for (const { topic } of topics) {
      if (!chanceOf(`topic ${username} ${topic}`, 0.25)) continue
      await db`insert into topic_follows (user_id, topic) values (${user_id}, ${topic})`
    }
    for (const [other, followee_id] of people) {
      if (other === username || !chanceOf(`follows ${username} ${other}`, 0.2)) continue
      await db`insert into follows (follower_id, followee_id) values (${user_id}, ${followee_id})`
    }
    for (const [source_id, bill_id] of bills) {
      if (!chanceOf(`bookmark ${username} ${source_id}`, 0.04)) continue
      await db`insert into bookmarks (user_id, bill_id) values (${user_id}, ${bill_id})`
    }
  }
}
