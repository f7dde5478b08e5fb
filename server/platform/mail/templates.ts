import { formatDay } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { compose, type Paragraph } from './compose.ts'
import type { EmailTemplate } from './outbox.ts'

/** Password reset. `link` is the complete URL of the reset page, `origin` the site's URL. */
export function passwordResetEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Reset your {name} password', { name: branding.name }), origin, [
      t('Hello,'),
      t(
        'Someone asked to reset the password for the {name} account with this email address. If it was you, choose a new password:',
        { name: branding.name },
      ),
      { link, label: t('Choose a new password') },
      t(
        'This link works once and expires in one hour. If you requested more than one, use the newest email.',
      ),
      t("If it wasn't you, ignore this email. Your password won't change."),
    ])
}

/** Sent to a new account. Opening the link proves that the address belongs to the member. */
export function verificationEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Verify your email address for {name}', { name: branding.name }), origin, [
      t('Hello,'),
      t('Someone created a {name} account with this email address. If it was you, confirm your address:', {
        name: branding.name,
      }),
      { link, label: t('Verify my email address') },
      t('This link expires in 24 hours. If you requested more than one, use the newest email.'),
      t("If it wasn't you, don't open the link. You can ignore this email."),
    ])
}

/** Sent to the new address of an account. It mentions neither the account nor its current address. */
export function emailChangeConfirmation(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Confirm your new email address for {name}', { name: branding.name }), origin, [
      t('Hello,'),
      t(
        'Someone wants to use this email address for their {name} account. If it was you, confirm the address:',
        { name: branding.name },
      ),
      { link, label: t('Confirm my new email address') },
      t(
        'This link expires in 24 hours. Your account keeps its current address until you confirm the new one. If you requested more than one, use the newest email.',
      ),
      t("If it wasn't you, don't open the link. You can ignore this email."),
    ])
}

/** Sent to the current address when a change to another one was requested. */
export function emailChangeNotice(link: string, username: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Your {name} email address is being changed', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t(
        "Someone who is signed in to your {name} account asked to change its email address. The new address must be confirmed before it takes effect. If it was you, there's nothing to do.",
        { name: branding.name },
      ),
      t(
        "If it wasn't you, this link keeps your current address and signs everyone else out of your account:",
      ),
      { link, label: t('This was not me') },
      t('The link works for seven days, even after the new address is confirmed.'),
    ])
}

/** Sent by an administrator to their own address, to see whether email arrives. */
export function testEmail(origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Test email from {name}', { name: branding.name }), origin, [
      t('Hello,'),
      t(
        'You asked the {name} instance at {origin} for this email. It arrived, so the mail server accepts email from {name}.',
        { name: branding.name, origin },
      ),
      t("There's nothing to do."),
    ])
}

/** The member's data export is ready. `link` opens the page that downloads it. */
export function dataExportEmail(link: string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Your {name} data export is ready', { name: branding.name }), origin, [
      t('Hello,'),
      t('Your {name} data export is ready:', { name: branding.name }),
      { link, label: t('Download my data') },
      t(
        "This link expires in 24 hours and works only for you: we'll ask you to sign in before the download starts. Later, you can request a new export in your settings.",
      ),
      t(
        "If you didn't request it, change your password in your settings. That signs out every other device.",
      ),
    ])
}

/** Writes the email after an account was deleted. `link` restores the account until the day in `until` (YYYY-MM-DD). */
export function deletionNotice(
  username: string,
  { link, until }: { link: string; until: string },
  origin: string,
): EmailTemplate {
  return (branding) => {
    const lastDay = formatDay(until)
    return compose(branding, t('Your {name} account was deleted', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t(
        'Your {name} account was deleted. You were signed out everywhere, and your profile, comments and posts are no longer shown.',
        { name: branding.name },
      ),
      t(
        "If it wasn't you, or if you changed your mind, this link restores the account and everything in it until {until}:",
        { until: lastDay },
      ),
      { link, label: t('Restore my account') },
      t(
        'The counts of stances and votes still include yours. On {until}, all of your data is permanently deleted.',
        { until: lastDay },
      ),
      t("If it wasn't you, reset your password as soon as the account is restored."),
    ])
  }
}

/**
 * Writes the email to the author or the suspended member about what moderators did and why. It does not mention the
 * reports.
 *
 * @param done a sentence that says what they did, in the language of the member
 * @param details.link null if there is nothing to appeal against
 */
export function decisionNotice(
  username: string,
  done: () => string,
  details: { reason: string; link: string | null; days: number },
  origin: string,
): EmailTemplate {
  const { reason, link, days } = details
  return (branding) => {
    const appeal: Paragraph[] =
      link === null
        ? []
        : [
            plural(
              days,
              'If you think that this is a mistake, you can appeal once, within {n} day. A moderator who did not make this decision reads your appeal. You do not have to sign in.|If you think that this is a mistake, you can appeal once, within {n} days. A moderator who did not make this decision reads your appeal. You do not have to sign in.',
            ),
            { link, label: t('Appeal this decision') },
          ]
    return compose(
      branding,
      t('A decision of the moderators: your {name} account', { name: branding.name }),
      origin,
      [t('Hello @{username},', { username }), done(), theReason(reason), ...appeal],
    )
  }
}

/**
 * Writes the email to a member who appealed. It says whether the decision stays, and why. The account is `still_suspended` if
 * another decision suspends it.
 */
export function appealAnswer(
  username: string,
  result: 'upheld' | 'reversed' | 'still_suspended',
  answer: string,
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, t('The answer to your appeal on {name}', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      result === 'upheld'
        ? t('You appealed against a decision of the moderators. They reviewed it, and the decision stays.')
        : result === 'reversed'
          ? t(
              'You appealed against a decision of the moderators. It was reversed, and you can use your account.',
            )
          : t(
              'You appealed against a decision of the moderators. It was reversed. Another decision still suspends your account.',
            ),
      theReason(answer),
    ])
}

/** A moderator wrote the reason, in any language. */
function theReason(words: string): Paragraph {
  return { sentence: (reason) => t('The reason: {reason}', { reason }), words }
}

/**
 * Writes the email to a member who reported something. It does not mention the reported member. `outcome` is the sentence that
 * says what the moderators found, in the language of the member.
 */
export function reportOutcome(username: string, outcome: () => string, origin: string): EmailTemplate {
  return (branding) =>
    compose(branding, t('Your report on {name} was reviewed', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      outcome(),
    ])
}

/** Writes an invitation to someone who has no account. `link` opens the form with the code filled in. */
export function invitationEmail(
  code: string,
  { link, days }: { link: string; days: number },
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, t('You are invited to {name}', { name: branding.name }), origin, [
      t('Hello,'),
      t(
        'The operators of this site invite you to join {name}, where you can follow bills, say where you stand, and write to your representatives.',
        { name: branding.name },
      ),
      t('Your access code: {code}', { code }),
      { link, label: t('Create your account') },
      plural(days, 'The code works once, within {n} day.|The code works once, within {n} days.'),
      t("If you don't want to join, ignore this email. We delete your address now that this email is sent."),
    ])
}
