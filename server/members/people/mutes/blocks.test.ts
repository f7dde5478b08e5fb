import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { listComments, listMindsChangedBy, postComment, voteOnComment } from '#contract/discussions.ts'
import { createGroupComment, createGroupPost, likeGroupPost, listGroupPosts } from '#contract/groups.ts'
import { blockUser, listMuted, muteUser, unblockUser, unmuteUser } from '#contract/mutes.ts'
import {
  followUser,
  getProfileStats,
  getUserByUsername,
  listFollowers,
  listFollowing,
  listMemberStances,
  unfollowUser,
} from '#contract/people.ts'
import { saveMemberType } from '#server/members/people/lifecycle.ts'
import { findProblems } from '#server/operations/check/derivedCounts.ts'
import { commentBy, say, vote } from '#server/testing/setups/notified.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

const maine = 'ocd-division/country:us/state:me'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const block = (by: Person, other: Person) => by.call(blockUser, { id: other.user_id })

async function pair(name: string) {
  return { ana: await app.resident(`${name}-ana`, maine), ben: await app.resident(`${name}-ben`, maine) }
}

const thought = { category_id: 'general-discussion' } as const

describe('a block', () => {
  // covers HURD-BLOCK-01
  test('ends the follows between both, and neither can follow the other until it is undone', async () => {
    const { ana, ben } = await pair('follows')
    await ana.call(followUser, { id: ben.user_id })
    await ben.call(followUser, { id: ana.user_id })
    expect(await block(ana, ben)).toMatchObject({ muted: 'block' })
    expect(await block(ana, ben), 'a repeat changes nothing').toMatchObject({ muted: 'block' })
    const counts = await app.pool`
      select follower_count, following_count from users where user_id in (${ana.user_id}, ${ben.user_id})`
    const none = { follower_count: 0, following_count: 0 }
    expect(counts).toEqual([none, none])
    expect(await app.pool`select from notifications where user_id = ${ana.user_id}`).toHaveLength(0)
    expect(await ben.refusal(unfollowUser, { id: ana.user_id })).toBe('not_following_user')
    expect(
      await ben.request(followUser, { id: ana.user_id }),
      'the same refusal as from a member who accepts no followers',
    ).toMatchObject({
      status: 403,
      body: { code: 'follow_not_allowed', error: 'This member does not accept followers' },
    })
    expect(await ana.refusal(followUser, { id: ben.user_id })).toBe('blocked_by_you')

    expect(await ana.call(unmuteUser, { id: ben.user_id }), 'unmuting does not end a block').toMatchObject({
      muted: 'block',
    })
    expect(await ana.call(unblockUser, { id: ben.user_id })).toMatchObject({ muted: null })
    for (const [by, other] of [
      [ana, ben],
      [ben, ana],
    ] as const) {
      expect((await by.call(followUser, { id: other.user_id })).followerCount).toBe(1)
    }
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-01
  test('of a deactivated follower ends the follow without counting it twice', async () => {
    const { ana, ben } = await pair('away')
    await ben.call(followUser, { id: ana.user_id })
    await app.pool`update users set account_status = 'inactive' where user_id = ${ben.user_id}`
    await app.pool`update users set follower_count = 0 where user_id = ${ana.user_id}`
    await block(ana, ben)
    await app.pool`update users set account_status = 'active' where user_id = ${ben.user_id}`
    expect(await app.pool`select from follows where follower_id = ${ben.user_id}`).toHaveLength(0)
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-01
  test('and a follow that are sent at the same time leave no follow', async () => {
    const { ana, ben } = await pair('race')
    for (let round = 0; round < 10; round += 1) {
      await Promise.all([block(ana, ben), ben.request(followUser, { id: ana.user_id })])
      expect(await app.pool`select from follows where follower_id = ${ben.user_id}`).toHaveLength(0)
      await ana.call(unblockUser, { id: ben.user_id })
    }
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-02 HURD-MENTION-01
  test('keeps both from replying to, voting on and mentioning the other, with a neutral refusal', async () => {
    const { ana, ben } = await pair('words')
    const cleo = await app.member('words-cleo')
    const { bill_id: id } = await app.bill('A Bill of Two')
    const ofAna = await say(ana, id, 'Words of Ana')
    const ofBen = await say(ben, id, 'Words of Ben')
    const ofCleo = await say(cleo, id, 'Words of Cleo', ofAna)
    await block(ana, ben)
    for (const [by, theirs, other, code] of [
      [ben, ofAna, ana, 'response_not_allowed'],
      [ana, ofBen, ben, 'blocked_by_you'],
    ] as const) {
      const reply = {
        id,
        content: `@${other.username} A reply`,
        ...thought,
        parent_comment_id: theirs.comment_id,
      }
      expect(await by.refusal(postComment, reply)).toBe(code)
      expect(await by.refusal(voteOnComment, { id: theirs.comment_id, vote_type: 'upvote' })).toBe(code)
      const mention = { id, ...thought, content: `Ask (@${other.username.toUpperCase()}), friends` }
      expect(await by.refusal(postComment, mention)).toBe('mention_not_allowed')
      // An email address, a URL and an account elsewhere are not mentions. Both can take part in the discussion.
      for (const content of [
        `Write to me@${other.username}`,
        `Read https://social.example/@${other.username}`,
        `Follow @${other.username}@social.example`,
      ]) {
        await by.call(postComment, { ...mention, content })
      }
      await by.call(postComment, { ...reply, content: 'A reply', parent_comment_id: ofCleo.comment_id })
    }
    const { body } = await ben.request(voteOnComment, { id: ofAna.comment_id, vote_type: 'upvote' })
    expect(body['error']).toBe("You can't respond to this member.")
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-03
  test('changes no stance and no count: votes stay and can only be removed, and everyone reads every comment', async () => {
    const { ana, ben } = await pair('counts')
    const cleo = await app.member('counts-cleo')
    const { id, bill_id } = await commentBy(app, ana)
    await say(ben, bill_id, 'Words of Ben')
    await ben.call(takeStance, { id: bill_id, stance: 'oppose' })
    await vote(ben, id, 'downvote')
    const read = async (viewer: Person) => {
      const { as_of: _, ...page } = await viewer.call(listComments, { id: bill_id })
      return page
    }
    const [forCleo, forBen] = [await read(cleo), await read(ben)]
    await block(ana, ben)
    expect([await read(cleo), await read(ben)]).toEqual([forCleo, forBen])
    expect((await read(ana)).muted_authors).toEqual([{ user_id: ben.user_id, muted: 'block' }])
    expect(await ben.refusal(voteOnComment, { id, vote_type: 'upvote' }), 'the vote is not replaced').toBe(
      'response_not_allowed',
    )
    // A comment by the blocker can still change the blocked member's stance.
    const change = { stance: 'support', change_source: 'comment', comment_id: id } as const
    expect(await ben.call(takeStance, { id: bill_id, ...change })).toMatchObject({ changed: true })
    expect((await vote(ben, id, 'downvote')).action).toBe('removed_vote')
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-02
  test('keeps both from commenting on and liking each other’s posts in a group', async () => {
    const { ana, ben } = await pair('group')
    const id = await app.groupOf(maine)
    const { post } = await ana.call(createGroupPost, { id, content: 'A post by Ana' })
    const { post: ofBen } = await ben.call(createGroupPost, { id, content: 'A post by Ben' })
    const onBens = { id, post_id: ofBen.post_id }
    const { comment } = await ana.call(createGroupComment, { ...onBens, content: 'A comment by Ana' })
    await ben.call(likeGroupPost, { id, post_id: post.post_id })
    await block(ana, ben)
    const onAnas = { id, post_id: post.post_id }
    expect(await ben.refusal(createGroupComment, { ...onAnas, content: 'No' })).toBe('response_not_allowed')
    expect(await ana.refusal(createGroupComment, { ...onBens, content: 'No' })).toBe('blocked_by_you')
    expect(await ana.refusal(likeGroupPost, onBens)).toBe('blocked_by_you')
    const reply = { ...onBens, content: `@${ana.username} No`, parent_comment_id: comment.comment_id }
    expect(await ben.refusal(createGroupComment, reply), "a reply on one's own post").toBe(
      'response_not_allowed',
    )
    const mention = { id, content: `Hello @${ana.username}` }
    expect(await ben.refusal(createGroupPost, mention)).toBe('mention_not_allowed')
    expect(await ben.refusal(createGroupComment, { ...onBens, ...mention })).toBe('mention_not_allowed')
    expect((await ben.call(likeGroupPost, onAnas)).user_has_liked, 'a like can be removed').toBe(false)
    expect(await ben.refusal(likeGroupPost, onAnas)).toBe('response_not_allowed')
    const { posts, muted_authors } = await ben.call(listGroupPosts, { id })
    expect(posts.map(({ content }) => content)).toContain('A post by Ana')
    expect(muted_authors).toEqual([])
    expect(await findProblems(app.pool)).toEqual([])
  })

  // covers HURD-BLOCK-04
  test('hides the activity on the profile from the blocked member, who still sees the totals', async () => {
    const { ana, ben } = await pair('profile')
    const cleo = await app.member('profile-cleo')
    const { id, bill_id } = await commentBy(app, ana)
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    await cleo.call(followUser, { id: ana.user_id })
    await ana.call(followUser, { id: cleo.user_id })
    await cleo.call(takeStance, { id: bill_id, stance: 'oppose' })
    await cleo.call(takeStance, { id: bill_id, stance: 'support', change_source: 'comment', comment_id: id })
    const page = { id: ana.user_id }
    const read = async (viewer: Person) => {
      const { profile } = await viewer.call(getUserByUsername, { username: ana.username })
      return {
        lists: [
          profile.recentStances,
          profile.recentComments,
          (await viewer.call(listMemberStances, page)).stances,
          (await viewer.call(listFollowers, page)).followers,
          (await viewer.call(listFollowing, page)).following,
          (await viewer.call(listMindsChangedBy, page)).comments,
        ].map((list) => list.length),
        sums: [
          profile.totalStances,
          profile.totalComments,
          profile.followerCount,
          await viewer.call(getProfileStats, page),
        ],
      }
    }
    const before = await read(ben)
    expect(before.lists).toEqual([1, 1, 1, 1, 1, 1])
    await block(ana, ben)
    expect(await read(ben)).toEqual({ lists: [0, 0, 0, 0, 0, 0], sums: before.sums })
    expect((await read(cleo)).lists).toEqual([1, 1, 1, 1, 1, 1])
    expect((await ben.call(getUser, { id: ana.user_id })).profile).toMatchObject({
      muted: null,
      recentStances: [],
    })
    expect((await ana.call(getUserByUsername, { username: ben.username })).profile.muted).toBe('block')
  })

  // covers HURD-BLOCK-05
  test('replaces a mute and is listed separately from mutes', async () => {
    const { ana, ben } = await pair('kinds')
    const cleo = await app.member('kinds-cleo')
    for (const other of [ben, cleo]) await ana.call(muteUser, { id: other.user_id })
    await block(ana, ben)
    expect(await ana.call(muteUser, { id: ben.user_id }), 'a block stays').toMatchObject({ muted: 'block' })
    const names = async (kind: 'mute' | 'block') =>
      (await ana.call(listMuted, { kind })).members.map(({ username }) => username)
    expect([await names('mute'), await names('block')]).toEqual([['kinds-cleo'], ['kinds-ben']])
    expect(await ana.refusal(blockUser, { id: ana.user_id })).toBe('own_mute')
  })

  // covers HURD-BLOCK-06
  test('is refused to elected officials, who can still mute, and becomes a mute when a member is labeled as an official', async () => {
    const { ana, ben } = await pair('office')
    await block(ana, ben)
    await app.pool.begin((db) => saveMemberType(db, ana.user_id, 'elected_official'))
    expect((await ana.call(getUserByUsername, { username: ben.username })).profile.muted).toBe('mute')
    expect((await ben.call(followUser, { id: ana.user_id })).isFollowing).toBe(true)
    expect(await ana.refusal(blockUser, { id: ben.user_id })).toBe('official_block')
    expect(await ana.call(muteUser, { id: ben.user_id })).toMatchObject({ muted: 'mute' })
    expect(await block(ben, ana), 'a member may block an official').toMatchObject({ muted: 'block' })
  })
})
