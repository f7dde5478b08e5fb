import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/accounts/accounts.ts'
import { takeStance } from '#contract/bills/bills.ts'
import { deleteComment, listComments, postComment, voteOnComment } from '#contract/discussions.ts'
import {
  followUser,
  getProfileStats,
  getUserByUsername,
  listFollowers,
  listFollowing,
  listMemberStances,
  listOwnStances,
} from '#contract/people.ts'
import { startTestServer, type Person, type TestServer } from '#server/testing/testServer.ts'

let app: TestServer
beforeAll(async () => {
  app = await startTestServer()
})
afterAll(() => app.close())

const nobody = '00000000-0000-4000-8000-000000000000'

async function say(by: Person, bill_id: string, content: string) {
  return (await by.call(postComment, { id: bill_id, content, category_id: 'economic-impact' })).comment
}

async function setPrivacy(
  of: Person,
  flag: 'public_profile' | 'public_stances' | 'public_comments' | 'allow_follow',
) {
  await app.pool`update users set ${app.pool({ [flag]: false })} where user_id = ${of.user_id}`
}

describe('getUserByUsername', () => {
  // covers ACC-API-20 ACC-PROFILE-29 ACC-PROFILE-33 ACC-PROFILE-34 ACC-PROFILE-35
  test('a member is found by username regardless of case, with the fields that others may see', async () => {
    const [ana, ben] = [
      await app.member('Ana-Lisa', {
        address: '1 Hidden Lane, Springfield, IL',
        ocd_city_id: 'ocd-division/country:us/state:il/place:x',
      }),
      await app.member('ben'),
    ]
    const { bill_id } = await app.bill('Library Bill')
    await ana.call(takeStance, { id: bill_id, stance: 'support' })
    const { comment_id } = await say(ana, bill_id, 'Longer hours, please')

    const { profile } = await ben.call(getUserByUsername, { username: 'ANA-lisa' })
    expect(profile).toEqual({
      userId: ana.user_id,
      username: 'Ana-Lisa',
      fullName: 'Ana-Lisa of the test',
      bio: null,
      address: null,
      profilePictureUrl: null,
      isVerified: false,
      engagementLevel: 'new',
      totalStances: 1,
      totalComments: 1,
      totalActivityPoints: 3,
      followerCount: 0,
      followingCount: 0,
      isFollowing: false,
      followsViewer: false,
      muted: null,
      recentStances: [
        {
          stance: 'support',
          created_at: expect.any(String),
          bill_title: 'Library Bill',
          category_name: 'health',
          bill_id,
          is_outdated: false,
        },
      ],
      recentComments: [
        {
          content: 'Longer hours, please',
          language: 'en',
          created_at: expect.any(String),
          bill_title: 'Library Bill',
          category_name: 'Economic Impact',
          bill_id,
          comment_id,
        },
      ],
      followedTopics: [],
      followedGroups: [],
    })
    expect((await ana.call(getUserByUsername, { username: 'ana-lisa' })).profile.address).toBe(
      '1 Hidden Lane, Springfield, IL',
    )
  })

  test('an unknown or deactivated member is not found, whatever the name looks like', async () => {
    const cleo = await app.member('cleo')
    await app.member('away', { account_status: 'inactive' })
    for (const username of ['nobody', 'away', "x' or 1=1", '%', 'ключ', 'a'.repeat(60)]) {
      const response = await cleo.request(getUserByUsername, { username })
      expect([username, response.status, response.body['error']]).toEqual([username, 404, 'User not found'])
    }
  })
})

describe('getProfileStats', () => {
  // covers ACC-API-26 ACC-STATS-07
  test('breakdowns are complete, and votes are counted on live comments only', async () => {
    const [dina, emil] = [await app.member('dina'), await app.member('emil')]
    const bills = [
      await app.bill('Federal One'),
      await app.bill('Federal Two'),
      await app.bill('City One', { government_level: 'local' }),
    ]
    const stances = ['support', 'support', 'learning'] as const
    for (const [n, bill] of bills.entries()) {
      await dina.call(takeStance, { id: bill.bill_id, stance: stances[n]! })
    }
    const kept = await say(dina, bills[0]!.bill_id, 'I stay')
    const gone = await say(dina, bills[0]!.bill_id, 'I go')
    await emil.call(voteOnComment, { id: kept.comment_id, vote_type: 'upvote' })
    await dina.call(voteOnComment, { id: kept.comment_id, vote_type: 'downvote' })
    await emil.call(voteOnComment, { id: gone.comment_id, vote_type: 'upvote' })
    await emil.call(takeStance, { id: bills[0]!.bill_id, stance: 'oppose' })
    await emil.call(takeStance, {
      id: bills[0]!.bill_id,
      stance: 'support',
      change_source: 'comment',
      comment_id: kept.comment_id,
    })
    await dina.call(deleteComment, { id: gone.comment_id })

    const { stats } = await emil.call(getProfileStats, { id: dina.user_id })
    expect(stats).toEqual({
      memberNumber: expect.any(Number),
      mindsChanged: 1,
      commentVotes: { upvotes: 1, downvotes: 1 },
      stanceBreakdown: [
        { stance: 'support', count: 2 },
        { stance: 'oppose', count: 0 },
        { stance: 'neutral', count: 0 },
        { stance: 'learning', count: 1 },
      ],
      governmentLevelBreakdown: [
        { government_level: 'federal', count: 2 },
        { government_level: 'state', count: 0 },
        { government_level: 'local', count: 1 },
      ],
    })
  })

  // covers ACC-STATS-01
  test('member numbers are the order of registration', async () => {
    const [early, late] = [await app.member('early'), await app.member('late')]
    const numbers = await Promise.all(
      [early, late].map(
        async ({ user_id }) => (await late.call(getProfileStats, { id: user_id })).stats.memberNumber,
      ),
    )
    expect(numbers[1]! - numbers[0]!).toBe(1)
    expect(await early.refusal(getProfileStats, { id: nobody })).toBe('user_not_found')
  })
})

describe('listOwnStances and listMemberStances', () => {
  // covers ACC-API-34 ACC-API-35
  test('stances are paged with their bill, latest change first', async () => {
    const [flo, gus] = [await app.member('flo'), await app.member('gus')]
    const [one, two] = [await app.bill('Bill One', { topics: [] }), await app.bill('Bill Two')]
    await flo.call(takeStance, { id: one.bill_id, stance: 'neutral' })
    await flo.call(takeStance, { id: two.bill_id, stance: 'oppose' })
    await flo.call(takeStance, { id: one.bill_id, stance: 'learning' })

    const own = await flo.call(listOwnStances, {})
    expect(own.stances).toEqual([
      {
        stance: 'learning',
        created_at: expect.any(String),
        bill_id: one.bill_id,
        bill_code: one.bill_code,
        bill_title: 'Bill One',
        government_level: 'federal',
        category_name: null,
        is_outdated: false,
      },
      expect.objectContaining({ stance: 'oppose', bill_title: 'Bill Two', category_name: 'health' }),
    ])
    expect(own.pagination).toEqual({ limit: 20, offset: 0, total: 2, has_more: false })
    const page = await gus.call(listMemberStances, { id: flo.user_id, limit: 1, offset: 1 })
    expect(page.stances.map((stance) => stance.bill_title)).toEqual(['Bill Two'])
    expect(page.pagination).toEqual({ limit: 1, offset: 1, total: 2, has_more: false })
    expect((await gus.call(listOwnStances, {})).stances).toEqual([])
    expect(await gus.refusal(listMemberStances, { id: nobody })).toBe('user_not_found')
  })
})

describe('privacy settings', () => {
  // covers ACC-SETTINGS-21
  test('private stances are hidden from others everywhere, and the member still sees them', async () => {
    const [hal, ida] = [await app.member('hal'), await app.member('ida')]
    const { bill_id } = await app.bill('Private Opinion Bill')
    await hal.call(takeStance, { id: bill_id, stance: 'oppose' })
    const { comment_id } = await say(hal, bill_id, 'No word on how I stand')
    const shown = async (viewer: Person) => {
      const { profile } = await viewer.call(getUser, { id: hal.user_id })
      const { stats } = await viewer.call(getProfileStats, { id: hal.user_id })
      const { comments } = await viewer.call(listComments, { id: bill_id })
      const { stances, pagination } = await viewer.call(listMemberStances, { id: hal.user_id })
      return [
        profile.recentStances.length,
        stats.stanceBreakdown.find(({ stance }) => stance === 'oppose')?.count,
        stats.governmentLevelBreakdown[0]?.count,
        comments.find((comment) => comment.comment_id === comment_id)?.user_stance,
        stances.length,
        pagination.total,
      ]
    }
    expect(await shown(ida)).toEqual([1, 1, 1, 'oppose', 1, 1])
    await setPrivacy(hal, 'public_stances')
    expect(await shown(ida)).toEqual([0, 0, 0, null, 0, 0])
    expect(await shown(hal)).toEqual([1, 1, 1, 'oppose', 1, 1])
  })

  test('private comments are not listed on the profile or counted in the statistics', async () => {
    const [jon, kim] = [await app.member('jon'), await app.member('kim')]
    const { bill_id } = await app.bill('Quiet Bill')
    const { comment_id } = await say(jon, bill_id, 'Said here')
    await kim.call(voteOnComment, { id: comment_id, vote_type: 'upvote' })
    await setPrivacy(jon, 'public_comments')
    expect((await kim.call(getUser, { id: jon.user_id })).profile.recentComments).toEqual([])
    expect((await kim.call(getProfileStats, { id: jon.user_id })).stats.commentVotes.upvotes).toBe(0)
    expect((await jon.call(getUser, { id: jon.user_id })).profile.recentComments).toHaveLength(1)
    expect((await jon.call(getProfileStats, { id: jon.user_id })).stats.commentVotes.upvotes).toBe(1)
  })

  test('a private profile cannot be found, listed or followed by others', async () => {
    const [lea, max] = [await app.member('lea'), await app.member('max')]
    await lea.call(followUser, { id: max.user_id })
    await max.call(followUser, { id: lea.user_id })
    await setPrivacy(lea, 'public_profile')
    const other = await app.member('nia')
    for (const endpoint of [
      getUser,
      getProfileStats,
      listFollowers,
      listFollowing,
      listMemberStances,
      followUser,
    ]) {
      expect(await other.refusal(endpoint, { id: lea.user_id })).toBe('user_not_found')
    }
    expect(await other.refusal(getUserByUsername, { username: 'lea' })).toBe('user_not_found')
    expect((await other.call(listFollowers, { id: max.user_id })).followers).toEqual([])
    expect((await other.call(listFollowing, { id: max.user_id })).following).toEqual([])
    expect((await lea.call(getUser, { id: lea.user_id })).profile.username).toBe('lea')
  })

  test('a member who does not allow follows keeps existing followers, and new ones get an explanation', async () => {
    const [olga, paul, quin] = [await app.member('olga'), await app.member('paul'), await app.member('quin')]
    await paul.call(followUser, { id: olga.user_id })
    await setPrivacy(olga, 'allow_follow')
    const response = await quin.request(followUser, { id: olga.user_id })
    expect([response.status, response.body['code']]).toEqual([403, 'follow_not_allowed'])
    expect(await paul.refusal(followUser, { id: olga.user_id })).toBe('already_following_user')
    expect((await quin.call(getUser, { id: olga.user_id })).profile.followerCount).toBe(1)
  })
})
