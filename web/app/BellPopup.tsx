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
  const close = useEffectEvent(onClose)
  useEffect(() => focusById('notifications'), [])
  useEffect(() => {
    function onOutside({ target }: Event) {
      const isInside =
        target instanceof Node && (popup.current?.contains(target) || bell.current?.contains(target))
      if (!isInside) leave()
    }
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      close()
    }
    const element = popup.current
    element?.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onOutside)
    document.addEventListener('focusin', onOutside)
    return () => {
      element?.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onOutside)
      document.removeEventListener('focusin', onOutside)
    }
  }, [bell])
  return (
    <div ref={popup} className={styles.popup}>
      <EscapeKey overlay={popup} onClose={onClose} />
      <NotificationsPanel onClose={onClose} />
    </div>
  )
}
