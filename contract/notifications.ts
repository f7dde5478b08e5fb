import * as z from 'zod/mini'
import { endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'

const notificationTypes = [
  'comment_votes_batched',
  'comment_influenced_mind',
  'followee_stance',
  'new_follower',
] as const

/** What a member is told of (R59). `created_at` is the time of the latest act that it tells of. */
export const Notification = z.object({
  id: Id,
  type: z.enum(notificationTypes),
  message: z.string(),
  read: z.boolean(),
  created_at: Time,
  data: z.object({
    comment_id: z.nullable(Id),
    bill_id: z.nullable(Id),
    /** Whose act it was; null where votes are told by their number. */
    username: z.nullable(z.string()),
    follower_username: z.nullable(z.string()),
  }),
})
export type Notification = z.infer<typeof Notification>

/** Newest first. `version` rises with whatever changes in the member's list. */
export const listNotifications = endpoint('GET /api/notifications', {
  access: 'user',
  input: pageInput(20),
  output: {
    notifications: z.array(Notification),
    unread_count: z.number(),
    version: z.number(),
    pagination: Pagination,
  },
})

/** What a stream says at its beginning and after every change. */
export const NotificationCounters = z.object({ version: z.number(), unread_count: z.number() })

/** Server-sent events named `news`, each a `NotificationCounters`; lines that begin with a colon keep it open. */
export const streamNotifications = endpoint('GET /api/notifications/stream', {
  access: 'user',
  input: {},
  output: {},
})

export const readNotification = endpoint('POST /api/notifications/:id/read', {
  access: 'user',
  input: { id: Id },
  output: { unread_count: z.number() },
  refuses: ['notification_not_found', 'too_many_attempts'],
})
