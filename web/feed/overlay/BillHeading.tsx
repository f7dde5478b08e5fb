import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Bill } from '../../../contract/bills/bills.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import styles from './BillOverlay.module.css'

/** Official titles longer than this get a smaller font on a phone. */
const longTitle = 70

type BillHeadingProps = {
  bill: Pick<Bill, 'title' | 'summary'>
  titleId: string
  /** Limits the length of the heading so that the stance below it stays on the first screen. */
  isClamped: boolean
}

/**
 * Title and summary of the open bill. Where the stance is below them, only their first lines are shown and "Show more"
 * opens the rest. Screen readers and print always get the full text.
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
          bill.title.length > longTitle && styles.longTitle,
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

/** Whether lines are hidden, measured before the first paint and again whenever the element is resized. */
function useIsTruncated(text: { current: HTMLElement | null }, clamps: boolean): boolean {
  const [isTruncated, setIsTruncated] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !clamps) return undefined
    // The threshold is half a line, because letters of a title with tight leading overflow their last line.
    const halfLine = () => Number.parseFloat(getComputedStyle(element).lineHeight) / 2
    const measure = () => setIsTruncated(element.scrollHeight - element.clientHeight > halfLine())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A font that loads late changes the lines, but not the size of a clamped element.
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [text, clamps])
  return isTruncated
}
