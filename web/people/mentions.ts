type Piece = { text: string; username: string | null }

// A mention starts at the beginning of the text or after a character that cannot be part of a name or an email address.
const mention = /(?<![A-Za-z0-9_@.-])@([A-Za-z0-9_-]+)/g

/** Splits a text into plain pieces and mentions. `username` is null for plain pieces. */
export function mentionPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let position = 0
  for (const match of text.matchAll(mention)) {
    if (match.index > position) pieces.push({ text: text.slice(position, match.index), username: null })
    pieces.push({ text: match[0], username: match[1] ?? null })
    position = match.index + match[0].length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), username: null })
  return pieces
}
