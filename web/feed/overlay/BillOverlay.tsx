import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { type Bill } from '#contract/bills/bills.ts'
import { billPagePath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { ReintroducedAs } from '#web/alerts/ReintroducedAs.tsx'
import { BillHistory, BillSource } from '#web/bills/BillHistory.tsx'
import { Committees } from '#web/bills/Committees.tsx'
import { MoreAboutBill } from '#web/bills/MoreAboutBill.tsx'
import { NextEventCard } from '#web/bills/NextEvent.tsx'
import { People } from '#web/bills/People.tsx'
import { Progress, ProgressPlaceholder } from '#web/bills/Progress.tsx'
import { RelatedBills } from '#web/bills/RelatedBills.tsx'
import { setTakenStance, useTakenStance } from '#web/bills/stance/takenStance.ts'
import { useEarlyStance } from '#web/bills/stance/useEarlyStance.ts'
import type { DetailQuery } from '#web/bills/text/BillText.tsx'
import { plainWords, PlainWords } from '#web/bills/text/PlainWords.tsx'
import { TextAndVersions } from '#web/bills/text/TextAndVersions.tsx'
import { useReading } from '#web/bills/text/useSectionTarget.ts'
import { useRefetchBillOnFocus } from '#web/bills/useRefetchBillOnFocus.ts'
import { DiscussionPanel } from '#web/discussions/DiscussionPanel.tsx'
import { useChance } from '#web/discussions/EchoBar.tsx'
import { useMindsDialog } from '#web/discussions/minds/MindStrip.tsx'
import { Moment } from '#web/discussions/sides/Moment.tsx'
import { useFirstSort } from '#web/discussions/sides/useBothSides.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { formatDate } from '#web/kit/format.ts'
import { useHadDraft } from '#web/kit/forms/useDraft.ts'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { EscapeKey } from '#web/kit/ui/overlays/EscapeKey.tsx'
import { useMedia, widths } from '#web/kit/useMedia.ts'
import { messageDraftKeys } from '#web/representatives/actions.ts'
import { ContactSection } from '#web/representatives/contact/ContactSection.tsx'
import { useStatements } from '#web/representatives/office/actions.ts'
import { BillStatements } from '#web/representatives/office/BillStatements.tsx'
import { BillVotes } from '#web/voteEvents/BillVotes.tsx'
import { billVotesQuery } from '#web/voteEvents/billVotesQuery.ts'
import { Anchors, type Anchor } from './Anchors.tsx'
import { AroundStance, isReadDone } from './AroundStance.tsx'
import { BillHead } from './BillHead.tsx'
import { BillToolbar } from './BillToolbar.tsx'
import { FooterCopy } from './FooterCopy.tsx'
import { StanceCard } from './StanceCard.tsx'
import { StanceBarOfPhone, ToolbarStance } from './StanceShortcut.tsx'
import { useIsAway } from './useIsAway.ts'
import { usePrinting } from './usePrinting.ts'
import styles from './BillOverlay.module.css'

const TallyLine = lazyPart(() => import('#web/bills/tally/TallyLine.tsx'))

type BillOverlayProps = {
  bill: Bill
  /** The bill with its text, sponsors and actions. */
  detail: DetailQuery
  comment: string | null
  followedTopics: readonly string[]
  onClose: () => void
}

/**
 * The open bill, which covers the whole screen. First it explains the bill and says how far it has come. In a wide window, the
 * stance and the representatives are in a column beside this and the discussion. Otherwise the stance is between the two, and
 * the order of the elements is the order on the screen.
 */
export function BillOverlay({ bill, detail, comment, followedTopics, onClose }: BillOverlayProps) {
  const titleId = useId()
  const hasColumn = useMedia(widths.column)
  const isPhone = useMedia(widths.phone)
  const [today] = useState(() => formatDate(new Date().toISOString()))
  const reading = useReading()
  const [isContacting, setIsContacting] = useState(useHadDraft(messageDraftKeys(bill.bill_id).message))
  useRefetchBillOnFocus(bill.bill_id)
  useLayoutEffect(removeEarlyScreen, [])
  const { bill_id } = bill
  useEffect(() => () => setTakenStance(bill_id, null), [bill_id])
  const details = detail.data?.bill
  const printing = usePrinting(Boolean(details?.formatted_text))

  const overlay = useRef<HTMLDivElement>(null)
  const stanceFrame = useRef<HTMLDivElement>(null)
  const isStanceAway = useIsAway(stanceFrame, overlay)
  const minds = useMindsDialog(bill_id)

  const votes = useQuery(billVotesQuery(bill_id))
  const firstSort = useFirstSort(bill_id)
  const isCompared = useChance(bill_id).isFetched
  // A failed read is pending again when the discussion asks for it again, so it stays placed.
  const isDetailPlaced = detail.isFetched || !detail.isPending
  // The statements of representatives are above the discussion. They are read with the bill, not after it.
  const statements = useStatements(bill_id)
  const isDiscussionPlaced = isDetailPlaced && isReadDone(statements)

  const stance = (
    <div key="stance" ref={stanceFrame} className={styles.stanceFrame}>
      <StanceCard bill={bill} detail={details} onOpenMinds={minds.open} />
    </div>
  )
  useEarlyStance(bill)
  const takenStance = useTakenStance(bill_id)
  const moment = takenStance && (
    <Moment key="moment" bill={bill} stance={takenStance} onReadDiscussion={showDiscussion} />
  )
  // The moment appears where the member took the stance: below the card, or at the bar that stands for it.
  const momentAtCard = isStanceAway ? null : moment
  const momentAtBar = isStanceAway ? moment : null
  const aroundStance = details && (
    <AroundStance
      key="around"
      bill={details}
      contact={<ContactSection bill={bill} isOpen={isContacting} onOpenChange={setIsContacting} />}
    />
  )
  const committees = details && <Committees key="committees" committees={details.committees} />

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
          <BillToolbar
            bill={bill}
            stance={hasColumn && isStanceAway ? <ToolbarStance bill={bill} /> : null}
            below={hasColumn ? momentAtBar : null}
            onPrint={() => void printing.print()}
            onClose={onClose}
          />
          <div className={styles.inside}>
            <div key="first" className={styles.first}>
              <BillHead
                bill={bill}
                titleId={titleId}
                today={today}
                followedTopics={followedTopics}
                anchors={
                  <Anchors page={overlay} anchors={anchorsOf(bill, detail, votes.data?.length ?? 0)} />
                }
              />
              {details && <PlainWords bill={details} />}
              <div id="progress" className={`no-print ${styles.parts}`}>
                {details ? <Progress bill={details} /> : <ProgressPlaceholder bill={bill} />}
                {details && <ReintroducedAs bills={details.reintroduced_as} />}
                {details?.next_event && <NextEventCard bill_id={bill_id} event={details.next_event} />}
              </div>
            </div>
            {hasColumn ? (
              <aside
                key="column"
                className={`no-print ${styles.column}`}
                data-tall={isContacting || undefined}
                aria-label={t('Your stance and your representatives')}
              >
                {stance}
                {momentAtCard}
                {aroundStance}
                {committees}
              </aside>
            ) : (
              stance
            )}
            {!hasColumn && (isPhone ? momentAtCard : moment)}
            <div key="discussion" className={`no-print ${styles.parts} ${styles.discussion}`}>
              {details && <BillStatements bill_id={bill_id} />}
              <div id="discussion">
                {isDiscussionPlaced && isCompared && firstSort && (
                  <DiscussionPanel bill={bill} firstSort={firstSort} comment={comment} />
                )}
              </div>
            </div>
            <div key="last" className={styles.last}>
              {!hasColumn && aroundStance}
              <div
                key="votes"
                className={`no-print ${styles.votes}`}
                data-pending={votes.isPending || undefined}
              >
                {details && <BillVotes bill_id={bill_id} />}
              </div>
              <div className={`no-print ${styles.parts}`}>{details && <People bill={details} />}</div>
              <div className={styles.two}>
                <TextAndVersions
                  detail={detail}
                  isReading={reading.isReading}
                  isPrinting={printing.isPrinting}
                  onToggle={reading.toggle}
                  // The page scrolls to a section once the discussion above it has its place.
                  target={firstSort && reading.target}
                />
                {details && (
                  <div className={`no-print ${styles.parts}`}>
                    {!hasColumn && committees}
                    <BillHistory bill={details} />
                    <RelatedBills bill={details} />
                    <MoreAboutBill bill={details} />
                    <div>
                      <BillSource bill={details} />
                      <PartBoundary>
                        <TallyLine bill={details} />
                      </PartBoundary>
                    </div>
                  </div>
                )}
              </div>
            </div>
            {minds.dialog}
            <p className={styles.printedFoot}>
              {t('{address} · Printed {date}', {
                address: window.location.host + billPagePath(bill.path),
                date: today,
              })}
            </p>
          </div>
          <FooterCopy />
          {isPhone && isStanceAway && <StanceBarOfPhone bill={bill} moment={momentAtBar} />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

function showDiscussion() {
  const discussion = document.getElementById('discussion')
  discussion?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  discussion?.scrollIntoView()
}

/** The parts of the page that exist. A part without content has no link. */
function anchorsOf(bill: Bill, detail: DetailQuery, voteCount: number): Anchor[] {
  const details = detail.data?.bill
  const people = details
    ? details.sponsorship_counts.primary + details.sponsorship_counts.cosponsor
    : undefined
  return [
    ...(details && plainWords(details) ? [{ id: 'plain-words', label: t('In plain words') }] : []),
    { id: 'progress', label: t('Progress') },
    { id: 'discussion', label: t('Discussion'), count: bill.discussion_count },
    ...(voteCount > 0 ? [{ id: 'votes', label: t('Votes'), count: voteCount }] : []),
    { id: 'people', label: t('People'), count: people },
    { id: 'text', label: t('Text') },
    { id: 'history', label: t('History') },
  ]
}
