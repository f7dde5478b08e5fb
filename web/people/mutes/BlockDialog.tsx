import { flushSync } from 'react-dom'
import { AlertDialog } from '../../kit/ui/overlays/Dialog.tsx'
import { useMute, type OtherMember } from './useMute.ts'
import styles from './Mutes.module.css'

type BlockDialogProps = { member: OtherMember; onClose: () => void; onBlocked: (() => void) | undefined }

/** Says what a block does before it is chosen, because it ends follows. */
export function BlockDialog({ member, onClose, onBlocked }: BlockDialogProps) {
  const block = useMute('block', member, () => {
    // The dialog closes first, because it traps the focus while it is open.
    flushSync(onClose)
    onBlocked?.()
  })
  return (
    <AlertDialog
      title={`Block @${member.username}`}
      isOpen
      isBusy={block.isPending}
      confirmLabel="Block"
      busyLabel="Blocking..."
      onConfirm={() => block.mutate(true, { onError: onClose })}
      onCancel={onClose}
    >
      <p>You won't be able to follow, mention or respond to each other, and any follows between you end.</p>
      <p className={styles.further}>
        Their comments stay in the discussions for everyone else, and no count changes. They won't be
        notified.
      </p>
    </AlertDialog>
  )
}
