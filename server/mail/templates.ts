import type { Branding } from '../../contract/rules/branding/branding.ts'
import { contactLines } from '../branding/branding.ts'
import type { EmailContent, EmailTemplate } from './outbox.ts'

/** Password reset. `link` is the complete URL of the reset page, `origin` the site's address. */
export function passwordResetEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Reset your ${branding.name} password`, origin, [
      'Hello,',
      `Someone asked to reset the password for the ${branding.name} account with this email address. If it was you, choose a new password:`,
      { link, label: 'Choose a new password' },
      'This link works once and expires in one hour. If you requested more than one, use the newest email.',
      "If it wasn't you, ignore this email. Your password won't change.",
    ])
}

/** Sent to a new account. Opening the link proves that the address belongs to the member. */
export function verificationEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Verify your email address for ${branding.name}`, origin, [
      'Hello,',
      `Someone created a ${branding.name} account with this email address. If it was you, confirm your address:`,
      { link, label: 'Verify my email address' },
      'This link expires in 24 hours. If you requested more than one, use the newest email.',
      "If it wasn't you, don't open the link. You can ignore this email.",
    ])
}

/** Sent to the new address of an account. It mentions neither the account nor its current address. */
export function emailChangeConfirmation(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Confirm your new email address for ${branding.name}`, origin, [
      'Hello,',
      `Someone wants to use this email address for their ${branding.name} account. If it was you, confirm the address:`,
      { link, label: 'Confirm my new email address' },
      'This link expires in 24 hours. Your account keeps its current address until you confirm the new one. If you requested more than one, use the newest email.',
      "If it wasn't you, don't open the link. You can ignore this email.",
    ])
}

/** Sent to the current address when a change to another one was requested. */
export function emailChangeNotice(link: string, username: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} email address is being changed`, origin, [
      `Hello @${username},`,
      `Someone who is signed in to your ${branding.name} account asked to change its email address. The new address must be confirmed before it takes effect. If it was you, there's nothing to do.`,
      "If it wasn't you, this link keeps your current address and signs everyone else out of your account:",
      { link, label: 'This was not me' },
      'The link works for seven days, even after the new address is confirmed.',
    ])
}

/** Sent by an administrator to their own address, to see whether email arrives. */
export function testEmail(origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Test email from ${branding.name}`, origin, [
      'Hello,',
      `You asked the ${branding.name} instance at ${origin} for this email. It arrived, so the mail server accepts email from ${branding.name}.`,
      "There's nothing to do.",
    ])
}

/**
 * Writes the email about a sign-in from an unknown device. `settings` is the URL of the page that lists the member's
 * sessions.
 */
export function newDeviceNotice(
  device: string,
  username: string,
  settings: string,
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, `New sign-in to your ${branding.name} account`, origin, [
      `Hello @${username},`,
      `Someone signed in to your ${branding.name} account from a new device or location.`,
      `Device: ${device}`,
      "If it was you, there's nothing to do.",
      "If it wasn't you, change your password in your settings. That signs out every other device. Your settings also list where you're signed in:",
      { link: settings, label: 'Open my settings' },
    ])
}

/** The member's data export is ready. `link` opens the page that downloads it. */
export function dataExportEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} data export is ready`, origin, [
      'Hello,',
      `Your ${branding.name} data export is ready:`,
      { link, label: 'Download my data' },
      "This link expires in 24 hours and works only for you: we'll ask you to sign in before the download starts. Later, you can request a new export in your settings.",
      "If you didn't request it, change your password in your settings. That signs out every other device.",
    ])
}

/** Sent after a password was changed or reset. `forgotPage` is the URL of the form that requests a reset link. */
export function passwordNotice(username: string, forgotPage: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} password was changed`, origin, [
      `Hello @${username},`,
      `The password of your ${branding.name} account was just changed, and your other devices were signed out.`,
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

function secondFactorNews(siteName: string): Record<SecondFactorEvent, [subject: string, text: string]> {
  return {
    turned_on: [
      'Two-step sign-in is on',
      `Two-step sign-in was turned on for your ${siteName} account. From now on, signing in needs your password and a second step: a code from your authenticator app or a passkey. Your other devices were signed out.`,
    ],
    turned_off: [
      'Two-step sign-in is off',
      `Two-step sign-in was turned off for your ${siteName} account. Your password alone is enough to sign in. Your other devices were signed out.`,
    ],
    removed: [
      'Two-step sign-in was removed',
      `The operators of this site removed two-step sign-in from your ${siteName} account. Your password alone is enough to sign in. You can turn it on again in your settings.`,
    ],
    recovery_code_used: [
      'A recovery code was used',
      `Someone used one of the recovery codes of your ${siteName} account in place of your authenticator app or a passkey. Each code works once.`,
    ],
    app_added: [
      'An authenticator app was added',
      `An authenticator app was added to your ${siteName} account. You can sign in with your password and its codes, or with a passkey.`,
    ],
    app_removed: [
      'An authenticator app was removed',
      `The authenticator app was removed from your ${siteName} account, and its codes no longer work. You sign in with your password and a passkey.`,
    ],
    passkey_added: [
      'A passkey was added',
      `A passkey was added to your ${siteName} account. You can use it as the second step when you sign in.`,
    ],
    passkey_removed: [
      'A passkey was removed',
      `A passkey was removed from your ${siteName} account. It no longer works as the second step when you sign in.`,
    ],
  }
}

/**
 * Writes the email after two-step sign-in changed, or after a sign-in with a recovery code instead of the app.
 * `settings` is the URL of the settings.
 */
export function secondFactorNotice(
  change: SecondFactorEvent,
  username: string,
  settings: string,
  origin: string,
): EmailTemplate {
  return (branding) => {
    const [subject, news] = secondFactorNews(branding.name)[change]
    return compose(branding, `${subject}: your ${branding.name} account`, origin, [
      `Hello @${username},`,
      news,
      "If you know about this, there's nothing to do.",
      "If it wasn't you, change your password in your settings. That signs out every other device:",
      { link: settings, label: 'Open my settings' },
    ])
  }
}

/** Writes the email after an account was deleted. `link` restores the account until the date in `until`. */
export function deletionNotice(
  username: string,
  { link, until }: { link: string; until: string },
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} account was deleted`, origin, [
      `Hello @${username},`,
      `Your ${branding.name} account was deleted. You were signed out everywhere, and your profile, stances and comments are no longer shown.`,
      `If it wasn't you, or if you changed your mind, this link restores the account and everything in it until ${until}:`,
      { link, label: 'Restore my account' },
      'After that date, all of its data is permanently deleted.',
      "If it wasn't you, reset your password as soon as the account is restored.",
    ])
}

/**
 * Writes the email to the author or the suspended member about what moderators did and why. It does not mention the
 * reports.
 *
 * @param details.link null if there is nothing to appeal against
 */
export function decisionNotice(
  username: string,
  done: string,
  details: { reason: string; link: string | null; days: number },
  origin: string,
): EmailTemplate {
  const { reason, link, days } = details
  const appeal: Paragraph[] =
    link === null
      ? []
      : [
          `If you think that this is a mistake, you can appeal once, within ${days} days. A moderator who did not make this decision reads your appeal. You do not have to sign in.`,
          { link, label: 'Appeal this decision' },
        ]
  return (branding) =>
    compose(branding, `A decision of the moderators: your ${branding.name} account`, origin, [
      `Hello @${username},`,
      done,
      `The reason: ${reason}`,
      ...appeal,
    ])
}

/** Writes the email to a member who appealed. It says whether the decision stays, and why. */
export function appealAnswer(
  username: string,
  isReversed: boolean,
  answer: string,
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, `The answer to your appeal on ${branding.name}`, origin, [
      `Hello @${username},`,
      isReversed
        ? 'You appealed against a decision of the moderators. It was reversed: what was removed is shown again, and you can use your account.'
        : 'You appealed against a decision of the moderators. They reviewed it, and the decision stays.',
      `The reason: ${answer}`,
    ])
}

/** Writes the email to a member who reported something. It does not mention the reported member. */
export function reportOutcome(username: string, what: string, acted: boolean, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, `Your report on ${branding.name} was reviewed`, origin, [
      `Hello @${username},`,
      acted
        ? `You reported a ${what}. The moderators reviewed it and took action. Thank you.`
        : `You reported a ${what}. The moderators reviewed it and found no reason to act. Thank you for your report.`,
    ])
}

/** Writes an invitation to someone who has no account. `link` opens the form with the code filled in. */
export function invitationEmail(
  code: string,
  { link, days }: { link: string; days: number },
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, `You are invited to ${branding.name}`, origin, [
      'Hello,',
      `The operators of this site invite you to join ${branding.name}, where you can follow bills, say where you stand, and write to your representatives.`,
      `Your access code: ${code}`,
      { link, label: 'Create your account' },
      `The code works once, within ${days === 1 ? '1 day' : `${days} days`}.`,
      "If you don't want to join, ignore this email. We delete your address now that this email is sent.",
    ])
}

type Paragraph = string | { link: string; label: string }

/** Builds the plain-text and the HTML version from the same paragraphs. In plain text a link has a line of its own. */
function compose(branding: Branding, subject: string, origin: string, paragraphs: Paragraph[]): EmailContent {
  const all: Paragraph[] = [...paragraphs, [emailFoot(branding), ...contactLines(branding)].join('\n')]
  const text = all.map((paragraph) => (typeof paragraph === 'string' ? paragraph : paragraph.link))
  const html = all.map((paragraph) =>
    typeof paragraph === 'string'
      ? `<p>${escapeHtml(paragraph).replaceAll('\n', '<br>')}</p>`
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

/** Returns the line that says who sends the email. */
export function emailFoot({ name }: Branding): string {
  return `${name}, your platform for civic engagement`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
