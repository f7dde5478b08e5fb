import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '#contract/kit/translate.ts'
import { IconButton, TextButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { OfflineBanner } from './OfflineBanner.tsx'
import { currentMessages, dismissToast, onMessages, type Toast } from './toast.ts'
import styles from './Toasts.module.css'

const shownFor = 6_000

/** The offline bar, the toasts, and the polite and assertive live regions. Render it once, at the root of the app. */
export function Toasts() {
  const { toasts, polite, assertive } = useSyncExternalStore(onMessages, currentMessages, currentMessages)
  // React Aria makes everything outside an open dialog inert, except elements with `data-react-aria-top-layer`.
  return (
    <div data-react-aria-top-layer="true">
      <OfflineBanner />
      <div className={classNames('vh', styles.live)} aria-live="polite">
        {polite}
      </div>
      <div className={classNames('vh', styles.live)} aria-live="assertive">
        {assertive}
      </div>
      <div className={styles.region}>
        {toasts.map((item) => (
          <ToastItem key={item.id} toast={item} />
        ))}
      </div>
    </div>
  )
}

function ToastItem({ toast: { id, text, kind, picture, action } }: { toast: Toast }) {
  const [isPaused, setIsPaused] = useState(false)
  useEffect(() => {
    if (kind === 'failure' || isPaused) {
      return undefined
    }
    const timer = setTimeout(() => dismissToast(id), shownFor)
    return () => clearTimeout(timer)
  }, [id, kind, isPaused])

  const Icon = kind === 'failure' ? CircleAlert : CircleCheck
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the handlers only keep the toast open while it is read
    <div
      role="alert"
      className={styles.toast}
      onPointerEnter={() => setIsPaused(true)}
      onPointerLeave={() => setIsPaused(false)}
      onFocus={() => setIsPaused(true)}
      onBlur={() => setIsPaused(false)}
    >
      {picture?.icon ?? <Icon aria-hidden="true" />}
      <span className={picture && 'vh'}>{text}</span>
      {picture && (
        <span aria-hidden="true" className={styles.picture}>
          {picture.content}
        </span>
      )}
      {action && (
        <TextButton
          onClick={() => {
            dismissToast(id)
            action.onAction()
          }}
        >
          {action.label}
        </TextButton>
      )}
      <IconButton
        label={t('[close]Dismiss')}
        icon={<X aria-hidden="true" />}
        onClick={() => dismissToast(id)}
      />
    </div>
  )
}
