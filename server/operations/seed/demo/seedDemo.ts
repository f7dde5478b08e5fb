import type { AddressMatch } from '#server/legislation/places/addressMatch.ts'
import { gazetteerGeocoder } from '#server/legislation/places/geocoder.ts'
import { saveResidence } from '#server/legislation/places/residence.ts'
import { hashPassword } from '#server/members/accounts/password/passwords.ts'
import { repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { seedGroups } from '#server/operations/seed/seedGroups.ts'
import type { Db, Pool } from '#server/platform/postgres/db.ts'
import { chanceOf, shareOf } from './chance.ts'
import { type DemoMember, demoCode, demoPassword, readDemoMembers } from './demoMembers.ts'
import { seedAlerts, seedMoves } from './seedAlerts.ts'
import { insertThreads, readDiscussions, type SeededComment } from './seedDiscussions.ts'
import { insertNotifications } from './seedNotifications.ts'
import { insertStances } from './seedStances.ts'

const demoCodeUses = 1_000_000
/** The number of demo members who sign in (demoSignIns). They are the first ones, and only they get alerts. */
const signInMembers = 6

/**
 * Creates the demo members with their stances, votes and discussions. They are the same on every instance, except for
 * their dates. They refer only to stored bills. The counters are then computed from the rows.
 */
export async function seedDemo(pool: Pool): Promise<void> {
  const password_hash = await hashPassword(demoPassword)
  const demoMembers = await readDemoMembers()
  const homes = await findHomes(pool, demoMembers)
  const discussions = await readDiscussions()
  await pool.begin(async (db) => {
    const members = await insertDemoMembers(db, demoMembers, password_hash)
    for (const [username, home] of homes) await saveResidence(db, members.get(username)!, home, false)
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
    await insertNotifications(db, members)
    const signIns = [...members.values()].slice(0, signInMembers)
    await seedAlerts(db, signIns)
    await seedMoves(db, signIns)
    await seedGroups(db, members)
    await repairDerivedCounts(db)
  })
}

/** Geocodes the demo members' addresses with the bundled gazetteer so that seeding needs no other server. */
async function findHomes(pool: Pool, demoMembers: DemoMember[]): Promise<Map<string, AddressMatch>> {
  const homes = new Map<string, AddressMatch>()
  for (const { username, address } of demoMembers) {
    if (address) homes.set(username, await gazetteerGeocoder(pool, address))
  }
  return homes
}

/** Inserts the demo members. Returns their user ids by username, in the order of the file. */
async function insertDemoMembers(
  db: Db,
  demoMembers: DemoMember[],
  password_hash: string,
): Promise<Map<string, string>> {
  await db`
    insert into access_codes (code, max_uses, note)
    values (${demoCode}, ${demoCodeUses}, 'Demonstration: anyone who starts this instance may use it')
    on conflict do nothing`
  const members = new Map<string, string>()
  for (const member of demoMembers) {
    const [row] = await db<{ user_id: string }[]>`
      insert into users (username, full_name, email, password_hash, bio, address, member_type,
                         account_status, access_code, created_at, email_verified_at)
      values (${member.username}, ${member.full_name}, ${member.email}, ${password_hash}, ${member.bio}, ${member.address},
              ${member.member_type}, ${member.account_status}, ${demoCode},
              now() - make_interval(days => ${member.joined_days_ago}),
              ${member.email_verified ? db`now() - make_interval(days => ${member.joined_days_ago})` : null})
      returning user_id`
    members.set(member.username, row!.user_id)
    // The demo members registered weeks ago, so they get no welcome card.
    await db`insert into welcomes (user_id, closed_at) values (${row!.user_id}, now())`
  }
  return members
}

async function selectBillIds(db: Db): Promise<Map<string, string>> {
  const rows = await db<{ source_id: string; bill_id: string }[]>`
    select source_id, bill_id from bills order by source_id`
  return new Map(rows.map((row) => [row.source_id, row.bill_id]))
}

async function insertVotes(db: Db, members: Map<string, string>, comments: SeededComment[]) {
  for (const comment of comments) {
    const liked = 0.5 + shareOf(`liked ${comment.by} ${comment.hours_ago}`) * 0.45
    const votes = [...members].flatMap(([username, user_id], index) => {
      const seed = `${comment.by} ${comment.hours_ago} ${index}`
      if (username === comment.by || !chanceOf(`votes ${seed}`, 0.45)) return []
      return [{ user_id, vote: chanceOf(`vote ${seed}`, liked) ? 'upvote' : 'downvote' }]
    })
    await db`
      insert into comment_votes (comment_id, bill_id, user_id, vote, created_at)
      select ${comment.comment_id}, ${comment.bill_id}, user_id, vote, now() - make_interval(secs => ${comment.hours_ago * 1800})
        from unnest(${votes.map((vote) => vote.user_id)}::uuid[], ${votes.map((vote) => vote.vote)}::text[])
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
    for (const [otherName, followee_id] of people) {
      if (otherName === username || !chanceOf(`follows ${username} ${otherName}`, 0.2)) continue
      await db`insert into follows (follower_id, followee_id) values (${user_id}, ${followee_id})`
    }
    for (const [source_id, bill_id] of bills) {
      if (!chanceOf(`bookmark ${username} ${source_id}`, 0.04)) continue
      await db`insert into bookmarks (user_id, bill_id) values (${user_id}, ${bill_id})`
    }
  }
}
