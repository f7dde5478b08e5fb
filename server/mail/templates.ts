import type { EmailContent } from './outbox.ts'

/** Password reset. `link` is the complete URL of the reset page, `origin` the site's address. */
export function passwordResetEmail(link: string, origin: string): EmailContent {
  return compose('Reset your Hurd password', origin, [
    'Hello,',
    'Someone asked to reset the password for the Hurd account with this email address. If it was you, choose a new password:',
    { link, label: 'Choose a new password' },
    'This link works once and expires in one hour. If you requested more than one, use the newest email.',
    "If it wasn't you, ignore this email. Your password won't change.",
  ])
}

/** Sent to a new account. Opening the link proves that the address belongs to the member. */
export function verificationEmail(link: string, origin: string): EmailContent {
  return compose('Verify your email address for Hurd', origin, [
    'Hello,',
    'Someone created a Hurd account with this email address. If it was you, confirm your address:',
    { link, label: 'Verify my email address' },
    'This link expires in 24 hours. If you requested more than one, use the newest email.',
    "If it wasn't you, don't open the link. You can ignore this email.",
  ])
}

/** Sent to the new address of an account. It mentions neither the account nor its current address. */
export function emailChangeConfirmation(link: string, origin: string): EmailContent {
  return compose('Confirm your new email address for Hurd', origin, [
    'Hello,',
    'Someone wants to use this email address for their Hurd account. If it was you, confirm the address:',
    { link, label: 'Confirm my new email address' },
    'This link expires in 24 hours. Your account keeps its current address until you confirm the new one. If you requested more than one, use the newest email.',
    "If it wasn't you, don't open the link. You can ignore this email.",
  ])
}

/** Sent to the current address when a change to another one was requested. */
export function emailChangeNotice(link: string, username: string, origin: string): EmailContent {
  return compose('Your Hurd email address is being changed', origin, [
    `Hello @${username},`,
    "Someone who is signed in to your Hurd account asked to change its email address. The new address must be confirmed before it takes effect. If it was you, there's nothing to do.",
    "If it wasn't you, this link keeps your current address and signs everyone else out of your account:",
    { link, label: 'This was not me' },
    'The link works for seven days, even after the new address is confirmed.',
  ])
}

/** Sent by an administrator to their own address, to see whether email arrives. */
export function testEmail(origin: string): EmailContent {
  return compose('Test email from Hurd', origin, [
    'Hello,',
    `You asked the Hurd instance at ${origin} for this email. It arrived, so the mail server accepts email from Hurd.`,
    "There's nothing to do.",
  ])
}

/** A sign-in from an unknown device. `settings` is the URL of the page that lists the member's sessions. */
export function newDeviceNotice(
  device: string,
  username: string,
  settings: string,
  origin: string,
): EmailContent {
  return compose('New sign-in to your Hurd account', origin, [
    `Hello @${username},`,
    'Someone signed in to your Hurd account from a new device or location.',
    `Device: ${device}`,
    "If it was you, there's nothing to do.",
    "If it wasn't you, change your password in your settings. That signs out every other device. Your settings also list where you're signed in:",
    { link: settings, label: 'Open my settings' },
  ])
}

/** The member's data export is ready. `link` opens the page that downloads it. */
export function dataExportEmail(link: string, origin: string): EmailContent {
  return compose('Your Hurd data export is ready', origin, [
    'Hello,',
    'Your Hurd data export is ready:',
    { link, label: 'Download my data' },
    "This link expires in 24 hours and works only for you: we'll ask you to sign in before the download starts. Later, you can request a new export in your settings.",
    "If you didn't request it, change your password in your settings. That signs out every other device.",
  ])
}

/** Sent after a password was changed or reset. `forgotPage` is the URL of the form that requests a reset link. */
export function passwordNotice(username: string, forgotPage: string, origin: string): EmailContent {
  return compose('Your Hurd password was changed', origin, [
    `Hello @${username},`,
    'The password of your Hurd account was just changed, and your other devices were signed out.',
    "If it was you, there's nothing to do.",
    "If it wasn't you, someone else can sign in to your account. Reset your password now:",
    { link: forgotPage, label: 'Reset my password' },
  ])
}

export type SecondFactorEvent =
  | 'turned_on'
  | 'turned_off'
  | 'removed'
  | 'recovery_code_used'
  | 'app_added'
  | 'app_removed'
  | 'passkey_added'
  | 'passkey_removed'

const secondFactorNews: Record<SecondFactorEvent, [subject: string, text: string]> = {
  turned_on: [
    'Two-step sign-in is on',
    'Two-step sign-in was turned on for your Hurd account. From now on, signing in needs your password and a second step: a code from your authenticator app or a passkey. Your other devices were signed out.',
  ],
  turned_off: [
    'Two-step sign-in is off',
    'Two-step sign-in was turned off for your Hurd account. Your password alone is enough to sign in. Your other devices were signed out.',
  ],
  removed: [
    'Two-step sign-in was removed',
    'The operators of this site removed two-step sign-in from your Hurd account. Your password alone is enough to sign in. You can turn it on again in your settings.',
  ],
  recovery_code_used: [
    'A recovery code was used',
    'Someone used one of the recovery codes of your Hurd account in place of your authenticator app or a passkey. Each code works once.',
  ],
  app_added: [
    'An authenticator app was added',
    'An authenticator app was added to your Hurd account. You can sign in with your password and its codes, or with a passkey.',
  ],
  app_removed: [
    'An authenticator app was removed',
    'The authenticator app was removed from your Hurd account, and its codes no longer work. You sign in with your password and a passkey.',
  ],
  passkey_added: [
    'A passkey was added',
    'A passkey was added to your Hurd account. You can use it as the second step when you sign in.',
  ],
  passkey_removed: [
    'A passkey was removed',
    'A passkey was removed from your Hurd account. It no longer works as the second step when you sign in.',
  ],
}

/** Sent when two-step sign-in changed, or when it was passed without the app. `settings` is the URL of the settings. */
export function secondFactorNotice(
  change: SecondFactorEvent,
  username: string,
  settings: string,
  origin: string,
): EmailContent {
  const [subject, news] = secondFactorNews[change]
  return compose(`${subject}: your Hurd account`, origin, [
    `Hello @${username},`,
    news,
    "If you know about this, there's nothing to do.",
    "If it wasn't you, change your password in your settings. That signs out every other device:",
    { link: settings, label: 'Open my settings' },
  ])
}

/** Sent after an account was deleted. `link` restores the account until the date in `until`. */
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
    'After that date, all of its data is permanently deleted.',
    "If it wasn't you, reset your password as soon as the account is restored.",
  ])
}

/**
 * To the author or the suspended member: what moderators did and why. Says nothing of the reports.
 * @param details.link null if there is nothing to appeal against
 */
export function decisionNotice(
  username: string,
  done: string,
  details: { reason: string; link: string | null; days: number },
  origin: string,
): EmailContent {
  const { reason, link, days } = details
  const appeal: Paragraph[] =
    link === null
      ? []
      : [
          `If you think that this is a mistake, you can appeal once, within ${days} days. A moderator who did not make this decision reads your appeal. You do not have to sign in.`,
          { link, label: 'Appeal this decision' },
        ]
  return compose('A decision of the moderators: your Hurd account', origin, [
    `Hello @${username},`,
    done,
    `The reason: ${reason}`,
    ...appeal,
  ])
}

/** To a member who appealed: whether the decision stays, and why. */
export function appealAnswer(
  username: string,
  isReversed: boolean,
  answer: string,
  origin: string,
): EmailContent {
  return compose('The answer to your appeal on Hurd', origin, [
    `Hello @${username},`,
    isReversed
      ? 'You appealed against a decision of the moderators. It was reversed: what was removed is shown again, and you can use your account.'
      : 'You appealed against a decision of the moderators. They reviewed it, and the decision stays.',
    `The reason: ${answer}`,
  ])
}

/** To a member who reported something. Says nothing of the member who was reported. */
export function reportOutcome(username: string, what: string, acted: boolean, origin: string): EmailContent {
  return compose('Your report on Hurd was reviewed', origin, [
    `Hello @${username},`,
    acted
      ? `You reported a ${what}. The moderators reviewed it and took action. Thank you.`
      : `You reported a ${what}. The moderators reviewed it and found no reason to act. Thank you for your report.`,
  ])
}

/** An invitation to someone who has no account. `link` opens the form with the code filled in. */
export function invitationEmail(
  code: string,
  { link, days }: { link: string; days: number },
  origin: string,
): EmailContent {
  return compose('You are invited to Hurd', origin, [
    'Hello,',
    'The operators of this site invite you to join Hurd, where you can follow bills, say where you stand, and write to your representatives.',
    `Your access code: ${code}`,
    { link, label: 'Create your account' },
    `The code works once, within ${days === 1 ? '1 day' : `${days} days`}.`,
    "If you don't want to join, ignore this email. We delete your address now that this email is sent.",
  ])
}

type Paragraph = string | { link: string; label: string }

/** Builds the plain-text and the HTML version from the same paragraphs. In plain text a link has a line of its own. */
function compose(subject: string, origin: string, paragraphs: Paragraph[]): EmailContent {
  const all: Paragraph[] = [...paragraphs, 'Hurd, your platform for civic engagement']
  const text = all.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link))
  const html = all.map((paragraph) =>
    typeof paragraph === 'string'
      ? `<p>${escapeHtml(paragraph)}</p>`
      : `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.label)}</a></p>\n<p>${escapeHtml(paragraph.link)}</p>`,
  )
  return {
    subject,
    text: `${text.join('\n\n')}\n${origin}\n`,
    html: [
      '<!doctype html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
      ...html,
      `<p><a href="${escapeHtml(origin)}">${escapeHtml(origin)}</a></p>`,
      '</body></html>',
      '',
    ].join('\n'),
  }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
