import { ArrowLeft, Printer, X } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { statusWords } from '../../contract/billContent.ts'
import type { Bill } from '../../contract/bills.ts'
import { BillFacts } from '../bills/BillFacts.tsx'
import { loadPurifier } from '../bills/BillHtml.tsx'
import { BillText, type DetailQuery } from '../bills/BillText.tsx'
import { BookmarkButton } from '../bills/BookmarkButton.tsx'
import { LevelLabel } from '../bills/LevelLabel.tsx'
import { ShareMenu } from '../bills/ShareMenu.tsx'
import { StanceBar } from '../bills/StanceBar.tsx'
import { StanceControl } from '../bills/StanceControl.tsx'
import { stancesInWords, stanceTotal } from '../bills/stanceWords.ts'
import { StatusBadge } from '../bills/StatusBadge.tsx'
import { StatusTimeline } from '../bills/StatusTimeline.tsx'
import { TopicChips } from '../bills/TopicChips.tsx'
import { useBillOnReturn } from '../bills/useBillOnReturn.ts'
import { DiscussionPanel } from '../discussions/DiscussionPanel.tsx'
import { countOf, formatDate } from '../kit/format.ts'
import { paths } from '../kit/paths.ts'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import { ContactSection } from '../representatives/ContactSection.tsx'
import { useMedia, widths } from '../kit/useMedia.ts'
import meta from '../bills/billMeta.module.css'
import styles from './BillOverlay.module.css'

type BillOverlayProps = {
  bill: Bill
  /** The bill with its text, sponsors and actions, when it has arrived. */
  detail: DetailQuery
  comment: string | null
  followedTopics: readonly string[]
  onClose: () => void
}

/** A bill, expanded over the whole screen. */
export function BillOverlay({ bill, detail, comment, followedTopics, onClose }: BillOverlayProps) {
  const titleId = useId()
  const hasColumn = useMedia(widths.column)
  const [today] = useState(() => formatDate(new Date().toISOString()))
  const [isReading, setIsReading] = useState(false)
  const [isContacting, setIsContacting] = useState(false)
  useBillOnReturn(bill.bill_id)
  const printing = usePrinting(Boolean(detail.data?.bill.formatted_text))

  const stance = <StanceCard key="stance" bill={bill} />
  const contact = (
    <div key="contact" className="no-print">
      <ContactSection bill={bill} isOpen={isContacting} onOpenChange={setIsContacting} />
    </div>
  )

  return (
    <ModalOverlay isOpen onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.overlay}>
      <Modal className={styles.modal}>
        <Dialog className={styles.dialog} aria-labelledby={titleId}>
          <div className={styles.bar}>
            <div className={styles.barInside}>
              <Button variant="quiet" onClick={onClose}>
                <ArrowLeft aria-hidden="true" />
                Back to feed
              </Button>
              <span className={styles.tools}>
                <BookmarkButton bill={bill} />
                <ShareMenu bill={bill} className={styles.share} />
                <IconButton
                  label="Print"
                  icon={<Printer aria-hidden="true" />}
                  className={styles.print}
                  onClick={() => void printing.print()}
                />
                <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
              </span>
            </div>
          </div>
          <div className={styles.inside}>
            <BillHead
              key="head"
              bill={bill}
              detail={detail}
              titleId={titleId}
              today={today}
              followedTopics={followedTopics}
            />
            {hasColumn ? (
              <div key="column" className={styles.column} data-tall={isContacting || undefined}>
                {stance}
                {contact}
              </div>
            ) : (
              stance
            )}
            <BillText
              key="text"
              detail={detail}
              isOpen={isReading || printing.isPrinting}
              onToggle={() => setIsReading(!isReading)}
            />
            {!hasColumn && contact}
            <div key="progress" className="no-print">
              {detail.data && <StatusTimeline bill={detail.data.bill} />}
            </div>
            <div key="discussion" className="no-print">
              <DiscussionPanel bill={bill} comment={comment} />
            </div>
            <p className={styles.printedFoot}>
              {window.location.host}
              {paths.sharedBill(bill.bill_id)} · Printed {today}
            </p>
          </div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type BillHeadProps = Pick<BillOverlayProps, 'bill' | 'detail' | 'followedTopics'> & {
  titleId: string
  today: string
}

function BillHead({ bill, detail, titleId, today, followedTopics }: BillHeadProps) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <header className={styles.head}>
      <p className={styles.printedHead}>
        <b>Hurd</b>
        <span>
          {bill.bill_code} · {bill.government_level.toUpperCase()} · {statusWords[bill.status]}
        </span>
      </p>
      <p className={styles.meta}>
        <LevelLabel bill={bill} />
        <span className={meta.code}>{bill.bill_code}</span>
        <StatusBadge status={bill.status} />
        <span className={styles.added}>Added {formatDate(bill.created_at)}</span>
      </p>
      <h1 id={titleId} ref={title} tabIndex={-1} className={styles.title}>
        {bill.title}
      </h1>
      <p className={styles.lead}>{bill.summary}</p>
      <div className={styles.printedStances}>
        <StanceBar counts={bill} />
        <p>
          Stances on {today}: {stancesInWords(bill, ' · ')}
        </p>
      </div>
      {bill.topics.length > 0 && (
        <div className="no-print">
          <TopicChips topics={bill.topics} followed={followedTopics} />
        </div>
      )}
      {detail.data && <BillFacts bill={detail.data.bill} />}
    </header>
  )
}

function StanceCard({ bill }: { bill: Bill }) {
  const headingId = useId()
  return (
    <section className={`card no-print ${styles.stance}`} aria-labelledby={headingId}>
      <div className={styles.stanceHead}>
        <h2 id={headingId} className="h-sec">
          Where do you stand?
        </h2>
        <span className="muted">{countOf(stanceTotal(bill), 'stance')}</span>
      </div>
      <StanceBar counts={bill} large />
      <StanceControl bill={bill} large />
      <p className={styles.hint}>You can change your stance at any time.</p>
    </section>
  )
}

/** On paper the whole text is there, whether or not its box was open; the cleaner is fetched ahead for it. */
function usePrinting(isFormatted: boolean) {
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  useEffect(() => {
    if (isFormatted) void loadPurifier()
  }, [isFormatted])
  return {
    isPrinting,
    print: async () => {
      setIsPrinting(true)
      if (isFormatted) await loadPurifier()
      // One more turn, in which the text that has just come is drawn.
      setTimeout(() => window.print())
    },
  }
}
