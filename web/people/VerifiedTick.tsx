import { BadgeCheck } from 'lucide-react'
import styles from './VerifiedTick.module.css'

/** Only the email is ever verified (R31). */
export function VerifiedTick() {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the picture is an inline icon
    <span role="img" aria-label="Email verified" title="Email verified" className={styles.tick}>
      <BadgeCheck aria-hidden="true" />
    </span>
  )
}
