import type { EmailContent } from './outbox.ts'

/** The mail with a link for a new password; `link` is the whole address, `origin` the site's. */
export function passwordResetEmail(link: string, origin: string): EmailContent {
  return compose('Reset your Hurd password', origin, [
    'Hello,',
    'someone asked to set a new password for the Hurd account with this email address. If that was you, choose a new password here:',
    { link, label: 'Choose a new password' },
    'The link works once and for one hour. If you asked more than once, only the link in the newest email works.',
    'If it was not you, you can ignore this email: your password stays as it is.',
  ])
}

/** The mail of a new account, with the link that proves its address. */
export function verificationEmail(link: string, origin: string): EmailContent {
  return compose('Verify your email address for Hurd', origin, [
    'Hello,',
    'someone made a Hurd account with this email address. If that was you, please confirm that the address is yours:',
    { link, label: 'Verify my email address' },
    'The link works for 24 hours. If you asked for more than one, only the link in the newest email works.',
    'If it was not you, do not open the link, and ignore this email.',
  ])
}

/** To the address that an account is to have; names neither the account nor its present address. */
export function emailChangeConfirmation(link: string, origin: string): EmailContent {
  return compose('Confirm your new email address for Hurd', origin, [
    'Hello,',
    'someone wants to use this email address for their Hurd account. If that was you, please confirm it:',
    { link, label: 'Confirm my new email address' },
    'The link works for 24 hours. Until then your account keeps its old address. If you asked for more than one, only the link in the newest email works.',
    'If it was not you, do not open the link, and ignore this email.',
  ])
}

/** To the address that an account has, when another one is to take its place. */
export function emailChangeNotice(link: string, username: string, origin: string): EmailContent {
  return compose('Your Hurd email address is being changed', origin, [
    `Hello @${username},`,
    'someone who is signed in to your Hurd account asked to change its email address. The new address has to be confirmed first. If that was you, there is nothing to do here.',
    'If it was not you, this link keeps your address as it is and signs everyone else out of your account:',
    { link, label: 'This was not me' },
    'The link works for seven days, also when the new address has been confirmed already.',
  ])
}

/** A sign-in from a device not seen before; `settings` is the address of the page that lists the sessions. */
export function newDeviceNotice(
  device: string,
  username: string,
  settings: string,
  origin: string,
): EmailContent {
  return compose('New sign-in to your Hurd account', origin, [
    `Hello @${username},`,
    `someone signed in to your Hurd account from a device or place that was not used for it before. The device calls itself: ${device}.`,
    'If that was you, there is nothing to do.',
    'If it was not you, choose a new password in your settings. That signs out everyone else. There you also see where your account is signed in:',
    { link: settings, label: 'Open my settings' },
  ])
}

/** The member's data export is ready; `link` opens the page that downloads it. */
export function dataExportEmail(link: string, origin: string): EmailContent {
  return compose('Your Hurd data export is ready', origin, [
    'Hello,',
    'Your Hurd data export is ready:',
    { link, label: 'Download my data' },
    'The link works for 24 hours and only for you: we ask you to sign in before the download starts. After that you can request a new export in your settings.',
    'If you did not request it, change your password in your settings. That signs out every other device.',
  ])
}

type Paragraph = string | { link: string; label: string }

/** Both forms of a mail from the same paragraphs; in the plain one a link stands on a line of its own. */
export function compose(subject: string, origin: string, paragraphs: Paragraph[]): EmailContent {
  const all: Paragraph[] = [...paragraphs, `Hurd, your platform for civic engagement`]
  const text = all.map((one) => (typeof one === 'string' ? one : one.link))
  const html = all.map((one) =>
    typeof one === 'string'
      ? `<p>${escapeHtml(one)}</p>`
      : `<p><a href="${escapeHtml(one.link)}">${escapeHtml(one.label)}</a></p>\n<p>${escapeHtml(one.link)}</p>`,
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
