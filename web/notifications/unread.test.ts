import { expect, test } from 'vitest'
import { asRead, newCount, type NotificationPage } from './unread.ts'

const page = (read: boolean, unread_count: number): NotificationPage => ({
  notifications: [
    {
      id: 'a',
      type: 'new_follower',
      message: 'ben started following you',
      read,
      created_at: '2026-01-01T00:00:00.000Z',
      data: {
        comment_id: null,
        bill_id: null,
        bill_title: null,
        group_id: null,
        group_name: null,
        version_no: null,
        own_comment: null,
        own_comment_language: null,
        text: null,
        text_language: null,
        member_type: null,
        full_name: 'Ben',
        username: 'ben',
        profile_picture_url: null,
        engagement_level: null,
        follower_username: 'ben',
      },
    },
  ],
  unread_count,
  unread_stances: 0,
  version: 1,
  pagination: { limit: 20, offset: 0, total: 1, has_more: false },
  next: null,
})

// covers CIV-NOTIFICATIONS-16
test('reading a notification lowers the unread count, which never falls below 0', () => {
  expect(asRead(page(false, 3), 'a')).toEqual(page(true, 2))
  expect(asRead(page(true, 3), 'a')).toEqual(page(true, 3))
  expect(asRead(page(false, 3), 'another')).toEqual(page(false, 3))
  expect(asRead(page(false, 0), 'a')).toEqual(page(true, 0))
})

// covers HURD-UPDATES-02
test('the bell counts unread stances of followed members as one, until the last of them is read', () => {
  const [entry] = page(false, 0).notifications
  const stance = (id: string) => ({ ...entry!, id, type: 'followee_stance' as const })
  const stances = { ...page(false, 4), unread_stances: 2, notifications: [stance('a'), stance('b')] }
  expect(newCount(stances)).toBe(3)
  expect(newCount(asRead(stances, 'a'))).toBe(3)
  expect(newCount(asRead(asRead(stances, 'a'), 'b'))).toBe(2)
})
