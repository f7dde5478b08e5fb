import { deactivate, deleteAccount, reactivate, restoreAccount } from '#contract/accounts/accounts.ts'
import { confirmStance, takeStance } from '#contract/bills/bills.ts'
import {
  commentCategories,
  deleteComment,
  markDiscussionRead,
  postComment,
  voteOnComment,
} from '#contract/discussions.ts'
import { muteUser, unmuteUser } from '#contract/mutes.ts'
import {
  followUser,
  removeFollower,
  removePicture,
  unfollowUser,
  updatePrivacy,
  updateProfile,
} from '#contract/people.ts'
import { stances } from '#contract/stances.ts'
import { saveMemberType } from '#server/members/people/lifecycle.ts'
import { repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { liftAndCount, suspendAndUncount } from '#server/operations/moderation/cohort.ts'
import { hideComment, restoreComment } from '#server/participation/discussions/moderation.ts'
import { tokenTo } from '#server/testing/external/mailbox.ts'
import { jpeg, upload } from '#server/testing/pictures.ts'
import type { Random } from '#server/testing/setups/random.ts'
import { storeText } from '#server/testing/setups/records/billTexts.ts'
import type { Person, TestServer } from '#server/testing/testServer.ts'

export type Walk = {
  app: TestServer
  bill_id: string
  otherBill: string
  members: Person[]
  random: Random
  /** The members whose accounts are currently deactivated, suspended or deleted. */
  away: { inactive: Person[]; suspended: Person[]; deleted: Person[] }
}

/** The number of members at the beginning of the list whose accounts stay active. */
export const readers = 3

/** Creates a bill with a text, and members, most of them with a verified email address. */
export async function beginWalk(app: TestServer, random: Random): Promise<Walk> {
  const [{ bill_id }, other] = [await app.bill('A Bill of Many Words'), await app.bill('Another Bill')]
  await storeText(app, bill_id, { bill_sections: { sections: [section] } })
  const names = Array.from({ length: 14 }, (_, at) => `walker-${random.below(1_000_000)}-${at}`)
  const members = await Promise.all(
    names.map((name, at) =>
      app.member(name, at < 5 ? {} : { email_verified_at: '2026-01-01T00:00:00.000Z' }),
    ),
  )
  const away = { inactive: [], suspended: [], deleted: [] }
  return { app, bill_id, otherBill: other.bill_id, members, random, away }
}

const section = { number: '1', title: 'Ferries', content: 'The Director shall award grants to ferry towns.' }

const categories = commentCategories.map(({ category_id }) => category_id)

/** Every kind of write that can change what a page of comments shows, with how often the walk makes it. */
const writes: Record<string, { weight: number; write: (walk: Walk, me: Person) => Promise<unknown> }> = {
  comment: { weight: 14, write: (walk, me) => say(walk, me, {}) },
  reply: {
    weight: 14,
    write: async (walk, me) => say(walk, me, { parent_comment_id: await someComment(walk) }),
  },
  'comment on a section': { weight: 3, write: (walk, me) => say(walk, me, { section_key: '1' }) },
  'comment elsewhere': {
    weight: 4,
    write: ({ otherBill, random }, me) =>
      me.refusal(postComment, { id: otherBill, content: 'Elsewhere', category_id: random.pick(categories) }),
  },
  vote: {
    weight: 24,
    write: async (walk, me) =>
      me.refusal(voteOnComment, {
        id: await someComment(walk),
        vote_type: walk.random.below(3) === 0 ? 'downvote' : 'upvote',
      }),
  },
  stance: {
    weight: 10,
    write: ({ bill_id, random }, me) => me.refusal(takeStance, { id: bill_id, stance: random.pick(stances) }),
  },
  'stance elsewhere': {
    weight: 4,
    write: ({ otherBill, random }, me) =>
      me.refusal(takeStance, { id: otherBill, stance: random.pick(stances) }),
  },
  'confirmed stance': {
    weight: 2,
    write: ({ bill_id }, me) => me.refusal(confirmStance, { id: bill_id, version_no: 1 }),
  },
  'changed mind': {
    weight: 8,
    write: async (walk, me) =>
      me.refusal(takeStance, {
        id: walk.bill_id,
        stance: walk.random.pick(stances),
        change_source: 'comment',
        comment_id: await someComment(walk),
      }),
  },
  'deleted comment': {
    weight: 7,
    write: async (walk, me) => me.refusal(deleteComment, { id: await someComment(walk, me) }),
  },
  'hidden comment': {
    weight: 4,
    write: async (walk) => {
      const comment_id = await someComment(walk)
      await walk.app.pool.begin((db) => hideComment(db, comment_id))
    },
  },
  'comment shown again': {
    weight: 3,
    write: async (walk) => {
      const comment_id = await someComment(walk)
      await walk.app.pool.begin((db) => restoreComment(db, comment_id))
    },
  },
  name: {
    weight: 2,
    write: ({ random }, me) =>
      me.refusal(updateProfile, { full_name: `Name ${random.below(1_000)} "é" \\ Long` }),
  },
  username: {
    weight: 2,
    write: ({ random }, me) => me.refusal(updateProfile, { username: `member_${random.below(100_000)}` }),
  },
  picture: { weight: 2, write: async ({ app }, me) => upload(app.origin, me, await jpeg(20, 20)) },
  'removed picture': { weight: 1, write: (_, me) => me.refusal(removePicture, {}) },
  'private stances': {
    weight: 4,
    write: ({ random }, me) => me.refusal(updatePrivacy, { public_stances: random.below(2) === 0 }),
  },
  'private profile': {
    weight: 1,
    write: ({ random }, me) => me.refusal(updatePrivacy, { public_profile: random.below(2) === 0 }),
  },
  'verified email': {
    weight: 1,
    write: ({ app }, me) =>
      app.pool`update users set email_verified_at = coalesce(email_verified_at, now()) where user_id = ${me.user_id}`,
  },
  label: {
    weight: 1,
    write: ({ app, random }, me) =>
      app.pool.begin((db) => saveMemberType(db, me.user_id, random.pick(['regular', 'community_leader']))),
  },
  follow: { weight: 6, write: (walk, me) => me.refusal(followUser, { id: other(walk).user_id }) },
  unfollow: { weight: 2, write: (walk, me) => me.refusal(unfollowUser, { id: other(walk).user_id }) },
  'removed follower': {
    weight: 1,
    write: (walk, me) => me.refusal(removeFollower, { id: other(walk).user_id }),
  },
  mute: { weight: 4, write: (walk, me) => me.refusal(muteUser, { id: other(walk).user_id }) },
  unmute: { weight: 2, write: (walk, me) => me.refusal(unmuteUser, { id: other(walk).user_id }) },
  'deactivated account': { weight: 2, write: deactivateOrReturn },
  suspension: { weight: 2, write: suspendOrLift },
  'deleted account': { weight: 4, write: deleteOrRestore },
  'read mark': {
    weight: 1,
    write: ({ bill_id }, me) =>
      me.refusal(markDiscussionRead, { id: bill_id, as_of: new Date().toISOString() }),
  },
  fold: { weight: 3, write: ({ app }) => app.foldCounters() },
  'notified votes': { weight: 1, write: (_, me) => me.runWorkers() },
  repair: {
    weight: 1,
    write: async ({ app, bill_id }) => {
      await app.pool`update bill_comments set upvotes = upvotes + 1 where bill_id = ${bill_id} and is_live`
      await app.pool.begin(repairDerivedCounts)
    },
  },
}

export const kindsOfWrites = Object.keys(writes)

/** Makes one random write and returns its kind. */
export async function walkOn(walk: Walk): Promise<string> {
  const kind = walk.random.pick(
    Object.entries(writes).flatMap(([name, { weight }]) => Array<string>(weight).fill(name)),
  )
  await writes[kind]?.write(walk, walk.random.pick(walk.members))
  return kind
}

function say({ bill_id, random }: Walk, me: Person, more: object) {
  const content = random.pick(['Yes', 'A "quoted" \\ word\n', 'Привет 🐟', '"user_stance":null'])
  return me.refusal(postComment, { id: bill_id, content, category_id: random.pick(categories), ...more })
}

async function someComment({ app, bill_id, random }: Walk, author?: Person): Promise<string> {
  const isAuthors = author ? app.pool`and user_id = ${author.user_id}` : app.pool``
  const rows = await app.pool<{ comment_id: string }[]>`
    select comment_id from bill_comments where bill_id = ${bill_id} ${isAuthors}
     order by created_at desc, comment_id limit 30`
  return rows.length > 0 ? random.pick(rows).comment_id : '00000000-0000-4000-8000-000000000000'
}

function other({ members, random }: Walk): Person {
  return random.pick(members)
}

/** Removes a random member from the walk, but none of the readers, because their accounts stay active. */
function removeRandomMember({ members, random }: Walk): Person {
  const at = readers + random.below(members.length - readers)
  return members.splice(at, 1)[0]!
}

async function deactivateOrReturn(walk: Walk): Promise<void> {
  const { app, members, away } = walk
  const returning = away.inactive.pop()
  if (returning) {
    const again = await app.signInAgain(returning)
    await again.call(reactivate, {})
    members.push(again)
  } else {
    const member = removeRandomMember(walk)
    await member.call(deactivate, {})
    away.inactive.push(member)
  }
}

async function suspendOrLift(walk: Walk): Promise<void> {
  const { app, members, away } = walk
  const returning = away.suspended.pop()
  if (returning) {
    await app.pool.begin((db) => liftAndCount(db, returning.user_id))
    members.push(await app.signInAgain(returning))
  } else {
    const member = removeRandomMember(walk)
    await app.pool.begin((db) => suspendAndUncount(db, member.user_id))
    away.suspended.push(member)
  }
}

async function deleteOrRestore(walk: Walk): Promise<void> {
  const { app, members, away } = walk
  const returning = away.deleted.pop()
  if (returning) {
    await app.visitor.call(restoreAccount, { token: await tokenTo(app, returning.email) })
    members.push(await app.signInAgain(returning))
  } else {
    const member = removeRandomMember(walk)
    await app.pool`
      update users set email_verified_at = coalesce(email_verified_at, now()) where user_id = ${member.user_id}`
    await member.call(deleteAccount, {})
    away.deleted.push(member)
  }
}
