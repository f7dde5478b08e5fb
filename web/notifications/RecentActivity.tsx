import {
  ArrowBigUp,
  Bell,
  Brain,
  FileClock,
  Landmark,
  MailQuestion,
  MailCheck,
  Scale,
  UserPlus,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Notification } from '#contract/notifications.ts'
import { timeAgoInCapitals } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { site } from '#web/kit/site.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { useReadNotification } from './actions.ts'
import { useNow } from './useNow.ts'
import { ItemContent, Widget } from './Widget.tsx'
import styles from './Notifications.module.css'

const itemsShown = 10

const icons: Record<Notification['type'], LucideIcon> = {
  comment_votes_batched: ArrowBigUp,
  comment_influenced_mind: Brain,
  followee_stance: Scale,
  new_follower: UserPlus,
  bill_update: FileClock,
  message_follow_up: MailQuestion,
  representative_voted: Landmark,
  official_replied: MailCheck,
}

/** Lists the ten newest notifications. If there are none, a welcome message is shown. */
export function RecentActivity({ notifications }: { notifications: Notification[] }) {
  const read = useReadNotification()
  const now = useNow()
  return (
    <Widget title="Recent Activity" count={Math.max(1, notifications.length)}>
      {notifications.length === 0 && <Welcome />}
      {notifications.slice(0, itemsShown).map((notification) => {
        const Icon = icons[notification.type]
        return (
          <li key={notification.id}>
            <Link
              to={linkOf(notification)}
              className={classNames(styles.item, !notification.read && styles.unread)}
              onClick={() => !notification.read && read.mutate(notification.id)}
            >
              <ItemContent
                icon={<Icon />}
                note={
                  <ReadStateAndTime
                    isRead={notification.read}
                    time={timeAgoInCapitals(notification.created_at, now)}
                  />
                }
              >
                {notification.message}
              </ItemContent>
            </Link>
          </li>
        )
      })}
    </Widget>
  )
}

/** A welcome message that the server does not know. Pressing it marks it as read until the page is loaded again. */
function Welcome() {
  const [isRead, setIsRead] = useState(false)
  return (
    <li>
      <button
        type="button"
        className={classNames(styles.item, !isRead && styles.unread)}
        onClick={() => setIsRead(true)}
      >
        <ItemContent icon={<Bell />} note={<ReadStateAndTime isRead={isRead} time="JUST NOW" />}>
          Welcome to {site.name}! This is a test notification.
        </ItemContent>
      </button>
    </li>
  )
}

function ReadStateAndTime({ isRead, time }: { isRead: boolean; time: string }) {
  return (
    <>
      {!isRead && (
        <>
          <b>New</b> ·{' '}
        </>
      )}
      {time}
    </>
  )
}

function linkOf({ data }: Notification): string {
  if (data.follower_username) return paths.profile(data.follower_username)
  return data.bill_id ? paths.bill(data.bill_id, data.comment_id) : paths.feed
}
