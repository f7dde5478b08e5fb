import { FileClock } from 'lucide-react'
import { useState } from 'react'
import type { ListedUpdate, Update } from '#contract/alerts.ts'
import { summaryParts } from '#contract/bills/summaryWords.ts'
import { formatNearDay } from '#contract/kit/format.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { NextLine } from '#web/bills/card/EventLines.tsx'
import { OwnStance } from '#web/bills/stance/StanceTag.tsx'
import { today } from '#web/bills/today.ts'
import { useFocusOnFirstNew } from '#web/kit/focus.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { Link } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { MoreButton } from '#web/kit/ui/PagedContent.tsx'
import { QueryView } from '#web/kit/ui/QueryView.tsx'
import { T } from '#web/kit/ui/T.tsx'
import { useReadNotification } from '#web/notifications/actions.ts'
import { timeAgoInCapitals } from '#web/notifications/entryText.ts'
import { kindNames } from '#web/notifications/groups.ts'
import { ReadStateAndTime } from '#web/notifications/RecentActivity.tsx'
import { useNow } from '#web/notifications/useNow.ts'
import { targetText } from './targetText.ts'
import type { UpdatesQuery } from './useUpdates.ts'
import styles from './Activity.module.css'
import screenStyles from './Updates.module.css'

/** How many updates are shown before the button. */
const firstShown = 3

/** What happened to bills that the member follows or has a stance on, newest first. */
export function MovedBills({
  query,
  unreadBills,
}: {
  query: UpdatesQuery
  /** The unread notifications about bills, by the id of the bill. */
  unreadBills: ReadonlyMap<string, string>
}) {
  const [isOpen, setIsOpen] = useState(false)
  const pages = query.data?.pages ?? []
  const updates = pages.flatMap((page) => page.updates)
  const hidden = isOpen ? 0 : Math.max(0, updates.length - firstShown)
  const list = useFocusOnFirstNew<HTMLUListElement>(
    updates.length - hidden,
    'h4 a',
    pages.length + (isOpen ? 1 : 0),
  )
  if (updates.length === 0 && !query.error) {
    return null
  }
  return (
    <section aria-labelledby="moved-bills">
      <h3 id="moved-bills" className={screenStyles.kindName}>
        {kindNames.bills}
      </h3>
      <QueryView query={query} level={3} title={t("We couldn't load your updates")} />
      <ul ref={list}>
        {updates.slice(0, updates.length - hidden).map((update) => (
          <MovedBill
            key={update.update_id}
            update={update}
            notificationId={unreadBills.get(update.bill.bill_id)}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <p className={screenStyles.more}>
          <Button variant="quiet" onClick={() => setIsOpen(true)}>
            {plural(hidden, 'Show {n} more bill that moved|Show {n} more bills that moved')}
          </Button>
        </p>
      )}
      {hidden === 0 && <MoreButton query={query}>{t('Show older updates')}</MoreButton>}
    </section>
  )
}

type MovedBillProps = {
  update: ListedUpdate
  /** The unread notification about the bill. */
  notificationId: string | undefined
}

function MovedBill({ update, notificationId }: MovedBillProps) {
  const read = useReadNotification()
  const now = useNow()
  const isNew = notificationId !== undefined
  const { bill, summary, occurred_on, first_seen_at, source_name, reason } = update
  return (
    <li className={classNames(styles.entry, isNew && styles.unread)}>
      <span className={styles.icon} aria-hidden="true">
        <FileClock />
      </span>
      <div className={styles.body}>
        <h4 className={styles.title}>
          <Link
            to={paths.bill(bill.bill_id)}
            lang={recordLanguage}
            onClick={() => notificationId && read.mutate(notificationId)}
          >
            {bill.title}
          </Link>
        </h4>
        <p>
          {occurred_on && <b>{formatNearDay(occurred_on, today())}</b>} <Summary summary={summary} />
        </p>
        <NextLine bill={bill} />
        <p className="note-text">
          {t('{bill} · {source} · Seen {time}', {
            bill: bill.bill_code,
            source: source_name,
            time: formatDateTime(first_seen_at),
          })}
        </p>
        <p className="note-text">
          {bill.user_stance ? <OwnStance stance={bill.user_stance} /> : reasonText(reason)}
        </p>
      </div>
      <span className={styles.note}>
        <ReadStateAndTime isRead={!isNew} time={timeAgoInCapitals(first_seen_at, now)} />
      </span>
    </li>
  )
}

/** What happened, in the language of the page. The words of the official record in it stay in English. */
function Summary({ summary }: { summary: string }) {
  const parts = recordLanguage && summaryParts(summary)
  if (!parts) return <span lang={recordLanguage}>{summary}</span>
  const record = <span lang={recordLanguage}>{parts.values['record']}</span>
  return (
    <span>
      <T text={parts.text} values={{ ...parts.values, record }} />
    </span>
  )
}

function reasonText(reason: Update['reason']): string {
  const { target_type } = reason
  const name = targetText(reason)
  if (target_type === 'bill') {
    return t('You follow this bill')
  }
  if (target_type === 'stance') {
    return t('You took a stance on this bill')
  }
  if (target_type === 'search') {
    return t('You follow the search {name}', { name })
  }
  return t('You follow {name}', { name })
}
