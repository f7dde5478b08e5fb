import { Link } from 'react-router'
import { paths } from '#web/kit/paths.ts'
import { mentionPieces } from './mentions.ts'
import styles from './MentionText.module.css'

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
