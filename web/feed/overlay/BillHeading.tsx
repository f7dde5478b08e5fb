import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import styles from './BillOverlay.module.css'

/** A longer title has a smaller font on a phone. */
const maxLargeTitleLength = 70

type BillHeadingProps = {
  bill: Pick<Bill, 'title' | 'summary'>
  titleId: string
  /** Limits the length of the heading so that the stance below it stays on the first screen. */
  isClamped: boolean
}

/**
 * The title and summary of the open bill. If they are clamped, only their first lines are shown, and "Show more" shows
 * the rest. Screen readers and printed pages always have the full text.
 */
export function BillHeading({ bill, titleId, isClamped }: BillHeadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const clamps = isClamped && !isOpen
  const isTitleTruncated = useIsTruncated(title, clamps)
  const isSummaryTruncated = useIsTruncated(summary, clamps)
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  return (
    <>
      <h1
        id={titleId}
        ref={title}
        tabIndex={-1}
        className={classNames(
          styles.title,
          bill.title.length > maxLargeTitleLength && styles.longTitle,
          clamps && styles.clamped,
        )}
      >
        {bill.title}
      </h1>
      <div>
        <p ref={summary} className={classNames(styles.lead, clamps && styles.clamped)}>
          {bill.summary}
        </p>
        {isClamped && (isTitleTruncated || isSummaryTruncated || isOpen) && (
          <TextButton
            className={`no-print ${styles.more}`}
            aria-expanded={isOpen}
            onClick={() => setIsOpen(!isOpen)}
          >
            {isOpen ? 'Show less' : 'Show more'}
          </TextButton>
        )}
      </div>
    </>
  )
}

/** Returns whether lines are hidden. This is measured before the first paint and whenever the element is resized. */
function useIsTruncated(text: { current: HTMLElement | null }, clamps: boolean): boolean {
  const [isTruncated, setIsTruncated] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !clamps) return undefined
    // The threshold is half a line, because the letters of a title with little line spacing overflow its last line.
    const halfLine = () => Number.parseFloat(getComputedStyle(element).lineHeight) / 2
    const measure = () => setIsTruncated(element.scrollHeight - element.clientHeight > halfLine())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A font that loads late changes the line breaks, but it does not resize a clamped element.
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [text, clamps])
  return isTruncated
}
