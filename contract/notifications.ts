import * as z from 'zod/mini'
import { engagementLevels, memberTypes } from './accounts/memberRoles.ts'
import { cursorInput, nextOutput, TimeCursor } from './kit/cursor.ts'
import { endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { TimeInput } from './kit/timeInput.ts'
import { TextLanguage } from './textLanguage.ts'

const notificationTypes = [
  'comment_votes_batched',
  'comment_influenced_mind',
  'followee_stance',
  'new_follower',
  'bill_update',
  'message_follow_up',
  'representative_voted',
  'official_replied',
  'comment_reply',
  'comment_mention',
  'post_comment',
  'bill_changed',
] as const

/** The steps of a bill of which members with a stance on it are notified. */
export type BillStep = 'passed_house' | 'passed_senate' | 'passed_first_chamber' | 'passed' | 'rejected'

/** One entry in a member's list. `created_at` is the time of the latest action that the entry reports. */
export const Notification = z.object({
  id: Id,
  type: z.enum(notificationTypes),
  message: z.string(),
  read: z.boolean(),
  created_at: Time,
  data: z.object({
    comment_id: z.nullable(Id),
    bill_id: z.nullable(Id),
    bill_title: z.nullable(z.string()),
    /** The group of the post, for comments in groups. */
    group_id: z.nullable(Id),
    group_name: z.nullable(z.string()),
    /** The version that an entry about a changed bill is about. Null for other entries and for steps of a bill. */
    version_no: z.nullable(z.number()),
    /** The beginning of the viewer's comment or post that the entry is about. */
    own_comment: z.nullable(z.string()),
    own_comment_language: TextLanguage,
    /** The beginning of the reply or of the comment that mentions the viewer. */
    text: z.nullable(z.string()),
    text_language: TextLanguage,
    /** The label of the member who acted, such as elected official. */
    member_type: z.nullable(z.enum(memberTypes)),
    /** The username of the member who acted, or null for votes, because only their number is reported. */
    username: z.nullable(z.string()),
    full_name: z.nullable(z.string()),
    profile_picture_url: z.nullable(z.string()),
    engagement_level: z.nullable(z.enum(engagementLevels)),
    follower_username: z.nullable(z.string()),
  }),
})
export type Notification = z.infer<typeof Notification>

const unreadCounts = {
  unread_count: z.number(),
  /** How many of these are about stances of followed members. They are one entry, so the bell counts them as one. */
  unread_stances: z.number(),
}

/** Lists notifications, newest first. `version` is incremented by every change of the member's list. */
export const listNotifications = endpoint('GET /api/notifications', {
  access: 'user',
  input: { ...pageInput(20), ...cursorInput(TimeCursor) },
  output: {
    notifications: z.array(Notification),
    ...unreadCounts,
    version: z.number(),
    pagination: Pagination,
    ...nextOutput,
  },
})

/** The data that a stream sends when it opens and after every change. */
export const NotificationCounters = z.object({ version: z.number(), unread_count: z.number() })
export type NotificationCounters = z.infer<typeof NotificationCounters>

/**
 * Opens a stream of server-sent events named `news`. The data of each event is a `NotificationCounters`. Lines that
 * begin with a colon are heartbeats.
 */
export const streamNotifications = endpoint('GET /api/notifications/stream', {
  access: 'user',
  input: {},
  output: {},
})

export const readNotification = endpoint('POST /api/notifications/:id/read', {
  access: 'user',
  input: { id: Id },
  output: unreadCounts,
  refuses: ['notification_not_found', 'too_many_attempts'],
})

/**
 * Marks all notifications as read and answers the time that they have from then on. With this time as `undo`, they are unread
 * again.
 */
export const readAllNotifications = endpoint('POST /api/notifications/read-all', {
  access: 'user',
  input: { undo: z.optional(TimeInput) },
  output: { ...unreadCounts, read_at: Time },
  refuses: ['too_many_attempts'],
})
