import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import type { MuteState } from '#contract/mutes.ts'
import { AlertDialog } from '#web/kit/ui/overlays/Dialog.tsx'
import { useMute, type OtherMember } from './useMute.ts'
import styles from './Mutes.module.css'

type BlockDialogProps = {
  member: OtherMember
  onClose: () => void
  onBlocked: ((muted: MuteState) => void) | undefined
}

/** Blocks a member after a confirmation. The dialog explains the effects first, because a block ends follows. */
export function BlockDialog({ member, onClose, onBlocked }: BlockDialogProps) {
  const block = useMute('block', member, (muted) => {
    // The dialog closes first, because it traps the focus while it is open.
    flushSync(onClose)
    onBlocked?.(muted)
  })
  return (
    <AlertDialog
      title={t('Block @{username}', { username: member.username })}
      isOpen
      isBusy={block.isPending}
      confirmLabel={t('Block')}
      busyLabel={t('Blocking...')}
      onConfirm={() => block.mutate(true, { onError: onClose })}
      onCancel={onClose}
    >
      <p>
        {t("You won't be able to follow, mention or respond to each other, and any follows between you end.")}
      </p>
      <p className={styles.details}>
        {t(
          "Their comments stay in the discussions for everyone else, and no count changes. They won't be notified.",
        )}
      </p>
    </AlertDialog>
  )
}
