import * as z from 'zod/mini'
import { msg } from '#contract/kit/translate.ts'
import {
  checkBio,
  checkEmail,
  checkFullName,
  checkProfileAddress,
  checkUsername,
} from './accounts/accountFields.ts'
import { Profile, User } from './accounts/accounts.ts'
import { engagementLevels } from './accounts/memberRoles.ts'
import { secondStep, secondStepRefusals } from './accounts/secondFactor.ts'
import { governmentLevels } from './bills/billContent.ts'
import { cursorInput, nextOutput, TimeCursor } from './kit/cursor.ts'
import { endpoint, Id, pageInput, Pagination, Time } from './kit/endpoint.ts'
import { MuteState } from './mutes.ts'
import { stances } from './stances.ts'

/** Pictures are stored as squares of these sizes, in pixels. Responses contain the URL of the large one. */
export const pictureSides = { large: 400, small: 80 } as const

/** Larger pictures are refused, because decoding them would need too much memory. */
export const pictureMaxPixels = 25_000_000
export const pictureHasTooManyPixels = msg('Picture too large. Maximum is 25 megapixels.')
export const pictureIsTooComplex = msg(
  'This picture is too complex to process. Save it as a regular JPEG or PNG and try again.',
)

/** Returns the URL of the small picture for the URL of a large one. Any other URL is returned unchanged. */
export function smallPictureUrl(url: string): string {
  return url.replace(`-${pictureSides.large}.webp`, `-${pictureSides.small}.webp`)
}

export const getUserByUsername = endpoint('GET /api/users/username/:username', {
  access: 'user',
  input: { username: z.string().check(z.maxLength(200)) },
  output: { profile: Profile },
  refuses: ['user_not_found'],
})

/**
 * Returns a field that stays unchanged if it is missing from the input. Null or an empty string clears an optional
 * field.
 */
function changed(check: (text: string) => string | null) {
  return z.optional(
    z.nullable(z.string()).check((field) => {
      const message = check(field.value ?? '')
      if (message) {
        field.issues.push({ code: 'custom', message, input: field.value })
      }
    }),
  )
}

/** Saves the fields that are present. A change of the email needs the second step if two-step sign-in is on. */
export const updateProfile = endpoint('PUT /api/users/profile', {
  access: 'active',
  input: {
    full_name: changed(checkFullName),
    username: changed(checkUsername),
    email: changed(checkEmail),
    bio: changed(checkBio),
    address: changed(checkProfileAddress),
    /** The language of the member's pages and emails. One that the instance does not have is not saved. */
    language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/, { error: msg('Invalid language') }))),
    ...secondStep,
  },
  output: { user: User },
  refuses: ['nothing_to_update', 'username_taken', 'email_taken', ...secondStepRefusals],
})

/** The members with the numbers 1 to 1000 are early adopters. */
export const earlyAdopters = 1000

export const Stats = z.object({
  memberNumber: z.number(),
  mindsChanged: z.number(),
  commentVotes: z.object({ upvotes: z.number(), downvotes: z.number() }),
  stanceBreakdown: z.array(z.object({ stance: z.enum(stances), count: z.number() })),
  governmentLevelBreakdown: z.array(
    z.object({ government_level: z.enum(governmentLevels), count: z.number() }),
  ),
})
export type Stats = z.infer<typeof Stats>

export const getProfileStats = endpoint('GET /api/users/:id/profile-stats', {
  access: 'user',
  input: { id: Id },
  output: { stats: Stats },
  refuses: ['user_not_found'],
})

const followOutput = { isFollowing: z.boolean(), followerCount: z.number() }

export const followUser = endpoint('POST /api/users/:id/follow', {
  access: 'active',
  input: { id: Id },
  output: followOutput,
  refuses: [
    'already_following_user',
    'own_follow',
    'follow_not_allowed',
    'blocked_by_you',
    'user_not_found',
    'too_many_attempts',
  ],
  idempotent: true,
})

export const unfollowUser = endpoint('DELETE /api/users/:id/follow', {
  access: 'active',
  input: { id: Id },
  output: followOutput,
  refuses: ['not_following_user', 'own_follow', 'user_not_found', 'too_many_attempts'],
  idempotent: true,
})

/** Removes one of the caller's own followers. The follower is not notified. */
export const removeFollower = endpoint('DELETE /api/users/:id/follower', {
  access: 'active',
  input: { id: Id },
  output: { followerCount: z.number() },
  refuses: ['not_your_follower', 'too_many_attempts'],
  idempotent: true,
})

export const UserCard = z.object({
  user_id: Id,
  username: z.string(),
  full_name: z.string(),
  profile_picture_url: z.nullable(z.string()),
  engagement_level: z.enum(engagementLevels),
  is_verified: z.boolean(),
  is_following: z.boolean(),
  muted: MuteState,
})
export type UserCard = z.infer<typeof UserCard>

export const listFollowers = endpoint('GET /api/users/:id/followers', {
  access: 'user',
  input: { id: Id, ...pageInput(20), ...cursorInput(TimeCursor) },
  output: { followers: z.array(UserCard), pagination: Pagination, ...nextOutput },
  refuses: ['user_not_found'],
})

export const listFollowing = endpoint('GET /api/users/:id/following', {
  access: 'user',
  input: { id: Id, ...pageInput(20), ...cursorInput(TimeCursor) },
  output: { following: z.array(UserCard), pagination: Pagination, ...nextOutput },
  refuses: ['user_not_found'],
})

const MemberStance = z.object({
  stance: z.enum(stances),
  created_at: Time,
  bill_id: Id,
  bill_code: z.string(),
  bill_title: z.string(),
  government_level: z.enum(governmentLevels),
  category_name: z.nullable(z.string()),
  /** True if the text changed materially after the stance was taken or confirmed. */
  is_outdated: z.boolean(),
})

export const listOwnStances = endpoint('GET /api/users/stances', {
  access: 'user',
  input: pageInput(20),
  output: { stances: z.array(MemberStance), pagination: Pagination },
})

export const listMemberStances = endpoint('GET /api/users/:id/stances', {
  access: 'user',
  input: { id: Id, ...pageInput(20) },
  output: { stances: z.array(MemberStance), pagination: Pagination },
  refuses: ['user_not_found'],
})

export const pictureMaxBytes = 5_242_880
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp'] as const

/** Stores a profile picture. The body is multipart/form-data instead of JSON, with one file field `profilePicture`. */
export const uploadPicture = endpoint('POST /api/users/profile-picture', {
  access: 'active',
  input: {},
  file: 'profilePicture',
  output: { profilePictureUrl: z.string() },
  refuses: ['no_file', 'picture_type', 'picture_too_large', 'storage_unavailable', 'too_many_attempts'],
})

export const removePicture = endpoint('DELETE /api/users/profile-picture', {
  access: 'active',
  input: {},
  output: { profilePictureUrl: z.null() },
  refuses: ['too_many_attempts'],
})

/** The settings for what other members may see and do. Every setting is true for a new account. */
export const PrivacySettings = z.object({
  public_profile: z.boolean(),
  public_stances: z.boolean(),
  public_comments: z.boolean(),
  allow_follow: z.boolean(),
})
export type PrivacySettings = z.infer<typeof PrivacySettings>

export const getPrivacy = endpoint('GET /api/users/privacy', {
  access: 'user',
  input: {},
  output: { settings: PrivacySettings },
})

/**
 * Changes privacy settings. Missing settings keep their value. A deactivated member may change them before
 * reactivating.
 */
export const updatePrivacy = endpoint('PUT /api/users/privacy', {
  access: 'user',
  input: {
    public_profile: z.optional(z.boolean()),
    public_stances: z.optional(z.boolean()),
    public_comments: z.optional(z.boolean()),
    allow_follow: z.optional(z.boolean()),
  },
  output: { settings: PrivacySettings },
  refuses: ['nothing_to_update', 'too_many_attempts'],
})

export const emailDigests = ['immediate', 'daily', 'weekly', 'never'] as const

export const NotificationSettings = z.object({
  email_new_bills: z.boolean(),
  email_comments: z.boolean(),
  email_representatives: z.boolean(),
  email_digest: z.enum(emailDigests),
  push_notifications: z.boolean(),
  stance_notifications: z.boolean(),
  group_notifications: z.boolean(),
})
export type NotificationSettings = z.infer<typeof NotificationSettings>

/**
 * The defaults. As soon as a member's alerts have begun, `email_digest` is the frequency of the alerts
 * (contract/alerts.ts).
 */
export const defaultNotificationSettings: NotificationSettings = {
  email_new_bills: true,
  email_comments: true,
  email_representatives: true,
  email_digest: 'daily',
  push_notifications: false,
  stance_notifications: true,
  group_notifications: true,
}

/**
 * Requests an archive of all of the member's data. The archive is created in the background, and a link is emailed to
 * the verified address. The call is refused if the address is not verified, because the address could belong to
 * somebody else.
 */
export const requestExport = endpoint('POST /api/users/export', {
  access: 'user',
  input: {},
  output: { message: z.string() },
  refuses: ['export_needs_verified_email', 'too_many_attempts'],
})

/** The number of hours after which the archive is deleted and the link to it expires. */
export const exportHours = 24

/**
 * Returns the archive as an attachment to the member who requested it. It can be downloaded any number of times until
 * it expires.
 */
export const downloadExport = endpoint('POST /api/users/export/download', {
  access: 'user',
  input: { token: z.string().check(z.maxLength(200)) },
  output: {},
  produces: 'application/zip',
  refuses: ['export_link_invalid', 'export_of_other_member', 'too_many_attempts'],
})
