import type { Letter } from './outbox.ts'

/** The mail with a link for a new password; `link` is the whole address, `origin` the site's. */
export function resetLetter(link: string, origin: string): Letter {
  return compose('Reset your Hurd password', origin, [
    'Hello,',
    'someone asked to set a new password for the Hurd account with this email address. If that was you, choose a new password here:',
    { link, label: 'Choose a new password' },
    'The link works once and for one hour. If you asked more than once, only the link in the newest email works.',
    'If it was not you, you can ignore this email: your password stays as it is.',
  ])
}

type Paragraph = string | { link: string; label: string }

/** Both forms of a mail from the same paragraphs; in the plain one a link stands on a line of its own. */
function compose(subject: string, origin: string, paragraphs: Paragraph[]): Letter {
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
