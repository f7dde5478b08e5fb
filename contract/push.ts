import * as z from 'zod/mini'
import { endpoint, Id } from './kit/endpoint.ts'
import type { Notification } from './notifications.ts'

/** The maximum number of browsers that show the notifications of one member. The oldest subscription makes room for a new one. */
export const maxPushDevices = 10

/** Returns the path of the state of web push. The service worker knows it too. */
export const pushPath = '/api/notifications/push'

/** The subscription of the device that calls. Messages to it contain `subscription_id`. */
const PushDevice = z.object({ subscription_id: Id, endpoint: z.string() })

/**
 * Returns the instance's public key for subscriptions (RFC 8292), or null if this instance sends nothing to browsers, and the
 * subscription of the calling device.
 */
export const getPush = endpoint(`GET ${pushPath}`, {
  access: 'user',
  input: {},
  output: { public_key: z.nullable(z.string()), device: z.nullable(PushDevice) },
})

/** A key as the browser writes it, in base64url. */
const keyOf = (characters: number) => z.string().check(z.regex(new RegExp(`^[\\w-]{${characters}}=?=?$`)))

/**
 * Subscribes the calling device to the caller's notifications, and sets `push_notifications`. The subscription ends with the session.
 * A subscription of the same browser, whoever made it, is replaced.
 */
export const subscribeToPush = endpoint(`PUT ${pushPath}`, {
  access: 'active',
  input: {
    endpoint: z.string().check(z.minLength(10), z.maxLength(1000)),
    p256dh: keyOf(87),
    auth: keyOf(22),
  },
  output: { device: PushDevice },
  refuses: ['push_not_offered', 'push_service_unknown', 'session_expired', 'too_many_attempts'],
})

/** Ends the subscription of the calling device. `push_notifications` stays true while other devices of the caller have one. */
export const unsubscribeFromPush = endpoint(`DELETE ${pushPath}`, {
  access: 'user',
  input: {},
  output: { push_notifications: z.boolean() },
  refuses: ['too_many_attempts'],
})

/** What an encrypted message to a browser contains: no more than the notification says in the app. */
export type PushContent = {
  /** The browser shows the message only if it is subscribed by this id now. */
  subscription_id: string
  language: string
  /** The name of the site. */
  title: string
  notification: Pick<Notification, 'id' | 'type' | 'message' | 'created_at'> & {
    data: Pick<Notification['data'], 'bill_id' | 'comment_id' | 'group_id' | 'follower_username'>
  }
}
