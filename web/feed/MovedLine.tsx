import { useQueryClient } from '@tanstack/react-query'
import { TrendingUp, X } from 'lucide-react'
import { useId, useState } from 'react'
import { markMovedSeen, type MovedBill } from '../../contract/bills/movedBills.ts'
import { describeMove } from '../bills/card/MovedLabel.tsx'
import { cachedMovedBills, setMovesSeen } from '../bills/movedBills.ts'
import { call } from '../kit/api/api.ts'
import { formatDate, pluralize } from '../kit/format.ts'
import { Button, IconButton } from '../kit/ui/Button.tsx'
import styles from './MovedLine.module.css'

type MovedLineProps = {
  /**
   * Becomes true when the cards are shown. The line appears together with the cards or not at all, so it never pushes
   * them down.
   */
  isReady: boolean
  onOpenBill: (bill_id: string) => void
  /** Is called after the line is dismissed, so that the caller moves the focus to another element. */
  onDismissed: () => void
}

type News = { bills: readonly MovedBill[]; isMore: boolean; as_of: string; isSeen: boolean }

/**
 * Says "2 bills you have a stance on moved" and lists those bills on demand. Opening or dismissing the line clears it
 * on every device of the member.
 */
export function MovedLine({ isReady, onOpenBill, onDismissed }: MovedLineProps) {
  const cache = useQueryClient()
  const listId = useId()
  const [news, setNews] = useState<News | 'none' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (isReady && news === null) {
    const answer = cachedMovedBills(cache)
    const bills = answer?.bills.filter((bill) => bill.is_new) ?? []
    // The latest moves come first, so the bills beyond the list are new only if all of the list are.
    const isMore = answer?.has_more === true && bills.length === answer.bills.length
    setNews(answer && bills.length > 0 ? { bills, isMore, as_of: answer.as_of, isSeen: false } : 'none')
  }
  if (news === null || news === 'none') return null

  function clear({ as_of, isSeen }: News) {
    if (isSeen) return
    setMovesSeen(cache)
    // If this call fails, the line appears again on the next visit.
    void call(markMovedSeen, { as_of }).catch(() => undefined)
  }
  const count = news.bills.length
  return (
    <section className={styles.line} aria-label="Since your last visit">
      <p className={styles.head}>
        <TrendingUp aria-hidden="true" />
        <b>
          {news.isMore && 'More than '}
          {pluralize(count, 'bill')} you have a stance on moved
        </b>
      </p>
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => {
          clear(news)
          setNews({ ...news, isSeen: true })
          setIsOpen(!isOpen)
        }}
      >
        {isOpen ? 'Hide' : 'Show'}
        <span className="vh"> the bills that moved</span>
      </Button>
      <IconButton
        label="Dismiss"
        icon={<X aria-hidden="true" />}
        onClick={() => {
          clear(news)
          onDismissed()
          setNews('none')
        }}
      />
      <ul id={listId} className={styles.list} hidden={!isOpen}>
        {news.bills.map((bill) => (
          <li key={bill.bill_id}>
            <button type="button" aria-haspopup="dialog" onClick={() => onOpenBill(bill.bill_id)}>
              <span className={styles.title}>{bill.title}</span>
              <span className={styles.facts}>
                {bill.bill_code} · {describeMove(bill)} · {formatDate(bill.moved_at)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
