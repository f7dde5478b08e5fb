import { Bell, ChevronDown, ChevronUp } from 'lucide-react'
import { useId } from 'react'
import { pluralize } from '#web/kit/format.ts'
import { useGroupActivity, useNotifications } from './actions.ts'
import { ElectionsAndAlerts } from './ElectionsAndAlerts.tsx'
import { GroupUpdates } from './GroupUpdates.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { useNotificationStream } from './useNotificationStream.ts'
import styles from './Notifications.module.css'

/** A panel with three lists. They are updated while the panel is open. */
export function NotificationsPanel({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { data } = useNotifications(isOpen)
  const bodyId = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const unread = data?.unread_count ?? 0
  return (
    <section className={`card ${styles.panel}`} aria-label="Notifications">
      <h2 className={styles.head}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={onToggle}
        >
          <Bell aria-hidden="true" />
          Notifications
          {unread > 0 && (
            <span className="count">
              {unread} <span className="vh">unread</span>
            </span>
          )}
          <Chevron aria-hidden="true" className={styles.chevron} />
        </button>
      </h2>
      <output className="vh">{unread > 0 && pluralize(unread, 'unread notification')}</output>
      {isOpen && <Widgets id={bodyId} />}
    </section>
  )
}

function Widgets({ id }: { id: string }) {
  const notifications = useNotifications(true)
  const activity = useGroupActivity()
  useNotificationStream()
  return (
    <div id={id}>
      <RecentActivity notifications={notifications.data?.notifications ?? []} />
      {/* The next lists are rendered only after the data is loaded, so that they do not move. */}
      {!notifications.isPending && !activity.isPending && (
        <>
          <GroupUpdates activity={activity.data?.activity ?? []} />
          <ElectionsAndAlerts />
        </>
      )}
    </div>
  )
}
