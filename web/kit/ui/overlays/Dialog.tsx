import { X } from 'lucide-react'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { Dialog as AriaDialog } from 'react-aria-components/Dialog'
import { Heading } from 'react-aria-components/Heading'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button, IconButton } from '../Button.tsx'
import { classNames } from '../classNames.ts'
import styles from './Dialog.module.css'

type DialogProps = {
  title: string
  /** Stands before the title, for example initials. */
  portrait?: ReactNode | undefined
  /** Small words under the title. */
  subtitle?: string | undefined
  /** The title is a name or a bill's, set in the serif. */
  serif?: boolean | undefined
  isOpen: boolean
  /** Escape, the backdrop and the close button. */
  onClose: () => void
  children: ReactNode
  /** Buttons, right-aligned; full width on a phone. */
  actions?: ReactNode | undefined
  /** Small words at the left of the buttons, left out on a phone. */
  note?: string | undefined
  wide?: boolean | undefined
  /** The body reaches the edges. */
  flush?: boolean | undefined
  /** On a phone it rises from the bottom edge. */
  sheet?: boolean | undefined
}

/**
 * A modal box: focus kept inside and given back, page behind it locked. Load it lazily where it is not on the screen
 * at once.
 */
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
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable
      className={classNames(styles.overlay, sheet && styles.sheet)}
    >
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
  /** Words on the confirming button while it works. */
  busyLabel?: string | undefined
  isBusy?: boolean | undefined
  /** The confirming button stays disabled, for example until a word is typed. */
  isConfirmDisabled?: boolean | undefined
  variant?: 'danger' | 'primary' | undefined
  onConfirm: () => void
  onCancel: () => void
}

/** A confirmation (R26): focus on Cancel, Escape cancels, the backdrop does not close it. */
export function AlertDialog({
  title,
  isOpen,
  children,
  confirmLabel = 'Confirm',
  cancelLabel = 'Cancel',
  busyLabel,
  isBusy = false,
  isConfirmDisabled = false,
  variant = 'danger',
  onConfirm,
  onCancel,
}: AlertDialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onCancel()}
      className={classNames(styles.overlay)}
    >
      <Modal className={classNames(styles.box)}>
        <AriaDialog role="alertdialog" className={classNames(styles.dialog)}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={classNames(styles.title)}>
              {title}
            </Heading>
          </div>
          <div className={styles.body}>{children}</div>
          <div className={styles.foot}>
            <CancelButton onClick={onCancel}>{cancelLabel}</CancelButton>
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

function CloseButton({ onClick }: { onClick: () => void }) {
  return <IconButton ref={useFirstFocus()} label="Close" icon={<X aria-hidden="true" />} onClick={onClick} />
}

function CancelButton(props: ComponentProps<'button'>) {
  return <Button {...props} ref={useFirstFocus()} variant="quiet" />
}

/**
 * Gives the button the focus once the dialog is there. `autoFocus` comes too early: an open bill behind the dialog would
 * take the focus back, and it would end on the box of the dialog.
 */
function useFirstFocus() {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return button
}
