import { t } from '#contract/kit/translate.ts'
import { compose } from './compose.ts'
import type { EmailTemplate } from './outbox.ts'

/**
 * Writes the email about a sign-in from an unknown device. `settings` is the URL of the page that lists the member's
 * sessions.
 */
export function newDeviceNotice(
  device: () => string,
  username: string,
  settings: string,
  origin: string,
): EmailTemplate {
  return (branding) =>
    compose(branding, t('New sign-in to your {name} account', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t('Someone signed in to your {name} account from a new device.', { name: branding.name }),
      t('Device: {device}', { device: device() }),
      t("If it was you, there's nothing to do."),
      t(
        "If it wasn't you, change your password in your settings. That signs out every other device. Your settings also list where you're signed in:",
      ),
      { link: settings, label: t('Open my settings') },
    ])
}

/**
 * Sent after a password was changed or reset. `ended` is a sentence that lists what ended with it.
 *
 * @param urls.forgotPage the form that requests a reset link
 */
export function passwordNotice(
  username: string,
  ended: () => string | null,
  { forgotPage, origin }: { forgotPage: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, t('Your {name} password was changed', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t('The password of your {name} account was just changed, and your other devices were signed out.', {
        name: branding.name,
      }),
      ...sentences(ended()),
      t("If it was you, there's nothing to do."),
      t("If it wasn't you, someone else can sign in to your account. Reset your password now:"),
      { link: forgotPage, label: t('Reset my password') },
    ])
}

/**
 * Sent to the owner of an account who has undone what somebody else did. `ended` is a sentence that lists what ended.
 *
 * @param urls.settings the page where the member sees what the account still has
 */
export function recoveryNotice(
  username: string,
  ended: () => string | null,
  { settings, origin }: { settings: string; origin: string },
): EmailTemplate {
  return (branding) =>
    compose(branding, t('Your {name} account is yours again', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t(
        'You reported that someone else changed your {name} account. We undid the change and signed everyone else out.',
        { name: branding.name },
      ),
      ...sentences(ended()),
      t(
        'Set a new password with the link in our other email. Your settings then list what your account still has:',
      ),
      { link: settings, label: t('Open my settings') },
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
    compose(
      branding,
      t('Someone tried to register with your address at {name}', { name: branding.name }),
      origin,
      [
        t('Hello @{username},', { username }),
        t(
          'Someone tried to create a {name} account with this email address. It already has an account, so no new one was created.',
          { name: branding.name },
        ),
        t('If it was you, sign in:'),
        { link: signInPage, label: t('Sign in') },
        t(
          'If you forgot your password, or if somebody else created the account with your address, set a new password. That signs everyone else out:',
        ),
        { link: forgotPage, label: t('Reset my password') },
        t("If it wasn't you, there's nothing to do."),
      ],
    )
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
    compose(branding, t('Set a new {name} password', { name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      t(
        '{name} was restored from a backup that is older than your current password. Neither that password nor the one before it works now.',
        { name: branding.name },
      ),
      t('Set a new password:'),
      { link: forgotPage, label: t('Set a new password') },
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
      t('Two-step sign-in is on'),
      t(
        'Two-step sign-in was turned on for your {siteName} account. From now on, signing in needs your password and a second step: a code from your authenticator app or a passkey. Your other devices were signed out.',
        { siteName },
      ),
    ],
    turned_off: [
      t('Two-step sign-in is off'),
      t(
        'Two-step sign-in was turned off for your {siteName} account. Your password alone is enough to sign in. Your other devices were signed out.',
        { siteName },
      ),
    ],
    removed: [
      t('Two-step sign-in was removed'),
      t(
        'The operators of this site removed two-step sign-in from your {siteName} account. Your password alone is enough to sign in. You can turn it on again in your settings.',
        { siteName },
      ),
    ],
    off_after_restore: [
      t('Two-step sign-in is off'),
      t(
        '{siteName} was restored from an older backup, and your second step for signing in could not be kept. Your password alone is enough to sign in. Turn two-step sign-in on again in your settings.',
        { siteName },
      ),
    ],
    recovery_code_used: [
      t('A recovery code was used'),
      t(
        'Someone used one of the recovery codes of your {siteName} account in place of your authenticator app or a passkey. Each code works once.',
        { siteName },
      ),
    ],
    app_added: [
      t('An authenticator app was added'),
      t(
        'An authenticator app was added to your {siteName} account. You can sign in with your password and its codes, or with a passkey.',
        { siteName },
      ),
    ],
    app_removed: [
      t('An authenticator app was removed'),
      t(
        'The authenticator app was removed from your {siteName} account, and its codes no longer work. You sign in with your password and a passkey.',
        { siteName },
      ),
    ],
    passkey_added: [
      t('A passkey was added'),
      t(
        'A passkey was added to your {siteName} account. You can use it as the second step when you sign in.',
        { siteName },
      ),
    ],
    passkey_removed: [
      t('A passkey was removed'),
      t(
        'A passkey was removed from your {siteName} account. It no longer works as the second step when you sign in.',
        { siteName },
      ),
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
  ended: () => string | null,
  { settings, origin }: { settings: string; origin: string },
): EmailTemplate {
  return (branding) => {
    const [subject, news] = secondFactorNews(branding.name)[change]
    return compose(branding, t('{subject}: your {name} account', { subject, name: branding.name }), origin, [
      t('Hello @{username},', { username }),
      news,
      ...sentences(ended()),
      t("If you know about this, there's nothing to do."),
      t("If it wasn't you, change your password in your settings. That signs out every other device:"),
      { link: settings, label: t('Open my settings') },
    ])
  }
}

function sentences(sentence: string | null): string[] {
  return sentence === null ? [] : [sentence]
}
