import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteAccount } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { type Comment, deleteComment, listMindChanges, listMindsChangedBy } from '#contract/discussions.ts'
import { muteUser } from '#contract/mutes.ts'
import { listNotifications } from '#contract/notifications.ts'
import { updatePrivacy } from '#contract/people.ts'
import type { Stance } from '#contract/stances.ts'
import { findProblems, repairDerivedCounts } from '#server/operations/check/derivedCounts.ts'
import { suspendAndUncount, liftAndCount } from '#server/operations/moderation/codeCohort.ts'
import { say } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'
import { hideComment, restoreComment } from './moderation.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

let lastMember = 0
function someone(more = {}) {
  lastMember += 1
  return app.member(`member${lastMember}`, more)
}

async function changeMind(by: Person, bill_id: string, [from, to]: [Stance, Stance], comment: Comment) {
  const { comment_id } = comment
  await by.call(takeStance, { id: bill_id, stance: from })
  await by.call(takeStance, { id: bill_id, stance: to, change_source: 'comment', comment_id })
}

/** Creates a bill with a comment that changed the mind of one new member per listed move. */
async function convincing(changes: [Stance, Stance][], author?: Person) {
  const speaker = author ?? (await someone())
  const { bill_id } = await app.bill('A Convincing Bill')
  const comment = await say(speaker, bill_id, 'Look at it this way')
  const members: Person[] = []
  for (const change of changes) {
    // oxlint-disable-next-line no-await-in-loop -- in order, because they change the same counters
    const member = await someone()
    // oxlint-disable-next-line no-await-in-loop -- see above
    await changeMind(member, bill_id, change, comment)
    members.push(member)
  }
  return { bill_id, comment, members, speaker }
}

const times = (count: number, change: [Stance, Stance]) => Array.from({ length: count }, () => change)
const toSupport: [Stance, Stance] = ['oppose', 'support']
const toNeutral: [Stance, Stance] = ['support', 'neutral']
const toLearning: [Stance, Stance] = ['oppose', 'learning']

describe('listMindChanges', () => {
  // covers HURD-MINDS-10
  test('a reply comes with the beginning of what it answers, unless that is deleted or muted', async () => {
    const [asker, speaker, reader] = [await someone(), await someone(), await someone()]
    const { bill_id } = await app.bill('An Answered Bill')
    const long = `Who pays? ${'And when? '.repeat(40)}`.trim()
    const question = await say(asker, bill_id, long)
    const reply = await say(speaker, bill_id, 'The state pays.', question)
    await changeMind(await someone(), bill_id, toSupport, reply)
    const parents = async (viewer: Person) => {
      const onBill = await viewer.call(listMindChanges, { id: bill_id })
      const ofAuthor = await viewer.call(listMindsChangedBy, { id: speaker.user_id })
      return [...onBill.comments, ...ofAuthor.comments].map(({ parent }) => parent)
    }
    const shown = { full_name: `${asker.username} of the test`, content: long.slice(0, 200), language: 'en' }
    expect(await parents(reader)).toEqual([shown, shown])
    await reader.call(muteUser, { id: asker.user_id })
    expect(await parents(reader)).toEqual([null, null])
    await asker.call(deleteComment, { id: question.comment_id })
    expect(await parents(speaker)).toEqual([null, null])
  })

  // covers HURD-MINDS-01 HURD-MINDS-02
  test('counts members and the moves between stances, the largest first, and names the comment', async () => {
    const moves = [...times(6, toSupport), ...times(5, toNeutral), ...times(4, toLearning)]
    const { bill_id, comment, speaker } = await convincing([...moves, ['learning', 'support']])
    const response = await speaker.call(listMindChanges, { id: bill_id })
    expect(response).toMatchObject({
      members: 16,
      flows: [
        { from: 'oppose', to: 'support', members: 6 },
        { from: 'support', to: 'neutral', members: 5 },
      ],
      other_members: 5,
      next: null,
    })
    expect(response.comments).toMatchObject([
      { comment_id: comment.comment_id, content: 'Look at it this way', change_count: 16 },
    ])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MINDS-02 HURD-SMALL-02
  test('a small move cannot be found by subtracting the shown moves from the total', async () => {
    const { bill_id, speaker, comment } = await convincing([...times(6, toSupport), ...times(5, toNeutral)])
    const numbers = async () => {
      const { members, flows, other_members } = await speaker.call(listMindChanges, { id: bill_id })
      return [members, flows.map((flow) => flow.members), other_members]
    }
    expect(await numbers()).toEqual([11, [6, 5], 0])
    await changeMind(await someone(), bill_id, toLearning, comment)
    expect(await numbers()).toEqual([12, [6], 6])
  })

  // covers HURD-MINDS-02 HURD-SMALL-02
  test('with fewer than five members, only their number is shown', async () => {
    const { bill_id, speaker } = await convincing(times(4, toSupport))
    expect(await speaker.call(listMindChanges, { id: bill_id })).toMatchObject({
      members: 4,
      flows: [],
      other_members: 4,
    })
  })

  // covers HURD-MINDS-01
  test('a bill without changed minds has no counts, even if stances changed without a comment', async () => {
    const member = await someone()
    const { bill_id } = await app.bill('A Quiet Bill')
    await member.call(takeStance, { id: bill_id, stance: 'support' })
    await member.call(takeStance, { id: bill_id, stance: 'oppose' })
    expect(await member.call(listMindChanges, { id: bill_id })).toMatchObject({
      members: 0,
      flows: [],
      other_members: 0,
      comments: [],
    })
    const unknown = { id: '00000000-0000-4000-8000-000000000000' }
    expect(await member.refusal(listMindChanges, unknown)).toBe('bill_not_found')
  })

  // covers HURD-MINDS-01
  test('a member who credits two comments counts once, with the last change', async () => {
    const { bill_id, members, speaker, comment } = await convincing(times(5, toSupport))
    const other = await say(await someone(), bill_id, 'Or like this')
    const [first] = members
    const { comment_id } = other
    await first!.call(takeStance, {
      id: bill_id,
      stance: 'neutral',
      change_source: 'comment',
      comment_id,
    })
    // A later change without a comment does not change the counts.
    await first!.call(takeStance, { id: bill_id, stance: 'learning' })
    const response = await speaker.call(listMindChanges, { id: bill_id })
    expect(response).toMatchObject({ members: 5, other_members: 5 })
    expect(response.flows).toEqual([])
    expect(response.comments.map((credited) => credited.comment_id)).toEqual([comment.comment_id, comment_id])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MINDS-03
  test('comments that are hidden or deleted, or whose authors are suspended or private, are not named', async () => {
    const { bill_id, comment, speaker } = await convincing(times(2, toSupport))
    const reader = await someone()
    const named = async () => (await reader.call(listMindChanges, { id: bill_id })).comments.length
    expect(await named()).toBe(1)

    await app.pool.begin((db) => hideComment(db, comment.comment_id))
    expect(await named()).toBe(0)
    await app.pool.begin((db) => restoreComment(db, comment.comment_id))
    expect(await named()).toBe(1)

    await speaker.call(updatePrivacy, { public_profile: false })
    expect(await named()).toBe(0)
    expect((await speaker.call(listMindChanges, { id: bill_id })).comments).toHaveLength(1)
    await speaker.call(updatePrivacy, { public_profile: true })

    for (const status of ['suspended', 'inactive']) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await app.pool`update users set account_status = ${status} where user_id = ${speaker.user_id}`
      // oxlint-disable-next-line no-await-in-loop -- see above
      expect([status, await named()]).toEqual([status, 0])
    }
    await app.pool`update users set account_status = 'active' where user_id = ${speaker.user_id}`
    await speaker.call(deleteComment, { id: comment.comment_id })
    expect(await reader.call(listMindChanges, { id: bill_id })).toMatchObject({ members: 2, comments: [] })
  })

  // covers HURD-MINDS-03
  test("an author's private stance is not shown", async () => {
    const { bill_id, speaker } = await convincing(times(1, toSupport))
    await speaker.call(takeStance, { id: bill_id, stance: 'support' })
    const reader = await someone()
    const stance = async () => (await reader.call(listMindChanges, { id: bill_id })).comments[0]?.user_stance
    expect(await stance()).toBe('support')
    await speaker.call(updatePrivacy, { public_stances: false })
    expect(await stance()).toBeNull()
  })

  // covers HURD-CREDIT-01
  test('an author does not see who changed their mind while the stances of that member are private', async () => {
    const { bill_id, comment, speaker } = await convincing([])
    const quiet = await someone()
    await quiet.call(updatePrivacy, { public_stances: false })
    await quiet.call(takeStance, { id: bill_id, stance: 'oppose' })
    const changed = await quiet.call(takeStance, {
      id: bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id: comment.comment_id,
    })
    expect(changed.author_notified).toBe(false)
    const actors = async () =>
      (await speaker.call(listNotifications, {})).notifications.map(({ data }) => data.username)
    expect(await actors()).toEqual([])
    expect((await speaker.call(listMindChanges, { id: bill_id })).members, 'the change counts').toBe(1)

    // The notification is shown while the stances are public, and hidden again with them and with the profile.
    await quiet.call(updatePrivacy, { public_stances: true })
    expect(await actors()).toHaveLength(1)
    await quiet.call(updatePrivacy, { public_stances: false })
    expect(await actors()).toEqual([])
    await quiet.call(updatePrivacy, { public_profile: false })
    await quiet.call(updatePrivacy, { public_profile: true })
    expect(await actors()).toEqual([])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MINDS-01
  test('a deleted or suspended account is no longer counted, and lifting the suspension counts it again', async () => {
    const { bill_id, members, speaker } = await convincing(times(6, toSupport))
    const count = async () => (await speaker.call(listMindChanges, { id: bill_id })).members
    await members[0]!.call(deleteAccount, {})
    expect(await count()).toBe(5)
    await app.pool.begin((db) => suspendAndUncount(db, members[1]!.user_id))
    expect(await count()).toBe(4)
    await app.pool.begin((db) => liftAndCount(db, members[1]!.user_id))
    expect(await count()).toBe(5)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MINDS-04
  test('lists the comments page by page, the most credited first', async () => {
    const { bill_id, members, speaker } = await convincing(times(3, toSupport))
    for (const count of [1, 2]) {
      // oxlint-disable-next-line no-await-in-loop -- in order
      const comment = await say(speaker, bill_id, `Credited ${count} times`)
      for (const member of members.slice(0, count)) {
        // oxlint-disable-next-line no-await-in-loop -- in order
        await changeMind(member, bill_id, ['neutral', count === 1 ? 'support' : 'oppose'], comment)
      }
    }
    const counts: number[] = []
    let after: string | undefined
    do {
      // oxlint-disable-next-line no-await-in-loop -- page after page
      const { comments, next } = await speaker.call(listMindChanges, { id: bill_id, limit: 1, after })
      counts.push(...comments.map(({ change_count }) => change_count))
      after = next ?? undefined
    } while (after)
    expect(counts).toEqual([3, 2, 1])
    const { body } = await speaker.request(listMindChanges, { id: bill_id, after: 'x' })
    expect(body['error']).toBe('Invalid cursor')
  })
})

describe('listMindsChangedBy', () => {
  // covers HURD-MINDS-05
  test("names the comments of a member with their bills, as far as the member's privacy allows", async () => {
    const author = await someone()
    const one = await convincing(times(1, toSupport), author)
    const two = await convincing(times(2, toSupport), author)
    const reader = await someone()
    const { comments } = await reader.call(listMindsChangedBy, { id: author.user_id })
    expect(comments).toMatchObject([
      { bill_id: two.bill_id, bill_title: 'A Convincing Bill', change_count: 2 },
      { bill_id: one.bill_id, change_count: 1 },
    ])
    const first = await reader.call(listMindsChangedBy, { id: author.user_id, limit: 1 })
    const rest = await reader.call(listMindsChangedBy, { id: author.user_id, limit: 1, after: first.next! })
    expect([first.comments[0]?.bill_id, rest.comments[0]?.bill_id, rest.next]).toEqual([
      two.bill_id,
      one.bill_id,
      null,
    ])

    await app.pool.begin((db) => hideComment(db, two.comment.comment_id))
    expect((await reader.call(listMindsChangedBy, { id: author.user_id })).comments).toHaveLength(1)
    await author.call(updatePrivacy, { public_comments: false })
    expect((await reader.call(listMindsChangedBy, { id: author.user_id })).comments).toEqual([])
    expect((await author.call(listMindsChangedBy, { id: author.user_id })).comments).toHaveLength(1)
    await author.call(updatePrivacy, { public_profile: false })
    expect(await reader.refusal(listMindsChangedBy, { id: author.user_id })).toBe('user_not_found')
  })
})

// covers HURD-MINDS-01
test('hurd check finds and repairs a wrong number of changed minds', async () => {
  await convincing(times(2, toSupport))
  await app.pool`update bill_mind_changes set member_count = member_count + 1`
  const problems = await findProblems(app.pool)
  expect(new Set(problems.map(({ what }) => what))).toEqual(new Set(["a bill's changed minds by stance"]))
  await app.pool.begin(repairDerivedCounts)
  expect(await findProblems(app.pool)).toEqual([])
})
