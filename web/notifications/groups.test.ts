import { expect, test } from 'vitest'
import type { Notification } from '#contract/notifications.ts'
import { groupNotifications } from './groups.ts'

let number = 0
function entry(type: Notification['type'], full_name: string | null = null, bill_id = 'bill'): Notification {
  number += 1
  const data = {
    comment_id: null,
    bill_id,
    bill_title: null,
    group_id: null,
    group_name: null,
    version_no: null,
    own_comment: null,
    own_comment_language: null,
    text: null,
    text_language: null,
    member_type: null,
    username: full_name,
    full_name,
    profile_picture_url: null,
    engagement_level: null,
    follower_username: null,
  }
  return { id: `${number}`, type, message: type, read: false, created_at: '2026-11-01T00:00:00.000Z', data }
}

// covers HURD-UPDATES-02
test('what concerns the member comes before bills that moved, and both before people', () => {
  const groups = groupNotifications([
    entry('new_follower'),
    entry('bill_update'),
    entry('comment_votes_batched'),
    entry('official_replied'),
  ])
  expect(groups.map(({ kind, items }) => [kind, items.map(({ type }) => type)])).toEqual([
    ['yours', ['comment_votes_batched', 'official_replied']],
    ['bills', ['bill_update']],
    ['people', ['new_follower']],
  ])
})

// covers HURD-UPDATES-02
test.each([
  [['Caleb Stroud'], ['a', 'b', 'c'], 'Caleb Stroud', 3],
  [['Caleb Stroud', 'Ida Wells'], ['a', 'a'], 'Caleb Stroud and Ida Wells', 1],
  [['Caleb Stroud', 'Ida Wells', 'Mo Vance'], ['a', 'b', 'a'], 'Caleb Stroud and 2 others you follow', 2],
])('the stances of %s on the bills %s are one entry', (names, bills, shown, count) => {
  const stances = bills.map((bill, index) => entry('followee_stance', names[index % names.length], bill))
  const [group] = groupNotifications([entry('new_follower'), ...stances])
  expect(group?.folded).toMatchObject({ names: shown, bills: count, isRead: false })
  expect(group?.folded?.people.map(({ data }) => data.full_name)).toEqual(names)
  expect(group?.items).toHaveLength(1)
})

test('a single stance is an entry of its own', () => {
  const [group] = groupNotifications([entry('followee_stance', 'Caleb Stroud')])
  expect(group?.folded).toBeNull()
  expect(group?.items).toHaveLength(1)
})
