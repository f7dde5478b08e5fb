import styles from './UnreadCount.module.css'

/** The number of unread notifications in a disc on a bell. Screen readers get it from the name of the button or the link. */
export function UnreadCount({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <span className={styles.disc} aria-hidden="true">
      {count > 9 ? '9+' : count}
    </span>
  )
}
