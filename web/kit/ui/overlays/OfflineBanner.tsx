import { WifiOff } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { t } from '#contract/kit/translate.ts'
import { useSavedAt } from '#web/kit/api/savedReads.ts'
import { useOnline } from '#web/kit/api/useOnline.ts'
import { formatDateTime } from '#web/kit/format.ts'
import { announce } from './toast.ts'
import styles from './OfflineBanner.module.css'

const offlineText = t("You're offline. Nothing can be sent until you're back, but what you write is kept.")

const unreachableText = t("The server can't be reached.")

/**
 * A bar that is shown above everything, including open bills and dialogs, while there is no network, or while saved responses
 * are shown because the server does not answer.
 */
export function OfflineBanner() {
  const isOnline = useOnline()
  const wasOffline = useRef(false)
  const savedAt = useSavedAt()
  useEffect(() => {
    if (!isOnline) {
      announce(offlineText)
    } else if (wasOffline.current) {
      announce(t("You're back online."))
    }
    wasOffline.current = !isOnline
  }, [isOnline])
  if (isOnline && savedAt === null) {
    return null
  }
  const text = isOnline ? unreachableText : offlineText
  return (
    <Bar
      text={
        savedAt === null
          ? text
          : `${text} ${t('What you see was saved on {time}.', { time: formatDateTime(savedAt) })}`
      }
    />
  )
}

function Bar({ text }: { text: string }) {
  const bar = useRef<HTMLElement>(null)
  // The page, open bills and dialogs start below the bar. Its height is measured, because its text may wrap.
  useLayoutEffect(() => {
    const { style } = document.documentElement
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.borderBoxSize[0]?.blockSize ?? 0
      style.setProperty('--notice-height', `${height}px`)
    })
    if (bar.current) {
      observer.observe(bar.current)
    }
    return () => {
      observer.disconnect()
      style.removeProperty('--notice-height')
    }
  }, [])
  return (
    <section ref={bar} className={styles.bar} aria-label={t('Connection')}>
      <WifiOff aria-hidden="true" />
      <p>{text}</p>
    </section>
  )
}
