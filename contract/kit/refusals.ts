import { deadResetLink, residentsOnly } from './text.ts'
import { msg } from './translate.ts'

/** All refusals with code, HTTP status and message. Screens decide by the code. */
export const refusals = {
  invalid_request: [400, msg('Invalid request')],
  authentication_required: [401, msg('Authentication required')],
  session_expired: [401, msg('Session expired. Please log in again.')],
  wrong_credentials: [401, msg('Invalid email or password')],
  second_factor_required: [401, msg('Enter the code from your authenticator app')],
  passkey_required: [401, msg('Use one of your passkeys')],
  passkey_or_code_required: [401, msg('Use one of your passkeys, or enter a code')],
  account_deactivated: [403, msg('Your account is deactivated. Reactivate it to continue.')],
  account_suspended: [403, msg('This account has been suspended.')],
  cross_site_request: [403, msg('This request came from another site.')],
  invalid_api_key: [401, msg('This API key is unknown or was revoked.')],
  key_limit: [409, msg('You can have up to 3 API keys. Revoke one to create another.')],
  key_not_found: [404, msg('API key not found')],
  not_found: [404, msg('Not found')],
  method_not_allowed: [405, msg('Method not allowed')],
  request_too_large: [413, msg('Request too large')],
  idempotency_key_reused: [422, msg('Idempotency key was used for a different request')],
  too_many_attempts: [429, msg('Too many attempts. Please try again later.')],
  too_many_records: [
    429,
    msg(
      'Too many requests. All records are also in files, which /bulk/index.json lists. Please try again later.',
    ),
  ],
  internal_error: [500, msg('Something went wrong. Please try again.')],
  database_unavailable: [503, msg('Database unavailable')],
  shutting_down: [503, msg('This server is shutting down')],
  overloaded: [503, msg('The server is busy. Please try again in a moment.')],

  invalid_date: [400, msg('Invalid date')],
  text_not_found: [404, msg('This text is no longer there.')],
  not_translatable: [409, msg('This text cannot be translated reliably.')],
  translation_failed: [503, msg('The text could not be translated. Please try again.')],
  invalid_access_code: [400, msg('Invalid access code')],
  access_code_used: [400, msg('This access code has already been used')],
  access_code_expired: [400, msg('This access code has expired')],
  username_taken: [409, msg('Username is already taken')],
  email_taken: [409, msg('An account with this email already exists')],
  password_too_common: [400, msg('This password is too common. Please choose another.')],
  reset_link_invalid: [400, deadResetLink],
  restore_link_invalid: [
    400,
    msg('This link is invalid or has expired. A deleted account can be restored for 14 days.'),
  ],
  user_not_found: [404, msg('User not found')],
  verification_link_invalid: [400, msg('Invalid verification link')],
  verification_link_expired: [400, msg('This verification link has expired. Please request a new one.')],
  email_already_verified: [400, msg('Email is already verified')],
  wrong_current_password: [400, msg('Current password is incorrect')],
  wrong_code: [400, msg('That code is incorrect or already used. Codes change every 30 seconds.')],
  passkey_expired: [400, msg('This took too long. Please use your passkey again.')],
  passkey_unknown: [
    400,
    msg("This passkey isn't one of your account's, or you removed it. Use another passkey or a code."),
  ],
  passkey_cloned: [
    400,
    msg(
      'This passkey may have been copied, so we refused it. Use another passkey or a code, and remove this one in Settings.',
    ),
  ],
  passkey_failed: [400, msg('This passkey could not be verified. Please try again, or use a code.')],
  passkey_exists: [409, msg('This passkey is already in your account')],
  passkey_not_found: [404, msg('Passkey not found')],
  authenticator_app_not_found: [404, msg('Your account has no authenticator app')],
  passkey_limit: [409, msg('You can have up to 20 passkeys. Remove one to add another.')],
  second_factor_on: [409, msg('Two-step sign-in is already on')],
  second_factor_off: [409, msg('Two-step sign-in is already off')],
  tally_not_yet: [409, msg('Your stance will be in the next daily tally.')],
  tally_not_found: [404, msg('There is no tally for that day.')],
  nothing_to_update: [400, msg('Nothing to update')],
  already_following_user: [409, msg('Already following this user')],
  not_following_user: [409, msg('Not following this user')],
  not_your_follower: [404, msg('This member does not follow you')],
  own_follow: [400, msg('You cannot follow yourself')],
  follow_not_allowed: [403, msg('This member does not accept followers')],
  own_mute: [400, msg('You cannot mute or block yourself')],
  mute_limit: [409, msg('You can mute or block up to 1,000 members. Undo one to add another.')],
  official_block: [403, msg("Accounts of officials can't block members. You can mute them instead.")],
  blocked_by_you: [403, msg('You blocked this member. Unblock them to do this.')],
  response_not_allowed: [403, msg("You can't respond to this member.")],
  mention_not_allowed: [403, msg("You can't mention one of these members. Remove the mention to post this.")],
  export_needs_verified_email: [403, msg('Please verify your email address before you download your data.')],
  export_link_invalid: [
    404,
    msg('This download link is invalid or has expired. You can ask for your data again in Settings.'),
  ],
  export_of_other_member: [
    403,
    msg('This download link belongs to a different account. Sign in to that account to use it.'),
  ],
  no_file: [400, msg('No file uploaded')],
  picture_type: [400, msg('Invalid file type. Only JPEG, PNG, and WebP images are allowed.')],
  picture_too_large: [413, msg('File too large. Maximum size is 5MB.')],
  logo_shape: [
    400,
    msg(
      'This picture is too small or too narrow for a header. Choose one that is at least 24 pixels wide and high, and at most 20 times as wide as high.',
    ),
  ],
  logo_unseen: [
    400,
    msg('This logo would not be seen on its white plate. Choose the one for light backgrounds.'),
  ],
  storage_unavailable: [507, msg('The picture could not be stored. Please try again later.')],

  bill_not_found: [404, msg('Bill not found')],
  version_not_found: [404, msg('Version not found')],
  mind_change_not_found: [404, msg("You haven't credited this comment.")],
  not_coordinated: [404, msg('Your votes on this bill count one by one.')],
  answer_final: [409, msg("You can't change this answer anymore.")],
  version_outdated: [409, msg('A newer version of this bill is out. Please review it first.')],
  version_text_unavailable: [409, msg("Hurd doesn't have the text of this version.")],
  versions_not_comparable: [409, msg("These versions can't be compared.")],
  section_not_found: [400, msg('Section not found')],
  comment_required: [400, msg('A comment is required for this change')],
  own_comment: [403, msg('You cannot change your mind through your own comment')],
  no_stance_yet: [409, msg('Take a stance on this bill first')],
  bookmark_limit: [409, msg('You can bookmark up to 1,000 bills. Remove a bookmark to add another.')],
  topic_required: [400, msg('Topic is required')],
  topic_not_found: [404, msg('Topic not found')],

  committee_not_found: [404, msg('Committee not found')],
  jurisdiction_not_found: [404, msg('Place not found')],
  search_without_words: [400, msg('A search needs at least one letter or digit.')],
  follow_limit: [409, msg('You can follow up to 200 things. Stop following one to follow another.')],
  unknown_time_zone: [400, msg('Choose a time zone from the list.')],
  second_step_required: [403, msg('Confirm this with a code or one of your passkeys.')],
  second_factor_needs_verified_email: [
    403,
    msg('Please verify your email address before you turn on two-step sign-in.'),
  ],
  alerts_need_verified_email: [403, msg('Please verify your email address to get alerts by email.')],
  alerts_need_https: [
    409,
    msg("This site can't send alerts by email, because it has no https address. Updates are shown here."),
  ],

  push_not_offered: [409, msg("This site doesn't send notifications to devices.")],
  push_service_unknown: [400, msg("This site doesn't know the push service of your browser.")],

  comment_not_found: [404, msg('Comment not found')],
  parent_comment_not_found: [404, msg('Parent comment not found')],
  comment_deleted: [409, msg('This comment has been deleted')],
  comment_not_yours: [403, msg('You can only delete your own comments')],

  group_not_found: [404, msg('Group not found')],
  already_following_group: [409, msg('Already following this group')],
  not_following_group: [409, msg('Not following this group')],
  group_follow_limit: [409, msg('You can follow up to 500 groups. Unfollow one to follow another.')],
  local_group_needs_address: [403, msg('Add your address in Settings to join local government groups.')],
  not_resident: [403, residentsOnly],
  post_not_found: [404, msg('Post not found')],
  post_not_yours: [403, msg('You can only delete your own posts')],
  post_deleted: [409, msg('This post has been deleted')],
  post_comment_limit: [
    409,
    msg('This post has reached its limit of 5,000 comments. Please continue in a new post.'),
  ],

  own_report: [400, msg('You cannot report your own content')],
  content_not_found: [404, msg('Content not found')],
  operator_needs_second_factor: [
    403,
    msg(
      'Moderators and administrators need two-step sign-in. Turn it on in Settings, then come back to this page.',
    ),
  ],
  code_not_found: [404, msg('There is no such access code')],
  branding_changed: [
    409,
    msg(
      'Someone else has saved other values. Yours are not saved. Open the saved values to see what changed.',
    ),
  ],
  case_not_found: [404, msg('This has not been reported')],
  cohort_not_found: [
    404,
    msg('This cohort is gone: its members no longer share enough. Reload to see the others.'),
  ],
  case_decided: [409, msg('Someone else has already decided this. Reload to see the decision.')],
  case_assigned: [409, msg('This case is assigned to another moderator')],
  own_case: [403, msg('You cannot decide about your own account or content')],
  operator_case: [
    403,
    msg('Only a command on the server can change the account of a moderator or an administrator'),
  ],
  appeal_link_invalid: [
    404,
    msg('This link does not work. Open it again from the email about the decision.'),
  ],
  appeal_expired: [410, msg('The deadline to appeal has passed')],
  appeal_already_sent: [409, msg('You have already appealed against this decision')],
  appeal_not_found: [404, msg('There is no such appeal')],
  appeal_decided: [409, msg('Someone else has already decided this appeal. Reload to see the others.')],
  appeal_of_own_decision: [403, msg('Another moderator decides appeals against your decisions')],
  name_changed: [409, msg('The member has changed their name again. Check the new name first.')],
  nothing_to_change: [
    409,
    msg('This is not possible here. The content is deleted, or it already is as you want it.'),
  ],

  notification_not_found: [404, msg('Notification not found')],

  address_required: [
    403,
    msg('Address required to find representatives. Please update your address in your profile.'),
  ],
  verify_email_first: [403, msg('Please verify your email address before contacting representatives.')],
  representative_not_found: [404, msg('Representative not found')],
  message_already_sent: [409, msg('You already sent this message.')],
  not_your_message: [403, msg('This is not your message')],
  officials_only: [403, msg('Only the verified account of a representative in office can do this.')],
  invalid_reply_date: [400, msg('Choose a day from the day of the message until today.')],
  vote_not_found: [404, msg('Vote not found')],

  no_place_to_choose: [
    400,
    msg('Please add your address in Settings before you choose your district or city.'),
  ],
  not_a_candidate: [
    400,
    msg('Your address does not leave this open. Please choose one of the places shown.'),
  ],
  too_many_moves: [
    403,
    msg('You have changed where you live three times in the last 30 days. Please try again later.'),
  ],
} as const satisfies Record<string, readonly [status: number, words: string]>

export type RefusalCode = keyof typeof refusals

export function isRefusalCode(text: string): text is RefusalCode {
  return Object.hasOwn(refusals, text)
}

/**
 * A refusal with its code and status. `words` replaces the standard message where the server knows a more specific one.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfter: number | undefined

  constructor(
    code: RefusalCode,
    detail: { words?: string; fields?: Record<string, string>; retryAfter?: number } = {},
  ) {
    super(detail.words ?? refusals[code][1])
    this.name = 'Refusal'
    this.code = code
    this.status = refusals[code][0]
    this.fields = detail.fields
    this.retryAfter = detail.retryAfter
  }
}

export function refuse(code: RefusalCode): never {
  throw new Refusal(code)
}
