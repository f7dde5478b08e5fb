import type { MuteKind } from '#contract/mutes.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { muteLabels } from './useMute.ts'
import styles from './Mutes.module.css'

type MutedNoteProps = { what: 'comment' | 'post'; kind: MuteKind; onShow: () => void }

/** Replaces the text of a muted or blocked member until the viewer wants to see it. */
export function MutedNote({ what, kind, onShow }: MutedNoteProps) {
  return (
    <p className={styles.note}>
      A {what} by someone you {muteLabels[kind].done}.{' '}
      <TextButton className={styles.show} onClick={onShow}>
        Show<span className="vh"> the {what}</span>
      </TextButton>
    </p>
  )
}
