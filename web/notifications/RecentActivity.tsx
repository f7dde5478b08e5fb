import { ArrowBigUp, Bell, Brain, Scale, UserPlus, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '../../contract/notifications.ts'
import { timeAgoInCapitals } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { classNames } from '../kit/ui/classNames.ts'
import { useReadNotification } from './actions.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const shown = 10

const icons: Record<Notification['type'], LucideIcon> = {
  comment_votes_batched: ArrowBigUp,
  comment_influenced_mind: Brain,
  followee_stance: Scale,
  new_follower: UserPlus,
}

/** The first ten of the newest; a welcome while there is nothing to tell (R60). */
export function RecentActivity({ notifications }: { notifications: Notification[] }) {
  const read = useReadNotification()
  const now = useNow()
  return (
    <Widget title="Recent Activity" count={Math.max(1, notifications.length)}>
      {notifications.length === 0 && <Welcome />}
      {notifications.slice(0, shown).map((one) => {
        const Icon = icons[one.type]
        return (
          <li key={one.id}>
            <Link
              to={placeOf(one)}
              className={classNames(styles.item, !one.read && styles.unread)}
              onClick={() => !one.read && read.mutate(one.id)}
            >
              <ItemContent
                icon={<Icon />}
                note={<When isRead={one.read} words={timeAgoInCapitals(one.created_at, now)} />}
              >
                {one.message}
              </ItemContent>
            </Link>
          </li>
        )
      })}
    </Widget>
  )
}

/** Known to this page alone: read by a press, and new again with the next visit. */
function Welcome() {
  const [isRead, setIsRead] = useState(false)
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.item, !isRead && styles.unread)}
        onClick={() => setIsRead(true)}
      >
        <ItemContent icon={<Bell />} note={<When isRead={isRead} words="JUST NOW" />}>
          Welcome to Hurd! This is a test notification.
        </ItemContent>
      </button>
    </li>
  )
}

function When({ isRead, words }: { isRead: boolean; words: string }) {
  return (
    <>
      {!isRead && (
        <>
          <b>New</b> ·{' '}
        </>
      )}
      {words}
    </>
  )
}

/** R62. */
function placeOf({ data }: Notification): string {
  if (data.follower_username) return paths.profile(data.follower_username)
  return data.bill_id ? paths.bill(data.bill_id, data.comment_id) : paths.feed
}
