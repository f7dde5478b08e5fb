import type { ReactNode } from 'react'
import { TextButton } from '../../kit/ui/Button.tsx'
import styles from './Mutes.module.css'

/** Stands for what a muted member wrote, until the viewer wants to see it. */
export function MutedNote({ what, onShow }: { what: 'comment' | 'post'; onShow: () => void }): ReactNode {
  return (
    <p className={styles.note}>
      A {what} by someone you muted.{' '}
      <TextButton className={styles.show} onClick={onShow}>
        Show<span className="vh"> the {what}</span>
      </TextButton>
    </p>
  )
}
