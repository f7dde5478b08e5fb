import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import type { SourceRead } from '#contract/alerts.ts'
import type { GroupActivity } from '#contract/groups.ts'
import { plural, t } from '#contract/kit/translate.ts'
import type { Notification } from '#contract/notifications.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { monthAndDay } from '#web/kit/monthAndDay.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Chip } from '#web/kit/ui/Badge.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { useGroupActivity, useNotifications, useReadAll } from '#web/notifications/actions.ts'
import { ElectionsAndAlerts } from '#web/notifications/ElectionsAndAlerts.tsx'
import { groupNotifications, kindOf, type NotificationKind, kindNames } from '#web/notifications/groups.ts'
import { GroupUpdates } from '#web/notifications/GroupUpdates.tsx'
import { FoldedStances } from '#web/notifications/RecentActivity.tsx'
import { newCount } from '#web/notifications/unread.ts'
import { useNotificationStream } from '#web/notifications/useNotificationStream.ts'
import { useNow } from '#web/notifications/useNow.ts'
import { ActivityEntry } from './ActivityEntry.tsx'
import { EmailCard } from './EmailCard.tsx'
import { Follows } from './Follows.tsx'
import { MovedBills } from './MovedBills.tsx'
import { useSteadyRows } from './useSteadyRows.ts'
import { type UpdatesQuery, useUpdates } from './useUpdates.ts'
import styles from './Updates.module.css'

const filters = ['all', 'yours', 'bills', 'people', 'groups'] as const
type Filter = (typeof filters)[number]

const filterNames: Record<Filter, string> = {
  all: t('All'),
  yours: t('For you'),
  bills: t('Bills'),
  people: t('People'),
  groups: t('Groups'),
}

const kindOfFilter: Partial<Record<Filter, NotificationKind>> = {
  yours: 'yours',
  bills: 'bills',
  people: 'people',
}

/**
 * The screen /updates: what others did that concerns the member, the bills that moved, the people and groups that the member
 * follows, and beside it everything that the member follows and when emails come.
 */
export default function UpdatesScreen() {
  usePageTitle(t('Updates'))
  const [filter, setFilter] = useState<Filter>('all')
  const notifications = useNotifications(true)
  const activity = useGroupActivity()
  const updates = useUpdates()
  const readAll = useReadAll()
  const { data } = notifications
  useNotificationStream()
  const list = useSteadyRows(data?.notifications, ({ id, created_at, read }) => ({
    id,
    version: created_at,
    isRead: read,
  }))
  const posts = useSteadyRows(activity.data?.activity, ({ post_id }) => ({
    id: post_id,
    version: '',
    isRead: false,
  }))
  const newUpdates = list.newCount + posts.newCount
  const heading = useRef<HTMLHeadingElement>(null)
  const showNew = () => {
    list.showAll()
    posts.showAll()
    void updates.refetch()
    // The pressed button disappears.
    heading.current?.focus()
  }
  const late = updates.data?.pages[0]?.sources.filter(({ is_late }) => is_late) ?? []
  // What is below is rendered when the lists are known so that nothing moves.
  const isReady = !notifications.isPending && !activity.isPending && !updates.isPending
  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <div className={styles.head}>
          <div>
            <h1 ref={heading} tabIndex={-1} className="h-page">
              {t('Updates')}
            </h1>
            <p className="note-text">{data && sinceText(list.rows, newCount(data))}</p>
          </div>
          <Button
            variant="secondary"
            aria-disabled={(data?.unread_count ?? 0) === 0 || undefined}
            onClick={readAll}
          >
            <Check aria-hidden="true" />
            {t('Mark all as read')}
          </Button>
        </div>
        <fieldset aria-label={t('Which updates to show')} className={styles.chips}>
          {filters.map((name) => (
            <Chip key={name} aria-pressed={name === filter} onClick={() => setFilter(name)}>
              {filterNames[name]}
              <NewCount count={countNew(list.rows, kindOfFilter[name])} />
            </Chip>
          ))}
        </fieldset>
        {/* What comes while the page is open waits here so that the rows do not move. */}
        <output className={styles.waiting}>
          {newUpdates > 0 && (
            <Button variant="soft" onClick={showNew}>
              {plural(newUpdates, '{n} new update|{n} new updates')}
            </Button>
          )}
        </output>
        {late.map((source) => (
          <LateSource key={source.source_name} source={source} />
        ))}
        {!isReady && (
          <div className={styles.placeholder}>
            <QueryView
              query={updates}
              title={t("We couldn't load your updates")}
              shape={{
                label: t('Loading updates'),
                className: styles.list,
                heights: Array.from({ length: 6 }, () => '7.5rem'),
              }}
            />
          </div>
        )}
        {notifications.isError && (
          <QueryView query={notifications} title={t("We couldn't load your notifications")} />
        )}
        {isReady && data && filter !== 'groups' && (
          <RecentActivity notifications={list.rows} updates={updates} only={kindOfFilter[filter] ?? null} />
        )}
        {isReady && (filter === 'all' || filter === 'groups') && <GroupPosts activity={posts.rows} />}
        {isReady && filter === 'all' && (
          <div className="card">
            <ElectionsAndAlerts />
          </div>
        )}
      </div>
      {isReady && (
        <div className={styles.rail}>
          <Follows />
          <EmailCard />
        </div>
      )}
    </div>
  )
}

/** How many group updates are shown before the button. */
const firstPosts = 2

function GroupPosts({ activity }: { activity: readonly GroupActivity[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const shown = isOpen ? activity.length : firstPosts
  const list = useFocusOnFirstNew<HTMLDivElement>(shown, 'a', isOpen ? 2 : 1)
  const hidden = isOpen ? 0 : activity.length - firstPosts
  return (
    <div ref={list} className="card">
      <GroupUpdates activity={activity} shown={shown} />
      {hidden > 0 && (
        <p className={styles.more}>
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            <T
              text="Show {count} more<hidden> group update</hidden>|Show {count} more<hidden> group updates</hidden>"
              count={hidden}
              values={{ count: hidden, hidden: (content) => <span className="vh">{content}</span> }}
            />
          </Button>
        </p>
      )}
    </div>
  )
}

/** Returns how many notifications are new, and since when. Only the loaded ones have a date. */
function sinceText(notifications: readonly Notification[], unread: number): string {
  const oldest = notifications.findLast(({ read }) => !read)
  return unread > 0 && oldest
    ? t('{count} new since {day}', { count: unread, day: monthAndDay(oldest.created_at) })
    : t('Nothing new')
}

function countNew(notifications: readonly Notification[], kind: NotificationKind | undefined): number {
  const unread = notifications.filter(({ type, read }) => !read && kindOf[type] === kind)
  // Stances are one entry.
  const stances = unread.filter(({ type }) => type === 'followee_stance').length
  return unread.length - Math.max(0, stances - 1)
}

function NewCount({ count }: { count: number }) {
  return count > 0 && <span className={styles.newCount}> {t('{count} new', { count })}</span>
}

const emptyTexts: Record<NotificationKind, string> = {
  yours: t('Nothing new. Replies and mentions come here.'),
  bills: t('Nothing new. Follow a bill, and its news comes here.'),
  people: t('Nothing new. Follow people, and their stances come here.'),
}

type RecentActivityProps = {
  notifications: readonly Notification[]
  updates: UpdatesQuery
  only: NotificationKind | null
}

/** The notifications of the first page by kind. The bills that moved are listed with what happened to them. */
function RecentActivity({ notifications, updates, only }: RecentActivityProps) {
  const groups = groupNotifications(notifications)
  const shown = (kind: NotificationKind) =>
    only === null || only === kind ? groups.find((group) => group.kind === kind) : undefined
  const yours = shown('yours')
  const people = shown('people')
  const bills = only === null || only === 'bills'
  const moved = updates.data?.pages.flatMap((page) => page.updates) ?? []
  const isEmpty = !yours && !people && !(bills && (moved.length > 0 || updates.error))
  const unreadBills = new Map(
    notifications.flatMap(({ id, type, read, data }) =>
      type === 'bill_update' && !read && data.bill_id ? [[data.bill_id, id] as const] : [],
    ),
  )
  return (
    <section className={`card ${styles.activity}`} aria-label={t('Recent Activity')}>
      <h2 className={styles.activityHead}>
        <T
          text="Recent Activity {count}"
          values={{ count: <span className="count">{notifications.length}</span> }}
        />
      </h2>
      {isEmpty && <p className={styles.nothing}>{emptyTexts[only ?? 'bills']}</p>}
      {yours && (
        <>
          <h3 className={styles.kindName}>{kindNames.yours}</h3>
          <ul>
            {yours.items.map((item) => (
              <ActivityEntry key={item.id} notification={item} />
            ))}
          </ul>
        </>
      )}
      {bills && <MovedBills query={updates} unreadBills={unreadBills} />}
      {people && (
        <>
          <h3 className={styles.kindName}>{kindNames.people}</h3>
          <ul className={styles.people}>
            {people.folded && <FoldedStances folded={people.folded} />}
            {people.items.map((item) => (
              <ActivityEntry key={item.id} notification={item} />
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function LateSource({ source: { source_name, read_at } }: { source: SourceRead }) {
  const now = useNow()
  const days = Math.floor((now - Date.parse(read_at)) / 86_400_000)
  return (
    <Alert
      kind="info"
      title={plural(days, '{source} was last checked {n} day ago|{source} was last checked {n} days ago', {
        source: source_name,
      })}
    >
      <p>{t("We haven't been able to check this source, so updates may be missing.")}</p>
    </Alert>
  )
}
