import { Link } from 'react-router'
import { paths } from '#web/kit/paths.ts'
import styles from './MentionText.module.css'

type Piece = { text: string; username: string | null }

// A mention starts at the beginning of the text, after a blank or after an opening bracket so that URLs and email addresses
// contain none. The address of an account elsewhere, such as @ann@example.org, is not a mention either.
const mention = /(?<![^\s([{<])@([A-Za-z0-9_-]+)(?![A-Za-z0-9_-]|@|\.[A-Za-z0-9])/g

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

/** A text in which every @mention links to the profile of the member. */
export function MentionText({ text }: { text: string }) {
  let position = 0
  return mentionPieces(text).map((piece) => {
    const key = `${position}`
    position += piece.text.length
    return piece.username ? (
      <Link key={key} to={paths.profile(piece.username)} className={styles.mention}>
        {piece.text}
      </Link>
    ) : (
      piece.text
    )
  })
}
