/** What may follow a URL in a sentence does not belong to it. */
const trailing = /[.,;:!?'"»”’…*|、。，！？」]+$/u
/** Brackets that belong to a URL only in pairs. */
const brackets = [
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
  ['（', '）'],
] as const

/**
 * Returns the beginning of this word that is a URL which may become a link, or null. The reader sees where the
 * link leads: a URL with a user name (https://example.org@evil.example), with letters that look like others, or with
 * invisible characters is not linked. Only http and https are.
 */
function linkableUrl(word: string): string | null {
  let text = word.replace(trailing, '')
  // A bracket around the URL does not belong to it, and one inside it does.
  while (brackets.some(([open, close]) => text.endsWith(close) && count(text, close) > count(text, open))) {
    text = text.slice(0, -1).replace(trailing, '')
  }
  const [, host = ''] = /^https?:\/\/([^/?#]+)/i.exec(text) ?? []
  if (!host.includes('.') || /[\p{Cc}\p{Cf}]/u.test(text)) return null
  try {
    return new URL(text).host === host.toLowerCase() ? text : null
  } catch {
    return null
  }
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

const urlPattern = /https?:\/\/[^\s<>"]+/gi

/** Splits a text into plain pieces and URLs. `href` is null for plain pieces. */
export function urlPieces(text: string): { text: string; href: string | null }[] {
  const pieces: { text: string; href: string | null }[] = []
  let position = 0
  for (const match of text.matchAll(urlPattern)) {
    const href = linkableUrl(match[0])
    if (!href) continue
    if (match.index > position) pieces.push({ text: text.slice(position, match.index), href: null })
    pieces.push({ text: href, href })
    position = match.index + href.length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), href: null })
  return pieces
}
