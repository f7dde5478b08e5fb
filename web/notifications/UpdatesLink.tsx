import { Bell } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { UnreadCount } from './UnreadCount.tsx'
import { useUnreadCount } from './useUnreadCount.ts'
import styles from './UnreadCount.module.css'

/** The bell of an open bill, which covers the header. It leads to the page of updates. */
export function UpdatesLink() {
  const unread = useUnreadCount()
  const label = unread > 0 ? t('Updates, {count} new', { count: unread }) : t('Updates')
  return (
    <Link to={paths.updates} aria-label={label} title={label} className={styles.link}>
      <Bell aria-hidden="true" />
      <UnreadCount count={unread} />
    </Link>
  )
}
