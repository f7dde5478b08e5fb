import {
  Component,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from 'react'
import { t } from '#contract/kit/translate.ts'
import { PartLoadError } from '#web/kit/api/lazyPart.ts'
import { useOnline } from '#web/kit/api/useOnline.ts'
import { removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { focusContent } from '#web/kit/focus.ts'
import { site } from '#web/kit/site.ts'
import { Button } from './Button.tsx'
import { Failure, Loading } from './Feedback.tsx'
import { announce } from './overlays/toast.ts'
import styles from './Boundary.module.css'

type FailureProps = { error: unknown; onRecovered: () => void }

type BoundaryState = { failure: { error: unknown } | null }

type BoundaryProps = {
  children: ReactNode
  renderFailure: (failure: FailureProps) => ReactNode
  /** A change of this value clears the failure. A screen passes its URL. */
  resetKey?: unknown
  onRecovered?: () => void
}

/** Catches errors that its children throw while they render so that the rest of the page stays usable. */
class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  override componentDidCatch(error: unknown) {
    removeEarlyScreen()
    if (error instanceof PartLoadError) error.reset()
  }

  override componentDidUpdate(before: BoundaryProps, { failure }: BoundaryState) {
    // A failure that was caught in the same update belongs to the new key, so it is not cleared.
    const isOld = failure !== null && failure === this.state.failure
    // oxlint-disable-next-line react/no-did-update-set-state -- React has no other way to reset an error boundary
    if (isOld && before.resetKey !== this.props.resetKey) this.setState({ failure: null })
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return this.props.renderFailure({
      error: failure.error,
      onRecovered: () => this.setState({ failure: null }, this.props.onRecovered),
    })
  }
}

/** Wraps a whole screen. If the screen fails, a card with "Try Again" replaces it until the URL changes. */
export function ScreenBoundary({ resetKey, children }: { resetKey: string; children: ReactNode }) {
  return (
    <Boundary
      resetKey={resetKey}
      renderFailure={(failure) => <FailureCard {...failure} level={1} />}
      onRecovered={focusContent}
    >
      <Suspense fallback={<Loading wholePage>{t('Loading...')}</Loading>}>{children}</Suspense>
    </Boundary>
  )
}

/** Wraps a part of a screen. If the part fails, the rest stays usable. `loading` is shown until its code is loaded. */
export function PartBoundary({ children, loading = null }: { children: ReactNode; loading?: ReactNode }) {
  return (
    <Boundary renderFailure={(failure) => <FailureCard {...failure} level={3} />}>
      <Suspense fallback={loading}>{children}</Suspense>
    </Boundary>
  )
}

/**
 * Wraps a part that a screen can do without. It is left out until its code is loaded, and as long as it cannot be loaded, so what
 * a member is writing beside it stays. A change of the connection loads it again.
 */
export function OptionalPart({ children }: { children: ReactNode }) {
  return (
    <Boundary resetKey={useOnline()} renderFailure={() => null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

type PopupBoundaryProps = {
  children: ReactNode
  /** Closes the menu, dialog or overlay whose code could not be loaded. */
  onClose: () => void
  /** Needed only if the popup stays mounted while it is closed. */
  isOpen?: boolean | undefined
}

/**
 * Wraps a menu, a dialog or an overlay. If its code cannot be loaded, a small dialog reports the failure and the page
 * stays usable.
 */
export function PopupBoundary({ children, onClose, isOpen = Boolean(children) }: PopupBoundaryProps) {
  return (
    <Boundary
      resetKey={isOpen}
      renderFailure={(failure) => isOpen && <FailureDialog {...failure} onClose={onClose} />}
    >
      <Suspense fallback={null}>{children}</Suspense>
    </Boundary>
  )
}

function FailureCard({ error, onRecovered, level }: FailureProps & { level: 1 | 3 }) {
  const card = useRef<HTMLDivElement>(null)
  const retrying = useRetry(error, () => {
    // The pressed button disappears, so the surrounding element takes the focus.
    card.current?.parentElement?.closest<HTMLElement>('[tabindex]')?.focus({ preventScroll: true })
    onRecovered()
  })
  const { failures, title, message } = retrying
  useEffect(() => {
    if (failures > 0) announce(`${title} ${message}`, 'assertive')
  }, [failures, title, message])
  return (
    <div ref={card} className="card">
      <Failure
        // The effect above announces later failures, even if the text has not changed.
        announced={failures === 0}
        title={retrying.title}
        message={retrying.message}
        level={level}
        onRetry={retrying.canRetry ? retrying.retry : undefined}
        isRetrying={retrying.isRetrying}
      >
        {retrying.canReload && <ReloadButton isOnly={!retrying.canRetry} />}
      </Failure>
    </div>
  )
}

/** A native dialog, because the code of the other dialogs may be what failed to load. */
function FailureDialog({ error, onRecovered, onClose }: FailureProps & { onClose: () => void }) {
  const retrying = useRetry(error, onRecovered)
  const box = useRef<HTMLDialogElement>(null)
  const id = useId()
  useLayoutEffect(() => {
    const dialog = box.current
    dialog?.showModal()
    // Closing returns the focus to the button that opened the popup.
    return () => dialog?.close()
  }, [])
  return (
    <dialog
      ref={box}
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}message`}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      // A bill that is open behind this dialog must not close as well.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
    >
      <h2 id={`${id}title`} className={styles.title}>
        {retrying.title}
      </h2>
      <p id={`${id}message`}>{retrying.message}</p>
      {/* Everything outside a modal dialog is inert, including the live regions of the page. */}
      <div role="alert" className="vh">
        {retrying.failures > 0 && (
          <span key={retrying.failures}>
            {retrying.title} {retrying.message}
          </span>
        )}
      </div>
      <div className={styles.actions}>
        <Button variant="quiet" onClick={onClose}>
          {t('Close')}
        </Button>
        {retrying.canReload && <ReloadButton isOnly={!retrying.canRetry} />}
        {retrying.canRetry && (
          <Button busy={retrying.isRetrying} onClick={() => void retrying.retry()}>
            {t('Try Again')}
          </Button>
        )}
      </div>
    </dialog>
  )
}

function ReloadButton({ isOnly }: { isOnly: boolean }) {
  return (
    <Button variant={isOnly ? 'primary' : 'secondary'} onClick={() => window.location.reload()}>
      {t('Reload page')}
    </Button>
  )
}

const notLoaded = t('This part could not be loaded.')

/** Returns the message for a failure and the actions that may fix it. */
function useRetry(firstError: unknown, onRecovered: () => void) {
  const [error, setError] = useState(firstError)
  const [failures, setFailures] = useState(0)
  const [isRetrying, setIsRetrying] = useState(false)
  const isLoadError = error instanceof PartLoadError
  const isOutdated = isLoadError && error.isOutdated

  async function retry() {
    if (isLoadError) {
      setIsRetrying(true)
      try {
        await error.reload()
      } catch (failure) {
        setError(failure)
        setIsRetrying(false)
        setFailures((count) => count + 1)
        return
      }
    }
    onRecovered()
  }
  return {
    title: isLoadError ? notLoaded : t('Something went wrong here.'),
    message: messageFor(error),
    canRetry: !isOutdated,
    // A browser may remember a failed import until the page is reloaded. While it is offline, a reload would lose the page.
    canReload: navigator.onLine && (isOutdated || !isLoadError || error !== firstError),
    isRetrying,
    /** The number of failed retries. */
    failures,
    retry,
  }
}

function messageFor(error: unknown): string {
  if (!(error instanceof PartLoadError)) return t("Try again. If that doesn't help, reload the page.")
  if (error.isOutdated) {
    return t(
      '{name} has been updated. Reload the page to continue. Comments, posts and messages you have written are kept.',
      { name: site.name },
    )
  }
  return navigator.onLine
    ? t('Check your connection and try again.')
    : t("You're offline. Try again when you're back online.")
}
