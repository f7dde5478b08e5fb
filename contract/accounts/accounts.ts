import * as z from 'zod/mini'
import { governmentLevels } from '#contract/bills/billContent.ts'
import { endpoint, checkedText, Id, Time } from '#contract/kit/endpoint.ts'
import { msg } from '#contract/kit/translate.ts'
import { MuteState } from '#contract/mutes.ts'
import { stances } from '#contract/stances.ts'
import {
  checkAccessCode,
  checkAddress,
  checkCurrentPassword,
  checkEmail,
  checkFullName,
  checkNewPassword,
  checkPassword,
  checkResetToken,
  checkSignInPassword,
  checkUsername,
} from './accountFields.ts'
import { engagementLevels, operatorRoles } from './memberRoles.ts'
import { PasskeyRequestOptions, SignedChallenge } from './passkeys.ts'
import { secondStep, secondStepRefusals } from './secondFactor.ts'

/** The steps of the welcome card above the feed, in the order in which the card shows them. */
export const welcomeSteps = ['topics', 'district', 'stance'] as const
export type WelcomeStep = (typeof welcomeSteps)[number]

/**
 * The number of topics that a member must follow to complete the first step. The SQL function `welcome_progress`
 * contains the same number.
 */
export const welcomeTopics = 3

const StepState = z.enum(['open', 'done', 'skipped'])

/**
 * The state of each step. A step is also done if the member completed it elsewhere, for example by taking a stance in
 * the feed.
 */
export const Welcome = z.object({ topics: StepState, district: StepState, stance: StepState })
export type Welcome = z.infer<typeof Welcome>

/**
 * Records that the member skipped a step, confirmed their district, or closed the card forever. As soon as no step is
 * open, the response is null and stays null. `User.welcome` has the same state.
 */
export const updateWelcome = endpoint('PUT /api/welcome', {
  access: 'active',
  input: {
    skipped: z.optional(z.enum(welcomeSteps, { error: msg('Invalid step') })),
    district_confirmed: z.optional(z.literal(true)),
    closed: z.optional(z.literal(true)),
  },
  output: { welcome: z.nullable(Welcome) },
  refuses: ['nothing_to_update', 'address_required'],
})

const accountStatuses = ['active', 'inactive'] as const

/** The caller's own account. Responses about other members never have this shape. */
export const User = z.object({
  userId: Id,
  email: z.string(),
  username: z.string(),
  fullName: z.string(),
  full_name: z.string(),
  emailVerified: z.boolean(),
  ocd_city_id: z.nullable(z.string()),
  engagement_level: z.enum(engagementLevels),
  accountStatus: z.enum(accountStatuses),
  profilePictureUrl: z.nullable(z.string()),
  totalStances: z.number(),
  totalComments: z.number(),
  totalActivityPoints: z.number(),
  followerCount: z.number(),
  bio: z.nullable(z.string()),
  address: z.nullable(z.string()),
  pendingEmail: z.nullable(z.string()),
  /** The language of the member's pages and emails, such as "es". */
  language: z.string(),
  /** The account is the verified one of a representative. Its label can be hidden until an operator confirms a new name. */
  isOfficial: z.boolean(),
  isLabelHidden: z.boolean(),
  /** The member's role as an operator, or null if the member is not an operator. */
  operatorRole: z.nullable(z.enum(operatorRoles)),
  /** The state of each step of the welcome card, or null if the card is not shown to the member. */
  welcome: z.nullable(Welcome),
})
export type User = z.infer<typeof User>

const RecentStance = z.object({
  /** True if the text changed materially after the stance was taken or confirmed. */
  is_outdated: z.boolean(),
  stance: z.enum(stances),
  created_at: Time,
  bill_title: z.string(),
  category_name: z.nullable(z.string()),
  bill_id: Id,
})

const RecentComment = z.object({
  content: z.string(),
  language: z.nullable(z.string()),
  created_at: Time,
  bill_title: z.string(),
  category_name: z.string(),
  bill_id: Id,
  comment_id: Id,
})

const FollowedGroup = z.object({
  group_id: Id,
  group_name: z.string(),
  government_level: z.enum(governmentLevels),
  follower_count: z.number(),
  jurisdiction: z.string(),
  group_type: z.string(),
})

/** A member's profile as other members see it. Only the member sees `address`; for everyone else `address` is null. */
export const Profile = z.object({
  userId: Id,
  username: z.string(),
  fullName: z.string(),
  bio: z.nullable(z.string()),
  address: z.nullable(z.string()),
  profilePictureUrl: z.nullable(z.string()),
  isVerified: z.boolean(),
  engagementLevel: z.enum(engagementLevels),
  totalStances: z.number(),
  totalComments: z.number(),
  totalActivityPoints: z.number(),
  followerCount: z.number(),
  followingCount: z.number(),
  isFollowing: z.boolean(),
  /** True if this member follows the viewer. */
  followsViewer: z.boolean(),
  muted: MuteState,
  recentStances: z.array(RecentStance),
  recentComments: z.array(RecentComment),
  followedTopics: z.array(z.object({ topic: z.string(), bill_count: z.number() })),
  followedGroups: z.array(FollowedGroup),
})
export type Profile = z.infer<typeof Profile>

/**
 * The fields are checked in this order, then the code, the username and the email. This order ensures that only a
 * caller with a valid code learns whether an account exists.
 */
export const register = endpoint('POST /api/auth/register', {
  access: 'open',
  input: {
    full_name: checkedText(checkFullName),
    username: checkedText(checkUsername),
    email: checkedText(checkEmail),
    access_code: checkedText(checkAccessCode),
    address: checkedText(checkAddress),
    password: checkedText(checkPassword),
  },
  output: { token: z.string(), user: User, message: z.string() },
  refuses: [
    'invalid_access_code',
    'access_code_used',
    'access_code_expired',
    'username_taken',
    'email_taken',
    'password_too_common',
    'too_many_attempts',
  ],
  status: 201,
})

export const login = endpoint('POST /api/auth/login', {
  access: 'open',
  input: {
    email: checkedText(checkEmail),
    password: checkedText(checkSignInPassword),
    /**
     * The second step of two-step sign-in: a code, or the challenge of `startPasskeySignIn` signed by a passkey. If the
     * account requires a second step and both fields are missing, the refusal says what the account accepts: a code of
     * the app (`second_factor_required`), a passkey (`passkey_required`), or either (`passkey_or_code_required`).
     */
    code: z._default(z.nullable(z.string()), ''),
    passkey: z._default(z.nullable(SignedChallenge), null),
  },
  output: { token: z.string(), user: User },
  refuses: [
    'wrong_credentials',
    'account_suspended',
    'second_factor_required',
    'passkey_required',
    'passkey_or_code_required',
    'wrong_code',
    'passkey_expired',
    'passkey_unknown',
    'passkey_cloned',
    'passkey_failed',
    'too_many_attempts',
  ],
})

/** Returns a challenge for the passkeys of the account. The challenge can be used once, within five minutes. */
export const startPasskeySignIn = endpoint('POST /api/auth/login/passkey', {
  access: 'open',
  input: { email: checkedText(checkEmail), password: checkedText(checkSignInPassword) },
  output: { options: PasskeyRequestOptions },
  refuses: ['wrong_credentials', 'account_suspended', 'passkey_not_found', 'too_many_attempts'],
})

/** Returns the same response for every valid email address so that the response does not reveal who has an account. */
export const forgotPassword = endpoint('POST /api/auth/forgot-password', {
  access: 'open',
  input: { email: checkedText(checkEmail) },
  output: { message: z.string() },
  refuses: ['too_many_attempts'],
})

/** The path of the page that a reset link opens, with the token in `?token=`. */
export const resetPasswordPath = '/reset-password'
/** The path of the sign-in form. */
export const loginPath = '/login'
/** The path of the form that requests a reset link. */
export const forgotPasswordPath = '/login?view=forgot'

/**
 * Sets a new password with the token of a reset link, once, and ends every session and the secret URLs of the
 * account. If the email address was never verified, two-step sign-in and the API keys end too.
 */
export const resetPassword = endpoint('POST /api/auth/reset-password', {
  access: 'open',
  input: { token: checkedText(checkResetToken), password: checkedText(checkPassword) },
  output: { message: z.string() },
  refuses: ['reset_link_invalid', 'password_too_common', 'too_many_attempts'],
})

/** The path of the page that a verification link opens, with the token in `?token=`. */
export const verifyEmailPath = '/verify-email'

/** Verifies the address that the link was sent to. The new address of a pending change replaces the old one. */
export const verifyEmail = endpoint('POST /api/auth/verify-email', {
  access: 'open',
  input: { token: z._default(z.nullable(z.string()), '') },
  output: {
    user: z.object({ userId: Id, email: z.string(), username: z.string(), emailVerified: z.literal(true) }),
    message: z.string(),
  },
  refuses: ['verification_link_invalid', 'verification_link_expired', 'email_taken', 'too_many_attempts'],
})

export const resendVerification = endpoint('POST /api/auth/resend-verification', {
  access: 'user',
  input: {},
  output: { message: z.string() },
  refuses: ['email_already_verified', 'too_many_attempts'],
})

/** The path of the settings, where the member's sessions are listed. */
export const settingsPath = '/settings'

/** Cancels a pending change of email. The link "This was not me" in the notice also cancels it, with its own token. */
export const cancelEmailChange = endpoint('POST /api/auth/cancel-email-change', {
  access: 'user',
  input: {},
  output: { user: User },
})

/**
 * The link "This was not me" in the notice to the old address cancels the change, ends all other sessions and the secret
 * addresses, and removes what was added since the change was requested: authenticator app, passkeys, recovery codes and
 * API keys. The old address gets an email that lists what ended.
 */
export const undoEmailChangePath = '/not-me'
export const undoEmailChange = endpoint('POST /api/auth/undo-email-change', {
  access: 'open',
  input: { token: z._default(z.nullable(z.string()), '') },
  output: { message: z.string() },
  refuses: ['verification_link_invalid', 'email_taken', 'too_many_attempts'],
})

/**
 * The path of the page that the link to a data export opens, with the token in `?token=`. Opening the page does not
 * start the download so that a program that scans email cannot get the data.
 */
export const downloadDataPath = '/download-data'

/** Sets a new password and ends every session except the caller's. */
export const changePassword = endpoint('PUT /api/auth/change-password', {
  access: 'active',
  input: {
    currentPassword: checkedText(checkCurrentPassword),
    newPassword: checkedText(checkNewPassword),
    /** True if the secret URLs of the feed and the calendar end too. They do if the field is missing. */
    endFeedAddresses: z._default(z.boolean(), true),
  },
  output: { message: z.string() },
  refuses: ['wrong_current_password', 'password_too_common', 'too_many_attempts'],
})

export const reactivate = endpoint('POST /api/auth/reactivate', {
  access: 'user',
  input: {},
  output: { user: User },
})

export const deactivate = endpoint('PUT /api/users/deactivate', { access: 'user', input: {}, output: {} })

/**
 * Deletes the account and ends every session. If the email address is verified, the member is emailed a link that
 * restores everything and works for `restoreDays`. Otherwise the deletion is permanent. If two-step sign-in is on, the call
 * needs the second step.
 */
export const deleteAccount = endpoint('DELETE /api/users/account', {
  access: 'user',
  input: secondStep,
  output: {},
  refuses: secondStepRefusals,
})

export const restoreDays = 14

export const restoreAccountPath = '/restore-account'

/** Restores a deleted account with the token of the emailed link, once. The call does not sign the member in. */
export const restoreAccount = endpoint('POST /api/auth/restore-account', {
  access: 'open',
  input: { token: z._default(z.nullable(z.string()), '') },
  output: { message: z.string() },
  refuses: ['restore_link_invalid', 'too_many_attempts'],
})

export const logout = endpoint('POST /api/auth/logout', { access: 'user', input: {}, output: {} })

/** Returns `user` and `profile` for the caller's own id, and only `profile` for other members. */
export const getUser = endpoint('GET /api/users/:id', {
  access: 'user',
  input: { id: Id },
  output: { user: z.optional(User), profile: Profile },
  refuses: ['user_not_found'],
})

/** One of the caller's sessions. `device` is a readable name that the server derives from the user agent. */
export const Session = z.object({
  session_id: Id,
  device: z.string(),
  created_at: Time,
  last_seen_at: Time,
  is_current: z.boolean(),
  /** True if the device shows notifications while Hurd is closed. */
  gets_notifications: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint('GET /api/auth/sessions', {
  access: 'user',
  input: {},
  output: { sessions: z.array(Session) },
})

/** Ends every session except the caller's, and the secret URLs of the feed and the calendar. */
export const endOtherSessions = endpoint('POST /api/auth/sessions/end-others', {
  access: 'user',
  input: {},
  output: { ended: z.number() },
})

/** Returns the path of the registration form with the access code of an invitation filled in. */
export function invitedPath(code: string): string {
  return `/login?view=register&code=${encodeURIComponent(code)}`
}
