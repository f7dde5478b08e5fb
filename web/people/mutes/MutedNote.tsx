import type { ReactNode } from 'react'
import { t } from '#contract/kit/translate.ts'
import type { MuteKind } from '#contract/mutes.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { T } from '#web/kit/ui/T.tsx'
import styles from './Mutes.module.css'

const notes = {
  comment: {
    mute: t('A comment by someone you muted.'),
    block: t('A comment by someone you blocked.'),
  },
  post: {
    mute: t('A post by someone you muted.'),
    block: t('A post by someone you blocked.'),
  },
}

function hidden(content: ReactNode) {
  return <span className="vh">{content}</span>
}

type MutedNoteProps = { what: 'comment' | 'post'; kind: MuteKind; onShow: () => void }

/** Replaces the text of a muted or blocked member until the viewer wants to see it. */
export function MutedNote({ what, kind, onShow }: MutedNoteProps) {
  return (
    <p className={styles.note}>
      {notes[what][kind]}{' '}
      <TextButton className={styles.show} onClick={onShow}>
        {what === 'post' ? (
          <T text="Show<hidden> the post</hidden>" values={{ hidden }} />
        ) : (
          <T text="Show<hidden> the comment</hidden>" values={{ hidden }} />
        )}
      </TextButton>
    </p>
  )
}
