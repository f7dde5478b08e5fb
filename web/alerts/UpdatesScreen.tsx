import { useInfiniteQuery } from '@tanstack/react-query'
import { BellRing, Check } from 'lucide-react'
import { Link } from 'react-router'
import { listUpdates, type SourceRead, type Update } from '#contract/alerts.ts'
import { statusLabels } from '#contract/bills/billContent.ts'
import type { GroupActivity } from '#contract/groups.ts'
import type { Notification } from '#contract/notifications.ts'
import { call } from '#web/kit/api/api.ts'
import { formatDate, formatDateTime, pluralize } from '#web/kit/format.ts'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Empty } from '#web/kit/ui/Feedback.tsx'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { useGroupActivity, useNotifications, useReadAll } from '#web/notifications/actions.ts'
import { ElectionsAndAlerts } from '#web/notifications/ElectionsAndAlerts.tsx'
import { groupNotifications } from '#web/notifications/groups.ts'
import { GroupUpdates } from '#web/notifications/GroupUpdates.tsx'
import { Entry, FoldedStances } from '#web/notifications/RecentActivity.tsx'
import { useNow } from '#web/notifications/useNow.ts'
import { Follows } from './Follows.tsx'
import styles from './Updates.module.css'

/**
 * The screen /updates. It shows the member's notifications, what happened to the bills that they follow, and everything they
 * follow.
 */
export default function UpdatesScreen() {
  usePageTitle('Updates')
  const notifications = useNotifications(true)
  const readAll = useReadAll()
  const unread = notifications.data?.unread_count ?? 0
  return (
    <div className={styles.screen}>
      <div className={styles.head}>
        <h1 className="h-page">Updates</h1>
        <p className={styles.tools}>
          <Link to={paths.settingsSection('notifications')}>Email settings</Link>
          <Button variant="secondary" disabled={unread === 0} onClick={readAll}>
            <Check aria-hidden="true" />
            Mark all as read
          </Button>
        </p>
      </div>
      {/* What follows is rendered when the notifications are loaded so that it does not move. */}
      {!notifications.isPending && (
        <>
          <ActivityCard notifications={notifications.data?.notifications ?? []} />
          <Updates />
        </>
      )}
    </div>
  )
}

/** All notifications of the first page by kind. */
function ActivityCard({ notifications }: { notifications: readonly Notification[] }) {
  const groups = groupNotifications(notifications)
  if (groups.length === 0) return null
  return (
    <section className={`card ${styles.activity}`} aria-label="Recent Activity">
      <h2 className={styles.activityHead}>
        Recent Activity <span className="count">{notifications.length}</span>
      </h2>
      {groups.map(({ kind, items, folded }) => (
        <div key={kind}>
          <h3 className={styles.kindName}>{kind}</h3>
          <ul>
            {items.map((item) => (
              <Entry key={item.id} notification={item} />
            ))}
            {folded && <FoldedStances folded={folded} />}
          </ul>
        </div>
      ))}
    </section>
  )
}

/** What happened, and below it everything that the member follows. */
function Updates() {
  const activity = useGroupActivity()
  const list = useInfiniteQuery({
    queryKey: [listUpdates.path],
    queryFn: ({ pageParam, signal }) => call(listUpdates, { limit: 20, before: pageParam }, { signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ updates, has_more }) => (has_more ? updates.at(-1)?.update_id : undefined),
  })
  const updates = list.data?.pages.flatMap((page) => page.updates)
  const late = list.data?.pages[0]?.sources.filter(({ is_late }) => is_late) ?? []
  return (
    <>
      <section aria-label="What happened" className={styles.section}>
        {late.map((source) => (
          <LateSource key={source.source_name} source={source} />
        ))}
        <QueryView
          query={list}
          title="We couldn't load your updates"
          shape={{ label: 'Loading updates', className: styles.list, heights: ['7rem', '7rem', '7rem'] }}
        />
        {updates?.length === 0 && (
          <Empty
            icon={<BellRing />}
            title="Nothing has happened yet"
            hint="When a bill you follow moves, is voted on, or gets new text, you'll see it here. Updates start when you follow something."
          >
            <ButtonLink to={paths.feed}>Find bills to follow</ButtonLink>
          </Empty>
        )}
        {updates && updates.length > 0 && (
          <ul className={styles.list}>
            {updates.map((update) => (
              <UpdateItem key={update.update_id} update={update} />
            ))}
          </ul>
        )}
        <MoreButton query={list}>Show older updates</MoreButton>
      </section>
      {/* They are below the list, whose height is not known before. */}
      {!list.isPending && !activity.isPending && (
        <>
          <OtherUpdates activity={activity.data?.activity ?? []} />
          <Follows />
        </>
      )}
    </>
  )
}

/** Updates about groups, and links to the elections guide and the news. */
function OtherUpdates({ activity }: { activity: GroupActivity[] }) {
  return (
    <div className="card">
      <GroupUpdates activity={activity} />
      <ElectionsAndAlerts />
    </div>
  )
}

function LateSource({ source: { source_name, read_at } }: { source: SourceRead }) {
  const now = useNow()
  const days = Math.floor((now - Date.parse(read_at)) / 86_400_000)
  return (
    <Alert kind="info" title={`${source_name} was last checked ${pluralize(days, 'day')} ago`}>
      <p>We haven't been able to check this source, so updates may be missing.</p>
    </Alert>
  )
}

function UpdateItem({ update }: { update: Update }) {
  const { bill, summary, occurred_on, first_seen_at, source_name, reason } = update
  return (
    <li className={`card ${styles.item}`}>
      <p className={styles.code}>
        {bill.bill_code} · {statusLabels[bill.status]}
      </p>
      <h2 className={styles.title}>
        <Link to={paths.bill(bill.bill_id)}>{bill.title}</Link>
      </h2>
      <p className={styles.summary}>{summary}</p>
      <p className={styles.source}>
        {source_name}
        {occurred_on && `, ${formatDate(occurred_on)}`} · Seen {formatDateTime(first_seen_at)}
      </p>
      <p className={styles.reason}>{reasonText(reason)}</p>
    </li>
  )
}

function reasonText({ target_type, name }: Update['reason']): string {
  if (target_type === 'bill') return 'You follow this bill'
  if (target_type === 'stance') return 'You took a stance on this bill'
  if (target_type === 'search') return `You follow the search ${name}`
  return `You follow ${name}`
}
