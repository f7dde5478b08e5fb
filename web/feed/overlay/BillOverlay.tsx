import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer, X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { flushSync } from 'react-dom'
import { statusLabels } from '#contract/bills/billContent.ts'
import type { Bill } from '#contract/bills/bills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { listStatements } from '#contract/messages.ts'
import { describeStances } from '#contract/stances.ts'
import { listBillVotes } from '#contract/votes/votes.ts'
import { FollowBillButton } from '#web/alerts/FollowBillButton.tsx'
import { FollowOffer } from '#web/alerts/FollowOffer.tsx'
import { ReintroducedAs } from '#web/alerts/ReintroducedAs.tsx'
import { BillParts } from '#web/bills/BillParts.tsx'
import { BookmarkButton } from '#web/bills/card/BookmarkButton.tsx'
import { LevelLabel } from '#web/bills/card/LevelLabel.tsx'
import { StatusHint } from '#web/bills/card/StatusHint.tsx'
import { TopicChips } from '#web/bills/card/TopicChips.tsx'
import { NextEventCard } from '#web/bills/NextEvent.tsx'
import { Progress, ProgressPlaceholder } from '#web/bills/Progress.tsx'
import { ShareMenu } from '#web/bills/share/ShareMenu.tsx'
import { StanceBar } from '#web/bills/stance/StanceBar.tsx'
import { loadBillHtmlParser } from '#web/bills/text/BillHtml.tsx'
import { BillText, type DetailQuery } from '#web/bills/text/BillText.tsx'
import { useReading } from '#web/bills/text/useSectionTarget.ts'
import { useRefetchBillOnFocus } from '#web/bills/useRefetchBillOnFocus.ts'
import { VersionLine } from '#web/bills/versions/VersionLine.tsx'
import { DiscussionPanel } from '#web/discussions/DiscussionPanel.tsx'
import { useMindsDialog } from '#web/discussions/minds/MindStrip.tsx'
import { queryFor } from '#web/kit/api/api.ts'
import { preload } from '#web/kit/api/lazyPart.ts'
import { removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { formatDate } from '#web/kit/format.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { site } from '#web/kit/site.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { EscapeKey } from '#web/kit/ui/overlays/EscapeKey.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { messageDraftKeys } from '#web/representatives/actions.ts'
import { ContactSection } from '#web/representatives/contact/ContactSection.tsx'
import { BillStatements } from '#web/representatives/office/BillStatements.tsx'
import { BillVotes } from '#web/voteEvents/BillVotes.tsx'
import { BillHeading } from './BillHeading.tsx'
import { FooterCopy } from './FooterCopy.tsx'
import { StanceCard } from './StanceCard.tsx'
import meta from '#web/bills/card/billMeta.module.css'
import styles from './BillOverlay.module.css'

type BillOverlayProps = {
  bill: Bill
  /** The bill with its text, sponsors and actions. */
  detail: DetailQuery
  comment: string | null
  followedTopics: readonly string[]
  onClose: () => void
}

/** The open bill, which covers the whole screen. */
export function BillOverlay({ bill, detail, comment, followedTopics, onClose }: BillOverlayProps) {
  const titleId = useId()
  const hasColumn = useMedia(widths.column)
  const [today] = useState(() => formatDate(new Date().toISOString()))
  const reading = useReading()
  const [isContacting, setIsContacting] = useState(useHadDraft(messageDraftKeys(bill.bill_id).message))
  useRefetchBillOnFocus(bill.bill_id)
  useLayoutEffect(removeEarlyScreen, [])
  const printing = usePrinting(Boolean(detail.data?.bill.formatted_text))

  const overlay = useRef<HTMLDivElement>(null)
  const tools = useRef<HTMLSpanElement>(null)
  const focusBookmark = () =>
    tools.current?.querySelector<HTMLElement>('button[aria-label^="Bookmark"]')?.focus()

  const minds = useMindsDialog(bill.bill_id)

  const stance = <StanceCard key="stance" bill={bill} detail={detail.data?.bill} onOpenMinds={minds.open} />
  const progress = (
    <div key="progress" className={`no-print ${styles.parts}`}>
      {detail.data ? <Progress bill={detail.data.bill} /> : <ProgressPlaceholder bill={bill} />}
      {detail.data && <ReintroducedAs bills={detail.data.bill.reintroduced_as} />}
      {detail.data?.bill.next_event && (
        <NextEventCard bill_id={bill.bill_id} event={detail.data.bill.next_event} />
      )}
    </div>
  )
  // The votes are above these parts, so the parts are shown once it is known whether there are votes.
  const votes = useQuery(queryFor(listBillVotes, { id: bill.bill_id }))
  const parts = detail.data && !votes.isPending && (
    <div key="parts" className={`no-print ${styles.parts}`}>
      <BillParts bill={detail.data.bill} />
    </div>
  )
  // Everything above the discussion is loaded first so that a late part does not move comments that somebody reads.
  const statements = useQuery(queryFor(listStatements, { id: bill.bill_id }))
  // A failed read is pending again when the discussion asks for it again, so it stays placed.
  const isDiscussionPlaced = [detail, votes, statements].every((query) => query.isFetched || !query.isPending)
  const contact = (
    <div key="contact" className="no-print">
      <ContactSection bill={bill} isOpen={isContacting} onOpenChange={setIsContacting} />
    </div>
  )

  return (
    <ModalOverlay
      ref={overlay}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      className={classNames(styles.overlay)}
    >
      <EscapeKey overlay={overlay} />
      <Modal className={classNames(styles.modal)}>
        <Dialog className={classNames(styles.dialog)} aria-labelledby={titleId}>
          <div className={styles.bar}>
            <div className={styles.barInside}>
              <Button variant="quiet" onClick={onClose}>
                <ArrowLeft aria-hidden="true" />
                Back to feed
              </Button>
              <span ref={tools} className={styles.tools}>
                <FollowBillButton bill={bill} />
                <BookmarkButton bill={bill} />
                <ShareMenu bill={bill} className={classNames(styles.share)} />
                <IconButton
                  label="Print"
                  icon={<Printer aria-hidden="true" />}
                  className={styles.print}
                  onClick={() => void printing.print()}
                />
                <IconButton label="Close" icon={<X aria-hidden="true" />} onClick={onClose} />
              </span>
            </div>
            <FollowOffer bill={bill} onClose={focusBookmark} />
          </div>
          <div className={styles.inside}>
            <BillHead
              key="head"
              bill={bill}
              titleId={titleId}
              today={today}
              isClamped={!hasColumn}
              followedTopics={followedTopics}
            />
            {hasColumn && progress}
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
              isReading={reading.isReading}
              isPrinting={printing.isPrinting}
              onToggle={reading.toggle}
              target={reading.target}
            />
            {!hasColumn && contact}
            {!hasColumn && progress}
            <div key="version" className="no-print">
              {detail.data && <VersionLine bill={detail.data.bill} />}
            </div>
            <div key="votes" className="no-print">
              {detail.data && <BillVotes bill_id={bill.bill_id} />}
            </div>
            {hasColumn && parts}
            <div key="statements" className="no-print">
              {detail.data && <BillStatements bill_id={bill.bill_id} />}
            </div>
            <div key="discussion" className={`no-print ${styles.discussion}`}>
              {isDiscussionPlaced && <DiscussionPanel bill={bill} comment={comment} />}
            </div>
            {!hasColumn && parts}
            {minds.dialog}
            <p className={styles.printedFoot}>
              {window.location.host}
              {billPagePath(bill.path)} · Printed {today}
            </p>
          </div>
          <FooterCopy />
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

type BillHeadProps = Pick<BillOverlayProps, 'bill' | 'followedTopics'> & {
  titleId: string
  today: string
  /** Limits the length of the heading so that the stance below it stays on the first screen. */
  isClamped: boolean
}

function BillHead({ bill, titleId, today, followedTopics, isClamped }: BillHeadProps) {
  return (
    <header className={styles.head}>
      <p className={styles.printedHead}>
        <b>{site.name}</b>
        <span>
          {bill.bill_code} · {bill.government_level.toUpperCase()} · {statusLabels[bill.status]}
        </span>
      </p>
      <p className={styles.meta}>
        <LevelLabel bill={bill} />
        <span className={meta.code}>{bill.bill_code}</span>
        <StatusHint status={bill.status} progress_line={bill.progress_line} />
        <span className={styles.added}>
          {bill.status !== 'introduced' && 'Introduced '}
          {formatDate(bill.created_at.slice(0, 10))}
        </span>
      </p>
      <BillHeading bill={bill} titleId={titleId} isClamped={isClamped} />
      <div className={styles.printedStances}>
        <StanceBar counts={bill} />
        <p>
          Stances on {today}: {describeStances(bill, ' · ')}
        </p>
      </div>
      {bill.topics.length > 0 && (
        <div className="no-print">
          <TopicChips topics={bill.topics} followed={followedTopics} />
        </div>
      )}
    </header>
  )
}

/**
 * Includes the text when the bill is printed, even if it is not open. The HTML parser is loaded in advance, because
 * printing cannot wait for it.
 */
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
    if (isFormatted) preload(loadBillHtmlParser)
  }, [isFormatted])
  return {
    isPrinting,
    print: async () => {
      setIsPrinting(true)
      // Without the parser the page prints a note in place of the text.
      if (isFormatted) await loadBillHtmlParser().catch(() => undefined)
      // The text has to render before the page is printed.
      setTimeout(() => window.print())
    },
  }
}
