import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import { billStatuses } from './bills/billContent.ts'
import { progressParts } from './bills/billParts.ts'
import { endpoint, Id, Time } from './kit/endpoint.ts'
import { emailDigests, NotificationSettings } from './people.ts'
import { stances } from './stances.ts'

/** The kinds of events that can happen to a bill (`bill_updates.update_type`). */
export const billUpdateTypes = [
  'introduced',
  'status',
  'action',
  'version',
  'vote',
  'hearing',
  'hearing_changed',
  'hearing_cancelled',
  'sponsor',
  'estimate',
  'session_ended',
  'reintroduced',
  'correction',
] as const
export type BillUpdateType = (typeof billUpdateTypes)[number]

/**
 * The kinds of updates that a member can choose for each follow. Corrections are always reported, because they retract
 * an earlier alert.
 */
export const followedUpdateTypes = ['status', 'version', 'vote', 'hearing', 'action', 'sponsor'] as const
export type FollowedUpdateType = (typeof followedUpdateTypes)[number]

export const defaultUpdateTypes: FollowedUpdateType[] = ['status', 'version', 'vote', 'hearing']

export const updateTypeLabels: Record<FollowedUpdateType, string> = {
  status: msg('Status changes'),
  version: msg('New text'),
  vote: msg('Votes'),
  hearing: msg('Hearings'),
  action: msg('Every official action'),
  sponsor: msg('New sponsors'),
}

/** What a member can follow. Follows of topics are stored in `topic_follows`, which the feed reads, and all others in `alert_follows`. */
export const followTargetTypes = [
  'bill',
  'topic',
  'representative',
  'committee',
  'jurisdiction',
  'search',
] as const
export type FollowTargetType = (typeof followTargetTypes)[number]

const alertFrequencies = ['immediate', 'daily', 'weekly', 'never'] as const

/** The maximum number of follows that one member can have besides topics, because every digest reads all of them. */
export const maxFollows = 200

/** The maximum number of bills that one email lists. If there are more, the email states their number. */
export const maxDigestBills = 3

/** The maximum number of alert emails that one member is sent in 24 hours. Later updates wait for the digest. */
export const maxEmailsPerDay = 20

const Target = {
  target_type: z.enum(followTargetTypes, { error: msg('Invalid target type') }),
  /**
   * The id of a bill, representative or committee, the key of a topic, an OCD division, or the keywords of a search.
   */
  target_id: z.string().check(z.minLength(1), z.maxLength(300)),
}

const UpdateTypes = z
  .array(z.enum(followedUpdateTypes, { error: msg('Invalid update type') }))
  .check(z.maxLength(10))

/** Follows something, or changes which kinds of its updates are reported. A repeated call changes nothing. */
export const followTarget = endpoint('POST /api/follows', {
  access: 'active',
  input: { ...Target, update_types: z.optional(UpdateTypes) },
  output: { is_following: z.boolean() },
  refuses: [
    'bill_not_found',
    'topic_not_found',
    'representative_not_found',
    'committee_not_found',
    'jurisdiction_not_found',
    'search_without_words',
    'follow_limit',
    'too_many_attempts',
  ],
})

/** Ends a follow. A repeated call changes nothing. */
export const unfollowTarget = endpoint('DELETE /api/follows', {
  access: 'active',
  input: Target,
  output: { is_following: z.boolean() },
  refuses: ['too_many_attempts'],
})

export const Follow = z.object({
  target_type: z.enum(followTargetTypes),
  target_id: z.string(),
  name: z.string(),
  update_types: z.array(z.enum(followedUpdateTypes)),
  created_at: Time,
})
export type Follow = z.infer<typeof Follow>

/** Lists everything that the caller follows for updates, newest first. */
export const listFollows = endpoint('GET /api/follows', {
  access: 'user',
  input: {},
  output: { follows: z.array(Follow) },
})

/**
 * The reason why an update reaches the caller. `stance` means that the caller has a stance on the bill and does not
 * follow it.
 */
const Reason = z.object({
  target_type: z.enum([...followTargetTypes, 'stance']),
  target_id: z.string(),
  name: z.string(),
})

export const Update = z.object({
  update_id: z.number(),
  bill: z.object({
    bill_id: Id,
    bill_code: z.string(),
    title: z.string(),
    status: z.enum(billStatuses),
    jurisdiction: z.string(),
  }),
  update_type: z.enum(billUpdateTypes),
  summary: z.string(),
  /** The official date as YYYY-MM-DD. `first_seen_at` is the time at which Hurd learned of the update. */
  occurred_on: z.nullable(z.string()),
  first_seen_at: Time,
  source_name: z.string(),
  reason: Reason,
})
export type Update = z.infer<typeof Update>

/**
 * When a live source was last read completely. If this instance reads only some places of the source, these count as all of it.
 * `is_late` means that this was so long ago that updates may be missing.
 */
export const SourceRead = z.object({ source_name: z.string(), read_at: Time, is_late: z.boolean() })
export type SourceRead = z.infer<typeof SourceRead>

const updateNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{1,15}$/))]),
  z.transform((text) => Number(text)),
)

/** An update with how far its bill has come now, and the stance of the caller on it. */
const ListedUpdate = z.extend(Update, {
  bill: z.extend(Update.shape.bill, {
    ...progressParts,
    source_url: z.nullable(z.string()),
    user_stance: z.nullable(z.enum(stances)),
  }),
})
export type ListedUpdate = z.infer<typeof ListedUpdate>

/**
 * Lists the updates of everything that the caller follows, newest first. To get the next page, pass the last
 * `update_id` of this page as `before`.
 */
export const listUpdates = endpoint('GET /api/updates', {
  access: 'user',
  input: {
    limit: z._default(z.pipe(updateNumber, z.number().check(z.int(), z.minimum(1), z.maximum(50))), 20),
    before: z.optional(updateNumber),
  },
  output: { updates: z.array(ListedUpdate), sources: z.array(SourceRead), has_more: z.boolean() },
})

export const AlertSettings = z.object({
  frequency: z.enum(alertFrequencies, { error: msg('Invalid frequency') }),
  delivery_hour: z.number().check(z.int(), z.minimum(0), z.maximum(23)),
  /** The day of the week, where 0 is Sunday. */
  delivery_weekday: z.number().check(z.int(), z.minimum(0), z.maximum(6)),
  time_zone: z.string().check(z.maxLength(60)),
})
export type AlertSettings = z.infer<typeof AlertSettings>

/**
 * Returns the caller's settings. `alerts` is null until the caller first follows something other than a topic, takes a stance
 * or chooses a frequency.
 */
export const getNotificationSettings = endpoint('GET /api/notifications/settings', {
  access: 'user',
  input: {},
  output: {
    settings: NotificationSettings,
    alerts: z.nullable(
      z.extend(AlertSettings, {
        /**
         * The time at which alerts were paused because the member's mail server refused three of them, or null if alerts
         * are not paused.
         */
        paused_at: z.nullable(Time),
        next_digest_at: z.nullable(Time),
      }),
    ),
  },
})

const Choice = z.optional(z.boolean())

/**
 * Saves which notifications the caller wants and how often they are emailed. If `push_notifications` is false, the subscriptions of all
 * of the caller's browsers end. A browser subscribes with `subscribeToPush` (contract/push.ts).
 */
export const updateNotificationSettings = endpoint('PUT /api/notifications/settings', {
  access: 'active',
  input: {
    email_new_bills: Choice,
    email_comments: Choice,
    email_representatives: Choice,
    email_digest: z.optional(z.enum(emailDigests, { error: msg('Invalid frequency') })),
    stance_notifications: Choice,
    group_notifications: Choice,
    push_notifications: Choice,
  },
  output: { settings: NotificationSettings },
  refuses: ['nothing_to_update', 'too_many_attempts'],
})

/** Saves when alerts are emailed. Saving also ends a pause. */
export const updateAlertSettings = endpoint('PUT /api/notifications/alerts', {
  access: 'active',
  input: AlertSettings.shape,
  output: { alerts: AlertSettings },
  refuses: ['unknown_time_zone', 'too_many_attempts'],
})

/**
 * Emails the caller's digest now, at most once an hour. `sent` is false if nothing has happened since the last digest.
 */
export const sendDigest = endpoint('POST /api/alerts/digest', {
  access: 'active',
  input: {},
  output: { sent: z.boolean(), bill_count: z.number() },
  refuses: ['alerts_need_verified_email', 'alerts_need_https', 'too_many_attempts'],
})

/**
 * The last time that a program fetched a secret URL, to the hour. `reader` is the kind of program, such as "Feedly" or "a
 * browser".
 */
const Fetch = z.object({ fetched_at: Time, reader: z.string() })
export type Fetch = z.infer<typeof Fetch>

const FeedAddresses = z.object({
  atom_url: z.string(),
  /** Null if the URL has not been fetched since it exists. */
  atom_fetch: z.nullable(Fetch),
  calendar_url: z.string(),
  calendar_fetch: z.nullable(Fetch),
})
export type FeedAddresses = z.infer<typeof FeedAddresses>

/**
 * Returns the secret URLs of the caller's own Atom feed and calendar. Anyone who has a URL can read them without
 * signing in. They end when the password is reset, when a change of email is undone and when the caller signs out
 * everywhere else, and new ones are then returned.
 */
export const getFeedAddress = endpoint('POST /api/alerts/feeds', {
  access: 'active',
  input: {},
  output: FeedAddresses.shape,
  refuses: ['too_many_attempts'],
})

/** Replaces the secret URLs. The old ones answer 404. */
export const resetFeedAddress = endpoint('POST /api/alerts/feeds/reset', {
  access: 'active',
  input: {},
  output: FeedAddresses.shape,
  refuses: ['too_many_attempts'],
})
