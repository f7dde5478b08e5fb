import type { Branding } from '#contract/branding/branding.ts'
import { language, t } from '#contract/kit/translate.ts'
import { contactLines } from '#server/platform/branding/branding.ts'
import type { EmailContent } from './outbox.ts'

export type Paragraph = string | { link: string; label: string }

/** Builds the plain-text and the HTML version from the same paragraphs. In plain text a link has a line of its own. */
export function compose(
  branding: Branding,
  subject: string,
  origin: string,
  paragraphs: Paragraph[],
): EmailContent {
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
      `<html lang="${language()}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
      ...html,
      `<p><a href="${escapeHtml(origin)}">${escapeHtml(origin)}</a></p>`,
      '</body></html>',
      '',
    ].join('\n'),
  }
}

/** Returns the line that says who sends the email. */
export function emailFoot({ name }: Branding): string {
  return t('{name}, your platform for civic engagement', { name })
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
