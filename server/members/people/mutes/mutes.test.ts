import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { takeStance } from '#contract/bills/bills.ts'
import { getThread, listComments, listMindChanges } from '#contract/discussions.ts'
import {
  createGroupComment,
  createGroupPost,
  followGroup,
  getGroupThread,
  listGroupActivity,
  listGroupComments,
  listGroupMembers,
  listGroupPosts,
  listGroups,
} from '#contract/groups.ts'
import { listMuted, maxMutes, muteUser, unmuteUser } from '#contract/mutes.ts'
import { followUser, getUserByUsername, listFollowers } from '#contract/people.ts'
import { searchEverything } from '#contract/search.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { notifyPendingFollowers } from '#server/participation/notifications/stanceFanout.ts'
import { commentBy, notificationsOf, say, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const vermont = 'ocd-division/country:us/state:vt'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const mute = (by: Person, other: Person) => by.call(muteUser, { id: other.user_id })
const muted = (other: Person) => [{ user_id: other.user_id, muted: 'mute' }]

/** Returns the discussion as this member reads it, without the time of the response. */
async function discussionFor(viewer: Person, id: string) {
  const { as_of, ...page } = await viewer.call(listComments, { id })
  expect(as_of).toMatch(/Z$/)
  return page
}

describe('a member who mutes another one', () => {
  // covers HURD-MUTE-01 HURD-MUTE-02
  test('sees the same comments and which authors are muted, and nothing changes for anyone else', async () => {
    const [ana, ben, cleo] = [await app.member('ana'), await app.member('ben'), await app.member('cleo')]
    const { bill_id } = await app.bill('A Loud Bill')
    const comment = await say(ben, bill_id, 'Words of Ben with "user_id":"' + cleo.user_id + '"')
    await say(cleo, bill_id, 'Words of Cleo', comment)
    const before = await Promise.all([ana, ben, cleo].map((viewer) => discussionFor(viewer, bill_id)))
    const profile = await ben.call(getUserByUsername, { username: 'ana' })

    expect(await mute(ana, ben)).toMatchObject({ muted: 'mute' })
    expect(await mute(ana, ben), 'a repeat changes nothing').toMatchObject({ muted: 'mute' })
    const after = await Promise.all([ana, ben, cleo].map((viewer) => discussionFor(viewer, bill_id)))
    expect(after[0]).toEqual({ ...before[0], muted_authors: muted(ben) })
    expect(after.slice(1)).toEqual(before.slice(1))
    expect(await ben.call(getUserByUsername, { username: 'ana' })).toEqual(profile)
    expect((await ana.call(getUserByUsername, { username: 'ben' })).profile.muted).toBe('mute')
    const thread = { id: bill_id, comment_id: comment.comment_id }
    expect((await ana.call(getThread, thread)).muted_authors).toEqual(muted(ben))
    expect((await cleo.call(getThread, thread)).muted_authors).toEqual([])
    // For another discussion, only its own authors are listed.
    const other = await commentBy(app, cleo)
    expect((await discussionFor(ana, other.bill_id)).muted_authors).toEqual([])

    expect(await ana.call(unmuteUser, { id: ben.user_id })).toMatchObject({ muted: null })
    expect(await ana.call(unmuteUser, { id: ben.user_id }), 'a repeat').toMatchObject({ muted: null })
    expect(await discussionFor(ana, bill_id)).toEqual(before[0])
    // Only the reply of another member notified Ben.
    expect(
      await app.pool`select from notifications where user_id = ${ben.user_id} and actor_id is distinct from ${cleo.user_id}`,
    ).toHaveLength(0)
  })

  // covers HURD-MUTE-02
  test('also sees who is muted in the posts and comments of a group, and visitors see no muted authors', async () => {
    const [ana, ben] = [await app.resident('group-ana', vermont), await app.resident('group-ben', vermont)]
    const id = await app.groupOf(vermont)
    const { post } = await ben.call(createGroupPost, { id, content: 'Words of Ben' })
    const inPost = { id, post_id: post.post_id }
    const { comment } = await ben.call(createGroupComment, { ...inPost, content: 'More words of Ben' })
    await mute(ana, ben)
    const thread = { ...inPost, comment_id: comment.comment_id }
    for (const [reader, authors] of [
      [ana, muted(ben)],
      [app.visitor, []],
    ] as const) {
      const posts = await reader.call(listGroupPosts, { id })
      expect([posts.posts[0]!.content, posts.muted_authors]).toEqual(['Words of Ben', authors])
      expect((await reader.call(listGroupComments, inPost)).muted_authors).toEqual(authors)
      expect((await reader.call(getGroupThread, thread)).muted_authors).toEqual(authors)
    }
  })

  // covers HURD-MUTE-03
  test('gets no notifications about the muted member, whose votes still count and who notices nothing', async () => {
    const [ana, ben, cleo] = [
      await app.member('heard-ana'),
      await app.member('muted-ben'),
      await app.member('heard-cleo'),
    ]
    const { id, bill_id } = await commentBy(app, ana)
    // Notifications about several quick changes of stance on one bill are combined and delayed.
    const other = await app.bill('A Bill for One Stance')
    for (const followed of [ben, cleo]) await ana.call(followUser, { id: followed.user_id })
    await mute(ana, ben)
    const responses = []
    for (const actor of [ben, cleo]) {
      const followed = await actor.call(followUser, { id: ana.user_id })
      expect(followed).toMatchObject({ isFollowing: true })
      await vote(actor, id)
      await actor.call(takeStance, { id: other.bill_id, stance: 'support' })
      await actor.call(takeStance, { id: bill_id, stance: 'oppose' })
      const change = { stance: 'support', change_source: 'comment', comment_id: id } as const
      responses.push((await actor.call(takeStance, { id: bill_id, ...change })).author_notified)
      await notifyPendingFollowers(app.pool)
    }
    expect(responses, 'the muted member reads the same response').toEqual([true, true])
    // The worker of this server may have claimed the fan-out.
    await expect
      .poll(async () => [...new Set((await notificationsOf(ana)).items.map(({ type }) => type))].toSorted(), {
        timeout: 10_000,
      })
      .toEqual(['comment_influenced_mind', 'comment_votes_batched', 'followee_stance', 'new_follower'])
    const rows = await app.pool<{ actor_id: string | null; votes: number | null }[]>`
      select actor_id, votes from notifications where user_id = ${ana.user_id}`
    expect(rows.filter(({ actor_id }) => actor_id === ben.user_id)).toEqual([])
    expect(rows.find(({ votes }) => votes)).toMatchObject({ votes: 1 })
    const [comment] = await app.pool`
      select upvotes, change_count from bill_comments where comment_id = ${id}`
    expect(comment).toMatchObject({ upvotes: 2, change_count: 2 })
    // If the muted member removes a vote, the notification still counts the other vote.
    await vote(ben, id)
    const [left] = await app.pool`
      select votes from notifications where user_id = ${ana.user_id} and type = 'comment_votes_batched'`
    expect(left).toMatchObject({ votes: 1 })
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-MUTE-03
  test('loses the unread notifications about the muted member, and gets new ones after unmuting', async () => {
    const [ana, ben] = [await app.member('loses-ana'), await app.member('loses-ben')]
    await ben.call(followUser, { id: ana.user_id })
    const { id: comment_id, bill_id } = await commentBy(app, ana)
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    await ben.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
    expect((await notificationsOf(ana)).unread_count).toBe(2)
    await mute(ana, ben)
    expect(await notificationsOf(ana)).toMatchObject({ items: [], unread_count: 0 })
    await ana.call(unmuteUser, { id: ben.user_id })
    await vote(ben, (await commentBy(app, ana)).id)
    expect((await notificationsOf(ana)).unread_count).toBe(1)
    expect(await findProblems(app.pool)).toEqual([])
  })
})

// covers HURD-MUTE-04
test('a muted member is left out of lists of people and activity, and the totals of people do not change', async () => {
  const [ana, ben, cleo] = [
    await app.resident('list-ana', `${vermont}/place:barre`),
    await app.resident('list-ben', `${vermont}/place:barre`, { full_name: 'Listed Ben' }),
    await app.resident('list-cleo', `${vermont}/place:barre`, { full_name: 'Listed Cleo' }),
  ]
  const id = await app.groupOf(`${vermont}/place:barre`)
  await ana.call(followGroup, { id })
  for (const author of [cleo, ben]) {
    await author.call(createGroupPost, { id, content: `Words of ${author.username}` })
    await author.call(followUser, { id: ana.user_id })
  }
  await ben.call(followUser, { id: cleo.user_id })
  const comments = [await commentBy(app, ben), await commentBy(app, cleo)]
  for (const { id: comment_id, bill_id } of comments) {
    await ana.call(takeStance, { id: bill_id, stance: 'oppose' })
    await ana.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id })
  }

  async function lists() {
    const { members, stats } = await ana.call(listGroupMembers, { id })
    const { activity, pagination } = await ana.call(listGroupActivity, {})
    const { groups } = await ana.call(listGroups, { order: 'places' })
    const { people } = await ana.call(searchEverything, { q: 'listed' })
    const followers = await ana.call(listFollowers, { id: cleo.user_id })
    const changes = await Promise.all(
      comments.map(({ bill_id }) => ana.call(listMindChanges, { id: bill_id })),
    )
    return {
      names: {
        members: members.map(({ username }) => username),
        activity: activity.map(({ post_title }) => post_title),
        latest: groups.find(({ group_id }) => group_id === id)?.latest_post?.title,
        search: people.map(({ username }) => username),
        followers: followers.followers.map(({ username }) => username),
        changes: changes.map(({ comments: credited }) => credited.length),
      },
      totals: [stats, followers.pagination.total, changes.map(({ members: total }) => total)],
      activityTotal: pagination.total,
    }
  }
  const before = await lists()
  expect(before.names).toEqual({
    members: ['list-ana', 'list-ben', 'list-cleo'],
    activity: ['Words of list-ben', 'Words of list-cleo'],
    latest: 'Words of list-ben',
    search: ['list-cleo', 'list-ben'],
    followers: ['list-ben'],
    changes: [1, 1],
  })
  await mute(ana, ben)
  const after = await lists()
  expect(after.names).toEqual({
    members: ['list-ana', 'list-cleo'],
    activity: ['Words of list-cleo'],
    latest: 'Words of list-cleo',
    search: ['list-cleo'],
    followers: [],
    changes: [0, 1],
  })
  expect(after.totals).toEqual(before.totals)
  expect([before.activityTotal, after.activityTotal]).toEqual([2, 1])
  // A member's own list still contains them, because followers are removed there.
  const own = await ana.call(listFollowers, { id: ana.user_id })
  expect(own.followers.map(({ username, muted: kind }) => [username, kind])).toEqual([
    ['list-ben', 'mute'],
    ['list-cleo', null],
  ])
  expect(await findProblems(app.pool)).toEqual([])
})

describe('the list of muted members', () => {
  // covers HURD-MUTE-05
  test('has the newest first, in pages, and only the owner reads it', async () => {
    const owner = await app.member('owner')
    const others = [await app.member('first'), await app.member('second'), await app.member('third')]
    for (const other of others) await mute(owner, other)
    const first = await owner.call(listMuted, { limit: 2 })
    expect(first.members.map(({ username }) => username)).toEqual(['third', 'second'])
    const second = await owner.call(listMuted, { limit: 2, after: first.next! })
    expect([second.members.map(({ username }) => username), second.next]).toEqual([['first'], null])
    expect((await others[0]!.call(listMuted, {})).members).toEqual([])
  })

  // covers HURD-MUTE-05
  test('has a maximum, and accepts neither its owner nor an unknown member', async () => {
    const owner = await app.member('full')
    const unknown = '00000000-0000-4000-8000-000000000000'
    expect(await owner.refusal(muteUser, { id: owner.user_id })).toBe('own_mute')
    expect(await owner.refusal(muteUser, { id: unknown })).toBe('user_not_found')
    await app.pool`
      with others as (
        insert into users (username, full_name, email, password_hash)
        select 'crowd-' || n, 'Crowd', 'crowd-' || n || '@example.org', '-' from generate_series(1, ${maxMutes}::int) n
        returning user_id)
      insert into mutes (user_id, muted_id, kind) select ${owner.user_id}, user_id, 'mute' from others`
    const one = await app.member('one-too-many')
    expect(await owner.refusal(muteUser, { id: one.user_id })).toBe('mute_limit')
    const { members } = await owner.call(listMuted, {})
    await owner.call(unmuteUser, { id: members[0]!.user_id })
    expect(await mute(owner, one)).toMatchObject({ muted: 'mute' })
  })
})

// covers HURD-MUTE-01
test('two members who mute each other at the same time, many times, are both muted', async () => {
  const [ana, ben] = [await app.member('both-ana'), await app.member('both-ben')]
  const pairs = [
    [ana, ben],
    [ben, ana],
  ] as const
  for (let round = 0; round < 10; round += 1) {
    await Promise.all(pairs.map(([by, other]) => mute(by, other)))
    const rows = await app.pool`
      select from mutes where user_id in (${ana.user_id}, ${ben.user_id})`
    expect(rows).toHaveLength(2)
    await Promise.all(pairs.map(([by, other]) => by.call(unmuteUser, { id: other.user_id })))
  }
})
