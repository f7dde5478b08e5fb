import { describe, expect, test } from 'vitest'
import type { GroupComment, GroupMember } from '#contract/groups.ts'
import { timeAgo } from '#web/kit/format.ts'
import { cityOf, membersByCity } from './members/membersByCity.ts'
import { nestComments } from './posts/postDiscussion.ts'

function comment(comment_id: string, parentCommentId: string | null, is_deleted = false): GroupComment {
  return {
    comment_id,
    parentCommentId,
    user_id: null,
    username: null,
    full_name: null,
    is_verified: false,
    member_type: null,
    profilePictureUrl: null,
    engagement_level: null,
    content: comment_id,
    created_at: '2026-01-01T00:00:00.000Z',
    is_deleted,
    language: 'en',
    reply_count: 0,
  }
}

function member(username: string, ocd_city_id: string | null): GroupMember {
  return {
    user_id: username,
    username,
    full_name: username,
    bio: null,
    member_type: 'regular',
    engagement_level: 'new',
    ocd_city_id,
    profile_picture_url: null,
  }
}

describe('nestComments', () => {
  test('turns the flat list of comments on a post into a tree of replies, oldest first', () => {
    const flat = [
      comment('a', null),
      comment('b', null),
      comment('a1', 'a'),
      comment('a1x', 'a1'),
      comment('a2', 'a'),
    ]
    const tree = (comments: ReturnType<typeof nestComments>): unknown =>
      comments.map(({ comment_id, replies }) => [comment_id, tree(replies)])
    expect(tree(nestComments(flat, null))).toEqual([
      [
        'a',
        [
          ['a1', [['a1x', []]]],
          ['a2', []],
        ],
      ],
      ['b', []],
    ])
    expect(tree(nestComments(flat, 'a'))).toEqual([
      ['a1', [['a1x', []]]],
      ['a2', []],
    ])
  })
})

describe('membersByCity', () => {
  // covers CIV-MEMBERS-13 CIV-MEMBERS-14 CIV-MEMBERS-15
  test('lists members under their city, and members without a city last under Other Areas', () => {
    const texas = 'ocd-division/country:us/state:tx'
    expect(cityOf(`${texas}/place:austin`)).toBe('Austin')
    expect(cityOf('ocd-division/country:us/state:ny/place:new_york')).toBe('New York')
    expect(cityOf(null)).toBeNull()
    const shown = membersByCity([
      member('zoe', null),
      member('wes', `${texas}/place:waco`),
      member('ann', `${texas}/place:austin`),
      member('bob', `${texas}/place:austin`),
      member('sam', texas),
    ])
    expect(shown.map(([city, members]) => [city, members.map(({ username }) => username)])).toEqual([
      ['Austin', ['ann', 'bob']],
      ['Waco', ['wes']],
      ['Other Areas', ['zoe', 'sam']],
    ])
  })
})

describe('timeAgo', () => {
  // covers CIV-GROUPPOSTS-48 CIV-GROUPPOSTS-49
  test('shows the number of days for two days and a date after a week', () => {
    const now = Date.parse('2026-06-10T12:00:00Z')
    expect(timeAgo('2026-06-08T11:00:00Z', now)).toBe('2d ago')
    expect(timeAgo('2026-06-02T11:00:00Z', now)).toBe('June 2, 2026')
  })
})
