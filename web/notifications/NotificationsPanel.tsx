import { Bell, ChevronDown, ChevronUp, X } from 'lucide-react'
import { useDeferredValue, useId, type ReactNode } from 'react'
import { plural, t } from '#contract/kit/translate.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { IconButton, TextButton } from '#web/kit/ui/Button.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useGroupActivity, useNotifications, useReadAll } from './actions.ts'
import { ElectionsAndAlerts } from './ElectionsAndAlerts.tsx'
import { GroupUpdates } from './GroupUpdates.tsx'
import { RecentActivity } from './RecentActivity.tsx'
import { newCount } from './unread.ts'
import { useNotificationStream } from './useNotificationStream.ts'
import styles from './Notifications.module.css'

/** A panel with three lists, below the bell. They are updated while the panel is open. */
export function NotificationsPanel({ onClose }: { onClose: () => void }) {
  const { data } = useNotifications(true)
  const unread = data ? newCount(data) : 0
  return (
    <Panel unread={unread}>
      <h2 id="notifications" tabIndex={-1} className={styles.head}>
        <Title unread={unread} />
        <IconButton label={t('Close notifications')} icon={<X aria-hidden="true" />} onClick={onClose} />
      </h2>
      <Widgets />
    </Panel>
  )
}

/** The same panel beside the feed, which can be folded. */
export function DockedPanel({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) {
  const { data } = useNotifications(isOpen)
  const unread = data ? newCount(data) : 0
  const bodyId = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <Panel unread={unread}>
      <h2 className={styles.head}>
        <button
          id="notifications"
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? bodyId : undefined}
          onClick={onToggle}
        >
          <Title unread={unread} />
          <Chevron aria-hidden="true" className={styles.chevron} />
        </button>
      </h2>
      {isOpen && <Widgets id={bodyId} />}
    </Panel>
  )
}

function Panel({ unread, children }: { unread: number; children: ReactNode }) {
  // Screen readers announce what changes in a region, not what a region begins with.
  const announced = useDeferredValue(unread, 0)
  return (
    <section className={`card ${styles.panel}`} aria-label={t('Notifications')}>
      {children}
      <output className="vh">
        {announced > 0 && plural(announced, '{n} unread notification|{n} unread notifications')}
      </output>
    </section>
  )
}

function Title({ unread }: { unread: number }) {
  return (
    <>
      <Bell aria-hidden="true" />
      {t('Notifications')}
      {unread > 0 && (
        <span className="count">
          <T
            text="{count} <hidden>unread</hidden>"
            values={{ count: unread, hidden: (content) => <span className="vh">{content}</span> }}
          />
        </span>
      )}
    </>
  )
}

function Widgets({ id }: { id?: string }) {
  const notifications = useNotifications(true)
  const activity = useGroupActivity()
  const unread = notifications.data?.unread_count ?? 0
  const readAll = useReadAll()
  useNotificationStream()
  return (
    <div id={id}>
      <p className={styles.actions}>
        <TextButton aria-disabled={unread === 0 || undefined} onClick={readAll}>
          {t('Mark all as read')}
        </TextButton>
        <Link to={paths.updates}>{t('See all updates')}</Link>
      </p>
      <RecentActivity notifications={notifications.data?.notifications ?? []} />
      {/* The next lists are rendered only after the data is loaded so that they do not move. */}
      {!notifications.isPending && !activity.isPending && (
        <>
          <GroupUpdates activity={activity.data?.activity ?? []} />
          <ElectionsAndAlerts />
        </>
      )}
    </div>
  )
}
