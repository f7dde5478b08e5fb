import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Bill } from '../../../contract/bills.ts'
import { TextButton } from '../../kit/ui/Button.tsx'
import { classNames } from '../../kit/ui/classNames.ts'
import styles from './BillOverlay.module.css'

/** Official titles of more characters than this are set smaller on a phone. */
const longTitle = 70

type BillHeadingProps = {
  bill: Pick<Bill, 'title' | 'summary'>
  titleId: string
  /** The stance stands below and has to be on the first screen. */
  isClamped: boolean
}

/**
 * Title and summary of the open bill. Where the stance stands below them, only their first lines are shown; "Show more"
 * opens the rest. Screen readers and print always get all of it.
 */
export function BillHeading({ bill, titleId, isClamped }: BillHeadingProps) {
  const [isOpen, setIsOpen] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const summary = useRef<HTMLParagraphElement>(null)
  const clamps = isClamped && !isOpen
  const isTitleCut = useIsCut(title, clamps)
  const isSummaryCut = useIsCut(summary, clamps)
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
        {isClamped && (isTitleCut || isSummaryCut || isOpen) && (
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

/** Whether lines are hidden; measured before the first paint and again whenever the element changes its size. */
function useIsCut(text: { current: HTMLElement | null }, clamps: boolean): boolean {
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = text.current
    if (!element || !clamps) return undefined
    // Half a line, because the letters of a tightly set title reach over their last line.
    const halfLine = () => Number.parseFloat(getComputedStyle(element).lineHeight) / 2
    const measure = () => setIsCut(element.scrollHeight - element.clientHeight > halfLine())
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    // A font that arrives late changes the lines, but not the size of a clamped element.
    document.fonts.addEventListener('loadingdone', measure)
    return () => {
      observer.disconnect()
      document.fonts.removeEventListener('loadingdone', measure)
    }
  }, [text, clamps])
  return isCut
}
