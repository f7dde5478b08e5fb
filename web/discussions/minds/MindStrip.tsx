import { useQuery } from '@tanstack/react-query'
import { Brain, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { listMindChanges } from '../../../contract/discussions.ts'
import { queryFor } from '../../kit/api/api.ts'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { pluralize } from '../../kit/format.ts'
import { PopupBoundary } from '../../kit/ui/Boundary.tsx'
import styles from './MindStrip.module.css'

const MindsDialog = lazyPart(async () => ({ default: (await import('./MindsDialog.tsx')).MindsDialog }))

type MindStripProps = { bill_id: string; hint: string; onOpen: () => void }

/**
 * "7 people changed their minds here", which opens how and because of which comments. It takes the place of the hint below
 * the stances, which stands there while the answer is on its way and when nobody has changed their mind.
 */
export function MindStrip({ bill_id, hint, onOpen }: MindStripProps) {
  const { data } = useQuery(queryFor(listMindChanges, { id: bill_id, limit: 1 }))
  const members = data?.members ?? 0
  return (
    <div className={styles.place}>
      {members === 0 ? (
        <p className={styles.hint}>{hint}</p>
      ) : (
        <button type="button" className={styles.strip} aria-haspopup="dialog" onClick={onOpen}>
          <Brain aria-hidden="true" />
          <span>
            {pluralize(members, 'person', 'people')} changed their {members === 1 ? 'mind' : 'minds'} here
          </span>
          <ChevronRight aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/** The dialog of the strip. Its state outlives the strip, which moves to another column when the window is resized. */
export function useMindsDialog(bill_id: string) {
  const [isOpen, setIsOpen] = useState(false)
  const forgetComment = useForgetComment()
  const close = () => setIsOpen(false)
  return {
    open: () => {
      forgetComment()
      setIsOpen(true)
    },
    dialog: (
      <PopupBoundary onClose={close}>
        {isOpen && <MindsDialog bill_id={bill_id} onClose={close} />}
      </PopupBoundary>
    ),
  }
}

/** Removes an earlier comment from the address, so that a link to the same comment shows it again. */
function useForgetComment() {
  const [address, setAddress] = useSearchParams()
  const { state } = useLocation()
  return () => {
    if (!address.has('comment')) return
    setAddress(
      (now) => {
        const next = new URLSearchParams(now)
        next.delete('comment')
        return next
      },
      { replace: true, preventScrollReset: true, state },
    )
  }
}
