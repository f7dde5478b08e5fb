import { compose, type Paragraph } from './compose.ts'
import type { EmailTemplate } from './outbox.ts'

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

/** Writes the email after an account was deleted. `link` restores the account until the date in `until`. */
export function deletionNotice(
  username: string,
  { link, until }: { link: string; until: string },
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} account was deleted`, origin, [
      `Hello @${username},`,
      `Your ${branding.name} account was deleted. You were signed out everywhere, and your profile, comments and posts are no longer shown.`,
      `If it wasn't you, or if you changed your mind, this link restores the account and everything in it until ${until}:`,
      { link, label: 'Restore my account' },
      `The counts of stances and votes still include yours. On ${until}, all of your data is permanently deleted.`,
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
