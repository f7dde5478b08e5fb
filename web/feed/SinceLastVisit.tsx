import { useQueryClient } from '@tanstack/react-query'
import { Brain, MailCheck, TrendingUp, X } from 'lucide-react'
import { useState } from 'react'
import { markMovedSeen, type MovedBill } from '#contract/bills/bills.ts'
import { formatNearDay } from '#contract/kit/format.ts'
import { t } from '#contract/kit/translate.ts'
import { listNotifications, type Notification } from '#contract/notifications.ts'
import { describeMove } from '#web/bills/card/MovedLabel.tsx'
import { cachedMovedBills, setMovesSeen } from '#web/bills/movedBills.ts'
import { today } from '#web/bills/today.ts'
import { call, queryFor } from '#web/kit/api/api.ts'
import { timeAgo } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { monthAndDay } from '#web/kit/monthAndDay.ts'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useReadNotification } from '#web/notifications/actions.ts'
import { pickNews, shownNews } from './news.ts'
import styles from './SinceLastVisit.module.css'

type SinceLastVisitProps = {
  /**
   * True if the cards are shown. The block appears together with the cards or not at all, so it never pushes them down.
   */
  isReady: boolean
  onOpenBill: (bill_id: string) => void
  /** Called before the block disappears so that the caller can move the focus to another element. */
  onDismissed: () => void
}

type News = {
  since: string | null
  as_of: string
  notifications: readonly Notification[]
  bills: readonly MovedBill[]
  hasMore: boolean
}

/**
 * At most three lines about what is new since the last visit: what officials answered, whose minds the member changed, and which
 * bills with a stance of the member moved. Once the member dismisses it or opens a bill, it does not appear again on any of
 * their devices until there is more news.
 */
export function SinceLastVisit({ isReady, onOpenBill, onDismissed }: SinceLastVisitProps) {
  const cache = useQueryClient()
  const [news, setNews] = useState<News | 'none' | null>(null)
  const read = useReadNotification()
  if (isReady && news === null) {
    const moved = cachedMovedBills(cache)
    const list = cache.getQueryData(queryFor(listNotifications, {}).queryKey)
    const since = moved?.since ?? null
    const { notifications, bills } = pickNews(moved ?? { since, bills: [] }, list?.notifications ?? [])
    // The latest moves come first, so moves after the end of this list can be new only if all moves in it are new.
    const hasMore = moved?.has_more === true && bills.length === moved.bills.length
    const isEmpty = !moved || bills.length + notifications.length === 0
    setNews(isEmpty ? 'none' : { since, as_of: moved.as_of, notifications, bills, hasMore })
  }
  if (news === null || news === 'none') {
    return null
  }

  function markSeen({ as_of }: News) {
    setMovesSeen(cache, as_of)
    // If this call fails, the block appears again on the next visit.
    void call(markMovedSeen, { as_of }).catch(() => undefined)
  }
  const count = news.notifications.length + news.bills.length
  const notifications = news.notifications.slice(0, shownNews)
  const bills = news.bills.slice(0, shownNews - notifications.length)
  return (
    <section className={`card ${styles.block}`} aria-label={t('Since your last visit')}>
      <div className={styles.head}>
        <h2>
          {news.since ? (
            <T
              text="Since your last visit<light>, {day}</light>"
              values={{
                day: monthAndDay(news.since),
                light: (content) => <span className={styles.day}>{content}</span>,
              }}
            />
          ) : (
            t('Since your last visit')
          )}
        </h2>
        {(count > shownNews || news.hasMore) && (
          <Link to={paths.updates}>
            {news.hasMore ? t('See all updates') : t('See all {count} updates', { count })}
          </Link>
        )}
        <IconButton
          label={t('Hide until the next visit')}
          icon={<X aria-hidden="true" />}
          onClick={() => {
            markSeen(news)
            onDismissed()
            setNews('none')
          }}
        />
      </div>
      <ul>
        {notifications.map(({ id, type, message, created_at, data }) => {
          const Icon = type === 'official_replied' ? MailCheck : Brain
          return (
            <li key={id}>
              <Link
                to={data.bill_id ? paths.bill(data.bill_id, data.comment_id) : paths.updates}
                onClick={() => {
                  markSeen(news)
                  read.mutate(id)
                }}
              >
                <Icon aria-hidden="true" />
                <span className={styles.text}>
                  <b>{message}</b>
                  {data.bill_title && (
                    <>
                      : <span lang={recordLanguage}>{data.bill_title}</span>
                    </>
                  )}
                </span>
                <span className={styles.time}>{timeAgo(created_at)}</span>
              </Link>
            </li>
          )
        })}
        {bills.map((bill) => (
          <li key={bill.bill_id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => {
                markSeen(news)
                onOpenBill(bill.bill_id)
              }}
            >
              <TrendingUp aria-hidden="true" />
              <span className={styles.text}>
                <b lang={recordLanguage}>{bill.title}:</b> <Move bill={bill} />
              </span>
              <span className={styles.time}>{timeAgo(bill.moved_at)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The words of the official action with its day, or the new status. */
function Move({ bill }: { bill: MovedBill }) {
  const { action, action_on } = bill
  if (action === null || action_on === null) {
    return describeMove(bill)
  }
  return (
    <>
      <span lang={recordLanguage}>{action}</span> ({formatNearDay(action_on, today())})
    </>
  )
}
