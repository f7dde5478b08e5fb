import { MessageSquare } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { summaryContent } from '#web/bills/ownWords.ts'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { StanceControl } from '#web/bills/stance/StanceControl.tsx'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import { OwnVotesLine } from '#web/voteEvents/OwnVotesLine.tsx'
import { BookmarkButton } from './BookmarkButton.tsx'
import { CommentCount } from './CommentCount.tsx'
import { EventLines } from './EventLines.tsx'
import { LevelName } from './LevelLabel.tsx'
import { MovedLabel } from './MovedLabel.tsx'
import { ReasonLine } from './ReasonLine.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { TopicList } from './TopicList.tsx'
import styles from './BillCard.module.css'
import meta from './billMeta.module.css'

/** Returns the id of a card's title. The title gets the focus when its bill is closed. */
export function cardTitleId(bill_id: string): string {
  return `bill-${bill_id}`
}

type BillCardProps = {
  bill: Bill
  followedTopics: readonly string[]
  onOpen: (bill_id: string) => void
}

/**
 * A collapsed bill. Its title is a link to the bill's page that covers the whole card. A plain press opens the bill over the
 * feed, and so does a stance that is taken here.
 */
export function BillCard({ bill, followedTopics, onOpen }: BillCardProps) {
  const { bill_id } = bill
  const open = () => onOpen(bill_id)
  return (
    <article className={styles.card} aria-labelledby={cardTitleId(bill_id)}>
      <p className={styles.meta}>
        <LevelName level={bill.government_level} />
        <span className={`${meta.code} ${meta.place}`}>{bill.bill_code}</span>
        <StatusBadge status={bill.status} progress_line={bill.progress_line} />
      </p>
      <h2 className={styles.title}>
        <a
          href={`/${bill.path}`}
          id={cardTitleId(bill_id)}
          onClick={(event) => {
            if (opensElsewhere(event)) return
            event.preventDefault()
            open()
          }}
        >
          <span className={styles.titleText} lang={recordLanguage}>
            {bill.title}
          </span>
        </a>
      </h2>
      <BookmarkButton bill={bill} className={classNames(styles.bookmark)} />
      <ReasonLine bill={bill} />
      <OwnVotesLine votes={bill.your_representatives} />
      <p className={styles.summary} {...summaryContent(bill)} />
      <EventLines bill={bill} />
      {bill.topics.length > 0 && <TopicList topics={bill.topics} followed={followedTopics} />}
      <div className={styles.vote}>
        <StanceBar counts={bill} />
        <div className={styles.above}>
          <StanceControl bill={bill} onStanceTaken={open} />
        </div>
      </div>
      <p className={styles.foot}>
        <MessageSquare aria-hidden="true" />
        <CommentCount bill={bill} />
        <MovedLabel bill_id={bill_id} />
      </p>
    </article>
  )
}

/** Returns true if the browser opens the link in another tab or window. */
function opensElsewhere({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean {
  return ctrlKey || metaKey || shiftKey || altKey
}
