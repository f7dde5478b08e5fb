import { WifiOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useOnline } from '#web/kit/api/useOnline.ts'
import { announce } from './toast.ts'
import styles from './OfflineBanner.module.css'

const offlineText = "You're offline. Nothing can be sent until you're back, but what you write is kept."

/** A bar that is shown above everything, including open bills and dialogs, while there is no network. */
export function OfflineBanner() {
  const isOnline = useOnline()
  const wasOffline = useRef(false)
  useEffect(() => {
    if (!isOnline) announce(offlineText)
    else if (wasOffline.current) announce("You're back online.")
    wasOffline.current = !isOnline
  }, [isOnline])
  return isOnline ? null : <Bar />
}

function Bar() {
  const bar = useRef<HTMLElement>(null)
  // The page, open bills and dialogs start below the bar. Its height is measured, because its text may wrap.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      style.setProperty('--notice-height', `${height}px`)
    })
    if (bar.current) observer.observe(bar.current)
    return () => {
      observer.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
  return (
    <section ref={bar} className={styles.bar} aria-label="Connection">
      <WifiOff aria-hidden="true" />
      <p>{offlineText}</p>
    </section>
  )
}
