type Piece = { text: string; username: string | null }

// A word may start at the beginning or after anything that is not part of a name or an email address (R56).
const mention = /(?<![A-Za-z0-9_@.-])@([A-Za-z0-9_-]+)/g

/** A text cut into plain pieces and mentions; `username` is null for plain ones. */
export function mentionPieces(text: string): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const found of text.matchAll(mention)) {
    if (found.index > from) pieces.push({ text: text.slice(from, found.index), username: null })
    pieces.push({ text: found[0], username: found[1] ?? null })
    from = found.index + found[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), username: null })
  return pieces
}
