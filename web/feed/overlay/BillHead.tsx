import { Check } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { statusLabels } from '#contract/bills/billContent.ts'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { describeStances } from '#contract/stances.ts'
import { FollowBillButton } from '#web/alerts/FollowBillButton.tsx'
import { ownSponsorText } from '#web/bills/card/cardReason.ts'
import { LevelLabel } from '#web/bills/card/LevelLabel.tsx'
import { levelsInCapitals } from '#web/bills/card/levelNames.ts'
import { StatusHint } from '#web/bills/card/StatusHint.tsx'
import { TopicChips } from '#web/bills/card/TopicChips.tsx'
import { summaryContent } from '#web/bills/ownWords.ts'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { formatDate } from '#web/kit/format.ts'
import { recordLanguage } from '#web/kit/recordLanguage.ts'
import { site } from '#web/kit/site.ts'
import { classNames } from '#web/kit/ui/classNames.ts'
import meta from '#web/bills/card/billMeta.module.css'
import styles from './BillHead.module.css'

/** A title from this length on has a smaller font. */
const minLongTitle = 90

type BillHeadProps = {
  bill: Bill
  titleId: string
  today: string
  followedTopics: readonly string[]
  /** The links to the parts of the page. */
  anchors: ReactNode
}

/** The title and the whole summary of the open bill, which explain it before the page asks for a stance. */
export function BillHead({ bill, titleId, today, followedTopics, anchors }: BillHeadProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const introducedOn = formatDate(bill.created_at.slice(0, 10))
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <header className={styles.head}>
      <p className={styles.printedHead}>
        <b>{site.name}</b>
        <span>
          {bill.bill_code} · {levelsInCapitals[bill.government_level]} · {t(statusLabels[bill.status])}
        </span>
      </p>
      <div className={styles.top}>
        <p className={styles.meta}>
          <LevelLabel bill={bill} />
          <span className={meta.code}>{bill.bill_code}</span>
          <StatusHint status={bill.status} progress_line={bill.progress_line} />
          <span className="caption-text">
            {bill.status === 'introduced' ? introducedOn : t('Introduced {date}', { date: introducedOn })}
          </span>
        </p>
        <h1
          id={titleId}
          ref={title}
          lang={recordLanguage}
          tabIndex={-1}
          className={classNames(styles.title, bill.title.length >= minLongTitle && styles.longTitle)}
        >
          {bill.title}
        </h1>
        <FollowBillButton bill={bill} />
      </div>
      {bill.own_sponsor && (
        <p className={meta.local}>
          <Check aria-hidden="true" />
          {ownSponsorText(bill.own_sponsor)}
        </p>
      )}
      {anchors}
      <p className={styles.lead} {...summaryContent(bill)} />
      <div className={styles.printedStances}>
        <StanceBar counts={bill} />
        <p>{t('Stances on {date}: {stances}', { date: today, stances: describeStances(bill, ' · ') })}</p>
      </div>
      {bill.topics.length > 0 && (
        <div className="no-print">
          <TopicChips topics={bill.topics} followed={followedTopics} />
        </div>
      )}
    </header>
  )
}
