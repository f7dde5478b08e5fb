import type { Stance } from '../../../contract/stances.ts'
import { StanceIcon } from './StanceIcon.tsx'
import { stanceTagWords } from './stanceWords.ts'
import styles from './stance.module.css'

/** The stance of a commenter on the bill at hand. */
export function StanceTag({ stance }: { stance: Stance }) {
  return (
    <span className={`${styles.tag} ${styles[stance]}`}>
      <StanceIcon stance={stance} />
      {stanceTagWords[stance]}
    </span>
  )
}
