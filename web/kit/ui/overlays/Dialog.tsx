import { X } from 'lucide-react'
import { useRef, type ComponentProps, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { t } from '#contract/kit/translate.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { EscapeKey } from './EscapeKey.tsx'
import styles from './Dialog.module.css'

type DialogProps = {
  title: string
  /** Shown before the title, for example initials. */
  portrait?: ReactNode | undefined
  /** Small text under the title. */
  subtitle?: string | undefined
  /** Sets the title in the serif font. It is used for the name of a person or a bill. */
  serif?: boolean | undefined
  isOpen: boolean
  /** Called by Escape, the backdrop and the close button. */
  onClose: () => void
  children: ReactNode
  /** The buttons of the dialog. They are aligned to the right, and have the full width on a phone. */
  actions?: ReactNode | undefined
  /** Small text to the left of the buttons. It is hidden on a phone. */
  note?: string | undefined
  wide?: boolean | undefined
  /** Removes the padding of the body. */
  flush?: boolean | undefined
  /** Opens the dialog from the bottom edge on a phone. */
  sheet?: boolean | undefined
}

/** A modal dialog. It traps and restores the focus, and locks the page behind it. Load it lazily with `lazyPart`. */
export function Dialog({
  title,
  portrait,
  subtitle,
  serif,
  isOpen,
  onClose,
  children,
  actions,
  note,
  wide,
  flush,
  sheet,
}: DialogProps) {
  const overlay = useRef<HTMLDivElement>(null)
  return (
    <ModalOverlay
      ref={overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classNames(styles.overlay, sheet && styles.sheet)}
    >
      <EscapeKey overlay={overlay} />
      <Modal className={classNames(styles.box, wide && styles.wide)}>
        <AriaDialog className={classNames(styles.dialog)}>
          <div className={styles.head}>
            {portrait}
            <div className={styles.titles}>
              <Heading slot="title" level={2} className={classNames(styles.title, serif && styles.serif)}>
                {title}
              </Heading>
              {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
            </div>
            <CloseButton onClick={onClose} />
          </div>
          <div className={classNames(styles.body, flush && styles.flush)}>{children}</div>
          {(actions || note) && (
            <div className={styles.foot}>
              {note && <span className={styles.note}>{note}</span>}
              {actions}
            </div>
          )}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

type AlertDialogProps = {
  title: string
  isOpen: boolean
  children: ReactNode
  confirmLabel?: string | undefined
  cancelLabel?: string | undefined
  /** The label of the confirm button while it is busy. */
  busyLabel?: string | undefined
  isBusy?: boolean | undefined
  /** Disables the confirm button, for example until a word is typed. */
  isConfirmDisabled?: boolean | undefined
  variant?: 'danger' | 'primary' | undefined
  onConfirm: () => void
  onCancel: () => void
}

/**
 * A dialog that asks for a confirmation. Cancel has the focus first, Escape cancels, and the backdrop ignores clicks. While the
 * dialog is busy, nothing cancels, because the action may already be done.
 */
export function AlertDialog({
  title,
  isOpen,
  children,
  confirmLabel = t('Confirm'),
  cancelLabel = t('Cancel'),
  busyLabel,
  isBusy = false,
  isConfirmDisabled = false,
  variant = 'danger',
  onConfirm,
  onCancel,
}: AlertDialogProps) {
  const overlay = useRef<HTMLDivElement>(null)
  const cancel = () => {
    if (!isBusy) onCancel()
  }
  return (
    <ModalOverlay
      ref={overlay}
      isOpen={isOpen}
      onOpenChange={(open) => !open && cancel()}
      className={classNames(styles.overlay)}
    >
      <EscapeKey overlay={overlay} />
      <Modal className={classNames(styles.box)}>
        <AriaDialog role="alertdialog" className={classNames(styles.dialog)}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={classNames(styles.title)}>
              {title}
            </Heading>
          </div>
          <div className={styles.body}>{children}</div>
          <div className={styles.foot}>
            <CancelButton aria-disabled={isBusy} onClick={cancel}>
              {cancelLabel}
            </CancelButton>
            <Button
              variant={variant}
              busy={isBusy}
              busyLabel={busyLabel}
              disabled={isConfirmDisabled}
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

// The first button takes the focus in an effect. `autoFocus` would run too early, and an open bill behind the dialog would
// take the focus back.
function CloseButton({ onClick }: { onClick: () => void }) {
  const button = useFocusOn<HTMLButtonElement>(true)
  return <IconButton ref={button} label={t('Close')} icon={<X aria-hidden="true" />} onClick={onClick} />
}

function CancelButton(props: ComponentProps<'button'>) {
  const button = useFocusOn<HTMLButtonElement>(true)
  return <Button {...props} ref={button} variant="quiet" />
}
