import type { MuteKind } from '#contract/mutes.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { muteLabels } from './useMute.ts'
import styles from './Mutes.module.css'

type MutedNoteProps = { what: 'comment' | 'post'; kind: MuteKind; onShow: () => void }

/** Replaces the text of a muted or blocked member until the viewer wants to see it. */
export function MutedNote({ what, kind, onShow }: MutedNoteProps) {
  return (
    <p className={styles.note}>
      <T
        text="A {what} by someone you {done}. {textButton}"
        values={{
          what,
          done: muteLabels[kind].done,
          textButton: (
            <TextButton className={styles.show} onClick={onShow}>
              <T
                text="Show<span> the {what}</span>"
                values={{ what, span: (content) => <span className="vh">{content}</span> }}
              />
            </TextButton>
          ),
        }}
      />
    </p>
  )
}
