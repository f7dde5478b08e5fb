import { compose } from './compose.ts'
import type { EmailTemplate } from './outbox.ts'

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
      `Someone signed in to your ${branding.name} account from a new device.`,
      `Device: ${device}`,
      "If it was you, there's nothing to do.",
      "If it wasn't you, change your password in your settings. That signs out every other device. Your settings also list where you're signed in:",
      { link: settings, label: 'Open my settings' },
    ])
}

/**
 * Sent after a password was changed or reset. `ended` is a sentence that lists what ended with it.
 *
 * @param urls.forgotPage the form that requests a reset link
 */
export function passwordNotice(
  username: string,
  ended: string | null,
  { forgotPage, origin }: { forgotPage: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} password was changed`, origin, [
      `Hello @${username},`,
      `The password of your ${branding.name} account was just changed, and your other devices were signed out.`,
      ...(ended === null ? [] : [ended]),
      "If it was you, there's nothing to do.",
      "If it wasn't you, someone else can sign in to your account. Reset your password now:",
      { link: forgotPage, label: 'Reset my password' },
    ])
}

/**
 * Sent to the owner of an account who has undone what somebody else did. `ended` is a sentence that lists what ended.
 *
 * @param urls.settings the page where the member sees what the account still has
 */
export function recoveryNotice(
  username: string,
  ended: string | null,
  { settings, origin }: { settings: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, `Your ${branding.name} account is yours again`, origin, [
      `Hello @${username},`,
      `You reported that someone else changed your ${branding.name} account. We undid the change and signed everyone else out.`,
      ...(ended === null ? [] : [ended]),
      'Set a new password with the link in our other email. Your settings then list what your account still has:',
      { link: settings, label: 'Open my settings' },
    ])
}

/**
 * Sent to the owner of an account when somebody tries to register with its address.
 *
 * @param urls.forgotPage the form that requests a reset link
 */
export function registrationNotice(
  username: string,
  { signInPage, forgotPage, origin }: { signInPage: string; forgotPage: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, `Someone tried to register with your address at ${branding.name}`, origin, [
      `Hello @${username},`,
      `Someone tried to create a ${branding.name} account with this email address. It already has an account, so no new one was created.`,
      'If it was you, sign in:',
      { link: signInPage, label: 'Sign in' },
      'If you forgot your password, or if somebody else created the account with your address, set a new password. That signs everyone else out:',
      { link: forgotPage, label: 'Reset my password' },
      "If it wasn't you, there's nothing to do.",
    ])
}

/**
 * Sent after the site was restored from a backup that is older than the member's password.
 *
 * @param urls.forgotPage the form that requests a reset link
 */
export function restoredNotice(
  username: string,
  { forgotPage, origin }: { forgotPage: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, `Set a new ${branding.name} password`, origin, [
      `Hello @${username},`,
      `${branding.name} was restored from a backup that is older than your current password. Neither that password nor the one before it works now.`,
      'Set a new password:',
      { link: forgotPage, label: 'Set a new password' },
    ])
}

export type SecondFactorEvent =
  | 'turned_on'
  | 'turned_off'
  | 'removed'
  | 'off_after_restore'
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
    off_after_restore: [
      'Two-step sign-in is off',
      `${siteName} was restored from an older backup, and your second step for signing in could not be kept. Your password alone is enough to sign in. Turn two-step sign-in on again in your settings.`,
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
 * `ended` is a sentence that lists what ended with it.
 *
 * @param urls.settings the URL of the settings
 */
export function secondFactorNotice(
  change: SecondFactorEvent,
  username: string,
  ended: string | null,
  { settings, origin }: { settings: string; origin: string },
): EmailTemplate {
  return (branding) => {
    const [subject, news] = secondFactorNews(branding.name)[change]
    return compose(branding, `${subject}: your ${branding.name} account`, origin, [
      `Hello @${username},`,
      news,
      ...(ended === null ? [] : [ended]),
      "If you know about this, there's nothing to do.",
      "If it wasn't you, change your password in your settings. That signs out every other device:",
      { link: settings, label: 'Open my settings' },
    ])
  }
}
