import type { UseMutationResult } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { AlertDialog } from './overlays/Dialog.tsx'

type DeleteButtonProps = {
  /** What the dialog calls it, for example "comment". */
  what: string
  /** It is handed what must be called once the server has deleted it and before it leaves the screen. */
  deletion: Pick<UseMutationResult<unknown, Error, () => void>, 'isPending' | 'mutate'>
  /** Puts the focus elsewhere: this button goes with what was deleted. */
  onDeleted: () => void
}

/** Offered to the author of something; asks first. */
export function DeleteButton({ what, deletion, onDeleted }: DeleteButtonProps) {
  const [isAsking, setIsAsking] = useState(false)
  const leave = () => {
    // The dialog first: while it is open it keeps the focus, and its button is about to go.
    flushSync(() => setIsAsking(false))
    onDeleted()
  }
  return (
    <>
      <button type="button" className="action" onClick={() => setIsAsking(true)}>
        <Trash2 aria-hidden="true" />
        Delete
      </button>
      <AlertDialog
        title={`Delete ${what}`}
        isOpen={isAsking}
        isBusy={deletion.isPending}
        busyLabel="Deleting..."
        onConfirm={() => deletion.mutate(leave, { onError: () => setIsAsking(false) })}
        onCancel={() => setIsAsking(false)}
      >
        <p>Are you sure you want to delete this {what}?</p>
      </AlertDialog>
    </>
  )
}
