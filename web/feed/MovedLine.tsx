import { useQueryClient } from '@tanstack/react-query'
import { TrendingUp, X } from 'lucide-react'
import { useId, useState } from 'react'
import { markMovedSeen, type MovedBill } from '#contract/bills/bills.ts'
import { describeMove } from '#web/bills/card/MovedLabel.tsx'
import { cachedMovedBills, setMovesSeen } from '#web/bills/movedBills.ts'
import { call } from '#web/kit/api/api.ts'
import { formatDate, pluralize } from '#web/kit/format.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import styles from './MovedLine.module.css'

type MovedLineProps = {
  /**
   * True if the cards are shown. The line appears together with the cards or not at all, so it never pushes them down.
   */
  isReady: boolean
  onOpenBill: (bill_id: string) => void
  /** Called before the line disappears so that the caller can move the focus to another element. */
  onDismissed: () => void
}

type NewMoves = { bills: readonly MovedBill[]; hasMore: boolean; as_of: string; isSeen: boolean }

/**
 * A line that says "2 bills you have a stance on moved" and lists these bills on request. Once the member opens or
 * dismisses it, it does not appear again on any of their devices.
 */
export function MovedLine({ isReady, onOpenBill, onDismissed }: MovedLineProps) {
  const cache = useQueryClient()
  const listId = useId()
  const [moves, setMoves] = useState<NewMoves | 'none' | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  if (isReady && moves === null) {
    const response = cachedMovedBills(cache)
    const bills = response?.bills.filter((bill) => bill.is_new) ?? []
    // The latest moves come first, so moves after the end of this list can be new only if all moves in it are new.
    const hasMore = response?.has_more === true && bills.length === response.bills.length
    setMoves(response && bills.length > 0 ? { bills, hasMore, as_of: response.as_of, isSeen: false } : 'none')
  }
  if (moves === null || moves === 'none') return null

  function markSeen({ as_of, isSeen }: NewMoves) {
    if (isSeen) return
    setMovesSeen(cache)
    // If this call fails, the line appears again on the next visit.
    void call(markMovedSeen, { as_of }).catch(() => undefined)
  }
  const count = moves.bills.length
  return (
    <section className={styles.line} aria-label="Since your last visit">
      <p className={styles.head}>
        <TrendingUp aria-hidden="true" />
        <b>
          {moves.hasMore && 'More than '}
          {pluralize(count, 'bill')} you have a stance on moved
        </b>
      </p>
      <Button
        variant="quiet"
        className={styles.toggle}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => {
          markSeen(moves)
          setMoves({ ...moves, isSeen: true })
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
          markSeen(moves)
          onDismissed()
          setMoves('none')
        }}
      />
      <ul id={listId} className={styles.list} hidden={!isOpen}>
        {moves.bills.map((bill) => (
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
