import { useQuery } from '@tanstack/react-query'
import { Brain, ChevronRight } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { listMindChanges } from '#contract/discussions.ts'
import { plural } from '#contract/kit/translate.ts'
import { queryFor } from '#web/kit/api/api.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { navigate } from '#web/kit/history.tsx'
import { useLocation, useSearchParams, withQuery } from '#web/kit/router.tsx'
import { PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import styles from './MindStrip.module.css'

const MindsDialog = lazyPart(async () => ({ default: (await import('./MindsDialog.tsx')).MindsDialog }))

type MindStripProps = { bill_id: string; hint: string; onOpen: () => void }

/**
 * The button "7 people changed their minds here" opens a dialog with the moves between stances and the comments that
 * caused them. While the number loads, and if nobody has changed their mind, `hint` is shown instead.
 */
export function MindStrip({ bill_id, hint, onOpen }: MindStripProps) {
  const { data } = useQuery(queryFor(listMindChanges, { id: bill_id, limit: 1 }))
  const members = data?.members ?? 0
  return (
    <div className={styles.frame}>
      {members === 0 ? (
        <p className="note-text">{hint}</p>
      ) : (
        <button type="button" className={styles.strip} aria-haspopup="dialog" onClick={onOpen}>
          <Brain aria-hidden="true" />
          <span>
            {plural(members, '{n} person changed their mind here|{n} people changed their minds here')}
          </span>
          <ChevronRight aria-hidden="true" />
        </button>
      )}
    </div>
  )
}

/**
 * The dialog that the strip opens. Its state is kept outside of the strip, because the strip is mounted again in
 * another column when the window is resized.
 */
export function useMindsDialog(bill_id: string) {
  const [isOpen, setIsOpen] = useState(false)
  // A comment cannot take the focus before the dialog above it has closed.
  const showComment = useShowComment(bill_id, !isOpen)

  const close = () => setIsOpen(false)
  return {
    open: () => setIsOpen(true),
    dialog: (
      <PopupBoundary onClose={close}>
        {isOpen && (
          <MindsDialog
            bill_id={bill_id}
            onShow={(comment_id) => {
              showComment(comment_id)
              close()
            }}
            onClose={close}
          />
        )}
      </PopupBoundary>
    ),
  }
}

/** Returns a function that shows a comment in the discussion, at once or when `isReady` becomes true. */
export function useShowComment(bill_id: string, isReady = true): (comment_id: string) => void {
  const [shown, setShown] = useCommentInUrl(bill_id)
  const commentToShow = useRef<string | null>(null)
  function show(current: string | null) {
    const comment_id = commentToShow.current
    if (!comment_id) {
      return
    }
    // A comment that is in the URL already is shown again only if the URL was rendered without it, so it is removed first.
    const isAgain = current === comment_id
    setShown(isAgain ? null : comment_id)
    if (!isAgain) {
      commentToShow.current = null
    }
  }
  const showWhenReady = useEffectEvent(show)
  useEffect(() => {
    if (isReady) {
      showWhenReady(shown)
    }
  }, [isReady, shown])
  return (comment_id) => {
    commentToShow.current = comment_id
    if (isReady) {
      show(shown)
    }
  }
}

/**
 * Returns the comment in the URL, and sets it. The history state is kept, so closing the bill still goes back to where it was
 * opened.
 */
function useCommentInUrl(bill_id: string): [string | null, (comment_id: string | null) => void] {
  const searchParams = useSearchParams()
  const { pathname, state } = useLocation()
  const setComment = (comment_id: string | null) => {
    const next = new URLSearchParams(searchParams)
    next.delete('comment')
    next.delete('version')
    if (comment_id) {
      if (!looksLikeBillPath(pathname)) {
        next.set('highlight', bill_id)
      }
      next.set('comment', comment_id)
    }
    navigate(withQuery(next), { replace: true, state })
  }
  return [searchParams.get('comment'), setComment]
}
