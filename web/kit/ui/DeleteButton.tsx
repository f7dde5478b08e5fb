import type { UseMutationResult } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import { AlertDialog } from './overlays/Dialog.tsx'
import { announce } from './overlays/toast.ts'

const texts = {
  comment: {
    title: t('Delete comment'),
    question: t('Are you sure you want to delete this comment?'),
    done: t('Comment deleted.'),
  },
  post: {
    title: t('Delete post'),
    question: t('Are you sure you want to delete this post?'),
    done: t('Post deleted.'),
  },
}

type DeleteButtonProps = {
  what: keyof typeof texts
  /**
   * The mutation that deletes the item. Its variable is a callback, which the mutation must call after the server has deleted the
   * item and before the item is removed from the page.
   */
  deletion: Pick<UseMutationResult<unknown, Error, () => void>, 'isPending' | 'mutate'>
  /** Moves the focus to another element, because this button is removed with the item. */
  onDeleted: () => void
}

/** A button that deletes one of the member's own items after a confirmation. */
export function DeleteButton({ what, deletion, onDeleted }: DeleteButtonProps) {
  const [isConfirming, setIsConfirming] = useState(false)
  const close = () => {
    // The dialog closes first, because it traps the focus while it is open.
    flushSync(() => setIsConfirming(false))
    onDeleted()
    announce(texts[what].done)
  }
  return (
    <>
      <button type="button" className="action" onClick={() => setIsConfirming(true)}>
        <Trash2 aria-hidden="true" />
        {t('Delete')}
      </button>
      <AlertDialog
        title={texts[what].title}
        isOpen={isConfirming}
        isBusy={deletion.isPending}
        confirmLabel={texts[what].title}
        busyLabel={t('Deleting...')}
        onConfirm={() => deletion.mutate(close, { onError: () => setIsConfirming(false) })}
        onCancel={() => setIsConfirming(false)}
      >
        <p>{texts[what].question}</p>
      </AlertDialog>
    </>
  )
}
