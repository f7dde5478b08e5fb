import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { focusById } from '#web/kit/focus.ts'
import { EscapeKey } from '#web/kit/ui/overlays/EscapeKey.tsx'
import { NotificationsPanel } from '#web/notifications/NotificationsPanel.tsx'
import styles from './BellPopup.module.css'

type BellPopupProps = {
  bell: RefObject<HTMLElement | null>
  /** Closes the panel and returns the focus to the bell. */
  onClose: () => void
  /** Closes the panel for something else that the member pressed or focused. */
  onLeave: () => void
}

/** The notifications below the bell. Escape closes them, and so does a press or the focus outside. */
export default function BellPopup({ bell, onClose, onLeave }: BellPopupProps) {
  const popup = useRef<HTMLDivElement>(null)
  const leave = useEffectEvent(onLeave)
  useEffect(() => focusById('notifications'), [])
  useEffect(() => {
    function onOutside({ target }: Event) {
      const isInside =
        target instanceof Node && (popup.current?.contains(target) || bell.current?.contains(target))
      if (!isInside) leave()
    }
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [bell])
  return (
    <div
      ref={popup}
      className={styles.popup}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <EscapeKey overlay={popup} onClose={onClose} />
      <NotificationsPanel onClose={onClose} />
    </div>
  )
}
