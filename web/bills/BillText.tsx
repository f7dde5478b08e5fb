import type { UseQueryResult } from '@tanstack/react-query'
import { ChevronDown, ChevronUp, ExternalLink, ScrollText } from 'lucide-react'
import { useId } from 'react'
import type { BillDetail, getBill } from '../../contract/bills.ts'
import type { OutputOf } from '../../contract/endpoint.ts'
import { wordsOf } from '../kit/api.ts'
import { Button } from '../kit/ui/Button.tsx'
import { LoadingShape, Skeleton } from '../kit/ui/Feedback.tsx'
import { BillHtml } from './BillHtml.tsx'
import styles from './BillText.module.css'

export type DetailQuery = UseQueryResult<OutputOf<typeof getBill>>

type BillTextProps = {
  detail: DetailQuery
  isOpen: boolean
  onToggle: () => void
}

/** READ FULL BILL and the box it opens, which can be scrolled with the keyboard. */
export function BillText({ detail, isOpen, onToggle }: BillTextProps) {
  const boxId = useId()
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <section className={styles.text}>
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
      {isOpen && (
        <>
          <h2 className={styles.printed}>Full bill</h2>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must take the focus */}
          <section id={boxId} className={styles.box} aria-label="Full bill" tabIndex={0}>
            <TextOf detail={detail} />
          </section>
        </>
      )}
    </section>
  )
}

function TextOf({ detail }: { detail: DetailQuery }) {
  if (detail.data) return <Text bill={detail.data.bill} />
  if (detail.isError) {
    return (
      <div role="alert" className={styles.failure}>
        <p>{wordsOf(detail.error)}</p>
        <Button onClick={() => void detail.refetch()}>Try Again</Button>
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

/** Formatted text, else sections, else plain text, else where to find it. */
function Text({ bill }: { bill: BillDetail }) {
  const sections = bill.bill_sections?.sections ?? []
  if (bill.formatted_text) {
    return <BillHtml html={bill.formatted_text} loading={<TextSkeleton />} />
  }
  if (sections.length > 0) {
    return (
      <>
        {bill.bill_sections?.note && <p className={styles.note}>{bill.bill_sections.note}</p>}
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
  if (bill.full_text) return <p className={styles.lines}>{bill.full_text}</p>
  return (
    <div className={styles.missing}>
      <p>Full bill text not available</p>
      {bill.source_url && isWebAddress(bill.source_url) && (
        <a href={bill.source_url} target="_blank" rel="noopener noreferrer">
          Read it at the official source
          <ExternalLink aria-hidden="true" />
          <span className="vh">(opens in a new tab)</span>
        </a>
      )}
    </div>
  )
}

/** Addresses come from imports; only those of the web become links. */
function isWebAddress(address: string): boolean {
  return /^https?:\/\//i.test(address)
}
