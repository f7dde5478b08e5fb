import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { Comment } from '../../contract/discussions.ts'
import { AlertDialog } from '../kit/ui/Dialog.tsx'
import { useDeleteComment } from './actions.ts'
import styles from './Comment.module.css'

type DeleteCommentProps = { bill_id: string; comment: Comment; onDeleted: () => void }

/** Offered to the author only; asks first. */
export function DeleteComment({ bill_id, comment, onDeleted }: DeleteCommentProps) {
  const [isAsking, setIsAsking] = useState(false)
  const deleting = useDeleteComment(bill_id, comment, () => {
    // The dialog first: while it is open it keeps the focus, and its button is about to go.
    flushSync(() => setIsAsking(false))
    onDeleted()
  })
  return (
    <>
      <button type="button" className={styles.action} onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </button>
      <AlertDialog
        title="Delete comment"
        isOpen={isAsking}
        isBusy={deleting.isPending}
        busyLabel="Deleting..."
        onConfirm={() => deleting.mutate(undefined, { onError: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        <p>Are you sure you want to delete this comment?</p>
      </AlertDialog>
    </>
  )
}
