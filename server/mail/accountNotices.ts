import type { EmailContent } from './outbox.ts'
import { compose } from './templates.ts'

/** After a password was changed or reset; `forgot` is the address of the page that mails a reset link. */
export function passwordNotice(username: string, forgot: string, origin: string): EmailContent {
  return compose('Your Hurd password was changed', origin, [
    `Hello @${username},`,
    'The password of your Hurd account was just changed, and your other devices were signed out.',
    "If that was you, there's nothing to do.",
    "If it wasn't you, someone else can sign in to your account. Reset your password now:",
    { link: forgot, label: 'Reset my password' },
  ])
}

/** After an account was deleted; `link` restores it until the day named. */
export function deletionNotice(
  username: string,
  { link, until }: { link: string; until: string },
  origin: string,
): EmailContent {
  return compose('Your Hurd account was deleted', origin, [
    `Hello @${username},`,
    'Your Hurd account was deleted. You were signed out everywhere, and your profile, stances and comments are no longer shown.',
    `If it wasn't you, or if you changed your mind, this link restores the account and everything in it until ${until}:`,
    { link, label: 'Restore my account' },
    'After that day all of its data is removed for good.',
    "If it wasn't you, reset your password as soon as the account is restored.",
  ])
}
