import type { Branding, Logo } from '#contract/branding/branding.ts'
import { detectLanguage } from '#contract/kit/detectLanguage.ts'
import { language, t } from '#contract/kit/translate.ts'
import { contactLines } from '#server/platform/branding/branding.ts'
import { html, type Html } from '#server/platform/http/pages/html.ts'
import type { EmailContent } from './outbox.ts'

/** A paragraph. `sentence` contains what a person wrote, which may be in another language than the email. */
export type Paragraph =
  | string
  | { link: string; label: string }
  | { sentence: (words: string) => string; words: string }

/** Builds the plain-text and the HTML version from the same paragraphs. In plain text a link has a line of its own. */
export function compose(
  branding: Branding,
  subject: string,
  origin: string,
  paragraphs: Paragraph[],
): EmailContent {
  const all: Paragraph[] = [...paragraphs, [emailFoot(branding), ...contactLines(branding)].join('\n')]
  const text = all.map((paragraph) =>
    typeof paragraph === 'string'
      ? paragraph
      : 'link' in paragraph
        ? paragraph.link
        : paragraph.sentence(paragraph.words),
  )
  const rich = all.map((paragraph) =>
    typeof paragraph === 'string'
      ? `<p>${withBreaks(paragraph)}</p>`
      : 'link' in paragraph
        ? `<p><a href="${escapeHtml(paragraph.link)}">${escapeHtml(paragraph.label)}</a></p>\n<p>${escapeHtml(paragraph.link)}</p>`
        : `<p>${paragraph.sentence('\0').split('\0').map(withBreaks).join(markedWords(paragraph.words))}</p>`,
  )
  const logo = branding.logo ? [`<p>${emailLogo(branding.name, branding.logo, origin).text}</p>`] : []
  return {
    subject,
    text: `${text.join('\n\n')}\n${origin}\n`,
    html: [
      '<!doctype html>',
      `<html lang="${language()}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`,
      ...logo,
      ...rich,
      `<p><a href="${escapeHtml(origin)}">${escapeHtml(origin)}</a></p>`,
      '</body></html>',
      '',
    ].join('\n'),
  }
}

/** Returns the logo of the instance for an email. A mail program that shows no pictures shows the name. */
export function emailLogo(name: string, logo: Logo, origin: string): Html {
  const height = 40
  const width = Math.round((logo.width / logo.height) * height)
  const src = origin + logo.url
  return html`<img
    src="${src}"
    width="${width}"
    height="${height}"
    alt="${name}"
    style="padding:4px;background:#fff"
  />`
}

/** Returns the line that says who sends the email. */
export function emailFoot({ name }: Branding): string {
  return t('{name}, your platform for civic engagement', { name })
}

function withBreaks(text: string): string {
  return escapeHtml(text).replaceAll('\n', '<br>')
}

/** Returns what a person wrote as HTML, with its language if it is recognized and not that of the email. */
function markedWords(words: string): string {
  const code = detectLanguage(words)
  return code === null || code === language()
    ? withBreaks(words)
    : `<span lang="${code}">${withBreaks(words)}</span>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
