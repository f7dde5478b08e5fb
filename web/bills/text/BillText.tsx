import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, ExternalLink, ScrollText } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { BillDetail, getBill } from '../../../contract/bills.ts'
import type { OutputOf } from '../../../contract/kit/endpoint.ts'
import { messageOf } from '../../kit/api/api.ts'
import { Button } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import { Loading, LoadingShape, Skeleton } from '../../kit/ui/Feedback.tsx'
import { announce } from '../../kit/ui/overlays/toast.ts'
import { BillHtml } from './BillHtml.tsx'
import { hasWords, useBillText, type BillWords, type FetchedText, type TextState } from './useBillText.ts'
import styles from './BillText.module.css'

export type DetailQuery = UseQueryResult<OutputOf<typeof getBill>>

type BillTextProps = {
  detail: DetailQuery
  isReading: boolean
  /** The text is on the page for the printer, whether or not somebody reads it. */
  isPrinting: boolean
  onToggle: () => void
}

/** READ FULL BILL and the box it opens, which can be scrolled with the keyboard. */
export function BillText({ detail, isReading, isPrinting, onToggle }: BillTextProps) {
  const boxId = useId()
  const box = useRef<HTMLElement>(null)
  const isOpen = isReading || isPrinting
  const Chevron = isOpen ? ChevronUp : ChevronDown
  const bill = detail.data?.bill
  const isMissing = bill !== undefined && !hasWords(bill)
  const fetched = useBillText(bill?.bill_id ?? '', isMissing && isReading)
  useAnnouncement(fetched.state)
  // A box of full height is for a text to read; a line or two need no more room than they take.
  const isShort = isMissing && !fetched.words

  // The button that was pressed goes away while the text is asked for again.
  function retry(askAgain: () => unknown) {
    box.current?.focus({ preventScroll: true })
    void askAgain()
  }
  return (
    <section className={styles.text}>
      <div className={styles.head}>
        <Button
          variant="secondary"
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={isOpen ? boxId : undefined}
          onClick={onToggle}
        >
          <ScrollText aria-hidden="true" />
          {isOpen ? 'HIDE FULL BILL' : 'READ FULL BILL'}
          <Chevron aria-hidden="true" />
        </Button>
        {isMissing && !isOpen && <OfficialLink bill={bill} />}
      </div>
      {isOpen && (
        <>
          <h2 className={styles.printed}>Full bill</h2>
          <section
            ref={box}
            id={boxId}
            className={classNames(styles.box, isShort && styles.short)}
            aria-label="Full bill"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take the focus
            tabIndex={isShort ? -1 : 0}
          >
            {isShort ? (
              <Missing
                bill={bill}
                fetched={fetched}
                // Paper cannot wait, and nobody can press Try Again on it.
                state={isPrinting ? 'unavailable' : fetched.state}
                onRetry={() => retry(fetched.retry)}
              />
            ) : (
              <TextOf detail={detail} fetched={fetched.words} onRetry={() => retry(detail.refetch)} />
            )}
          </section>
        </>
      )}
    </section>
  )
}

const notAvailable = 'Full bill text not available'
const outcomes: { [state in TextState]?: string } = {
  ready: 'Full bill loaded',
  unavailable: notAvailable,
  late: 'The text is taking longer than usual.',
}

/** Says what came of the wait. The loading line and a failure are live regions of their own. */
function useAnnouncement(state: TextState) {
  const before = useRef(state)
  useEffect(() => {
    const words = before.current === 'waiting' ? outcomes[state] : undefined
    before.current = state
    if (words) announce(words)
  }, [state])
}

type TextOfProps = { detail: DetailQuery; fetched: BillWords | null; onRetry: () => void }

function TextOf({ detail, fetched, onRetry }: TextOfProps) {
  if (detail.data) return <Text bill={detail.data.bill} words={fetched ?? detail.data.bill} />
  if (detail.isError) {
    return (
      <div role="alert" className={styles.failure}>
        <p>{messageOf(detail.error)}</p>
        <Button onClick={onRetry}>Try Again</Button>
      </div>
    )
  }
  return <TextSkeleton />
}

function TextSkeleton() {
  return (
    <LoadingShape label="Loading the full bill..." className={styles.loading}>
      <Skeleton width="40%" height="1.25rem" />
      <Skeleton />
      <Skeleton />
      <Skeleton width="70%" />
    </LoadingShape>
  )
}

/** Formatted text, else sections, else plain text. */
function Text({ bill, words }: { bill: BillDetail; words: BillWords }) {
  if (words.formatted_text) {
    return <BillHtml html={words.formatted_text} loading={<TextSkeleton />} />
  }
  const sections = words.bill_sections?.sections ?? []
  if (sections.length === 0) return <p className={styles.lines}>{words.full_text}</p>
  const note = words.bill_sections?.note
  return (
    <>
      {note && (
        <div className={styles.note}>
          <p>{note}</p>
          <OfficialLink bill={bill} />
        </div>
      )}
      {sections.map((section) => (
        <section key={`${section.number} ${section.title}`}>
          <h3>
            {section.number} {section.title}
          </h3>
          <p className={styles.lines}>{section.content}</p>
        </section>
      ))}
    </>
  )
}

type MissingProps = { bill: BillDetail; fetched: FetchedText; state: TextState; onRetry: () => void }

/** No text yet, or none at all: where to find it. */
function Missing({ bill, fetched, state, onRetry }: MissingProps) {
  return (
    <div className={styles.missing}>
      {state === 'waiting' ? (
        <Loading>Getting the text from {bill.source_name}...</Loading>
      ) : state === 'failed' ? (
        <p role="alert">{messageOf(fetched.error)}</p>
      ) : (
        <p>{outcomes[state] ?? notAvailable}</p>
      )}
      {(state === 'failed' || state === 'late') && (
        <Button className={styles.retry} onClick={onRetry}>
          Try Again
        </Button>
      )}
      <OfficialLink bill={bill} />
    </div>
  )
}

function OfficialLink({ bill }: { bill: BillDetail }) {
  if (!bill.source_url || !isWebAddress(bill.source_url)) return null
  return (
    <a className={styles.official} href={bill.source_url} target="_blank" rel="noopener noreferrer">
      Read it at the official source
      <ExternalLink aria-hidden="true" />
      <span className="vh">(opens in a new tab)</span>
    </a>
  )
}

/** Addresses come from imports; only those of the web become links. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
