import { stanceTagLabels, type Stance } from '../../../contract/rules/stances.ts'
import { StanceIcon } from './StanceIcon.tsx'
import styles from './stance.module.css'

/** The stance of a comment author on this bill. */
export function StanceTag({ stance }: { stance: Stance }) {
  return (
    <span className={`${styles.tag} ${styles[stance]}`}>
      <StanceIcon stance={stance} />
      {stanceTagLabels[stance]}
    </span>
  )
}
