import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listMentioned, mentionPieces } from '#contract/mentions.ts'
import { call } from '#web/kit/api/api.ts'
import { paths } from '#web/kit/paths.ts'
import { linkedAddress } from './linkedAddress.ts'
import styles from './MentionText.module.css'

/** A text in which every @mention of a member links to the profile. A name that nobody has stays plain text. */
export function MentionText({ text }: { text: string }) {
  const pieces = mentionPieces(text)
  const names = new Set(pieces.flatMap(({ username }) => username?.toLowerCase() ?? []))
  return names.size === 0 ? text : <LinkedMentions pieces={pieces} names={[...names]} />
}

const address = /https?:\/\/[^\s<>"]+/gi

/** Splits a text into plain pieces and addresses on the web. `href` is null for plain pieces. */
export function addressPieces(text: string): { text: string; href: string | null }[] {
  const pieces: { text: string; href: string | null }[] = []
  let position = 0
  for (const match of text.matchAll(address)) {
    const href = linkedAddress(match[0])
    if (!href) continue
    if (match.index > position) pieces.push({ text: text.slice(position, match.index), href: null })
    pieces.push({ text: href, href })
    position = match.index + href.length
  }
  if (position < text.length) pieces.push({ text: text.slice(position), href: null })
  return pieces
}

/**
 * A text of a member. Every @mention links to the profile of the member, and addresses are links that search engines ignore and
 * that tell the other site nothing.
 */
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
      <Addresses key={key} text={piece.text} />
    )
  })
}

function Addresses({ text }: { text: string }) {
  let position = 0
  return addressPieces(text).map((piece) => {
    const key = `${position}`
    position += piece.text.length
    if (!piece.href) return piece.text
    return (
      <a key={key} href={piece.href} target="_blank" rel="nofollow ugc noopener noreferrer">
        {piece.text}
        <span className="vh"> (opens in a new tab)</span>
      </a>
    )
  })
}
