import { Moon } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { t } from '#contract/kit/translate.ts'
import { EmailBanner } from '#web/accounts/links/EmailBanner.tsx'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { focusById } from '#web/kit/focus.ts'
import { paths } from '#web/kit/paths.ts'
import { useLocation } from '#web/kit/router.tsx'
import { dispatch, isAfterSignIn, useSession } from '#web/kit/session/session.ts'
import { consumeEmailJustVerified } from '#web/kit/session/storedSession.ts'
import { PopupBoundary, ScreenBoundary } from '#web/kit/ui/Boundary.tsx'
import { Banner } from '#web/kit/ui/overlays/Banner.tsx'
import { MemberQueryProvider } from './MemberQueryProvider.tsx'
import { useDashboardTab } from './routes/useDashboardTab.ts'
import { SiteHeader } from './SiteHeader.tsx'
import styles from './DashboardShell.module.css'

const ReactivationDialog = lazyPart(() => import('./ReactivationDialog.tsx'))

/** Long enough for the first screen to be complete. */
const workerDelayMs = 4_000

/** The frame around the screens: skip links, header, banners, and the only <main>. */
export default function DashboardShell({ children }: { children: ReactNode }) {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  const main = useMainFocus()
  const isDashboard = placeOf(pathname) === 'feed'
  const showsBills = useDashboardTab() === 'feed' && isDashboard
  useEffect(applyEmailVerification, [])
  useServiceWorker(user?.accountStatus === 'active' ? user.userId : null)
  return (
    <MemberQueryProvider key={user?.userId ?? 'visitor'}>
      <div className={styles.shell}>
        <SkipLink to="content">{t('Skip to content')}</SkipLink>
        {showsBills && <SkipLink to="bill-list">{t('Skip to bills')}</SkipLink>}
        <SkipLink to="footer">{t('Skip to footer')}</SkipLink>
        <SiteHeader />
        {user?.accountStatus === 'inactive' && <Reactivation />}
        <EmailBanner />
        <main ref={main} id="content" tabIndex={-1} className="page">
          <ScreenBoundary resetKey={`${pathname}${search}`}>{children}</ScreenBoundary>
        </main>
      </div>
    </MemberQueryProvider>
  )
}

/** The page opens without a network from the next time on. The worker is loaded after the first screen. */
function useServiceWorker(userId: string | null) {
  useEffect(() => {
    if (!import.meta.env.PROD || userId === null || !('serviceWorker' in navigator)) {
      return undefined
    }
    const timer = setTimeout(() => {
      const registered = import('#web/offline/register.ts').then((register) =>
        register.registerServiceWorker(userId),
      )
      // A browser may forbid workers, for example in a private window. The app needs none.
      registered.catch(() => undefined)
    }, workerDelayMs)
    return () => clearTimeout(timer)
  }, [userId])
}

/** A link that skips the header. It moves the focus itself, because the browser would add the id to the URL. */
function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        focusById(to)
      }}
    >
      {children}
    </a>
  )
}

/**
 * Lets a deactivated member reactivate the account. The dialog opens once each time the page is loaded. The banner stays so
 * that the member can open the dialog again.
 */
function Reactivation() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <Banner
        label={t('Deactivated account')}
        icon={<Moon aria-hidden="true" />}
        title={t('Your account is deactivated')}
        action={t('Reactivate account')}
        onAction={() => setIsOpen(true)}
      >
        {t("You can read, but you can't take part until you reactivate.")}
      </Banner>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && <ReactivationDialog onClose={() => setIsOpen(false)} />}
      </PopupBoundary>
    </>
  )
}

/** Marks the member's email address as verified if it was verified in this browser before the sign-in. */
function applyEmailVerification() {
  if (consumeEmailJustVerified()) {
    dispatch({ type: 'update_user', fields: { emailVerified: true } })
  }
}

/** A bill is open above the feed, so opening and closing it is no navigation to another screen. */
function placeOf(pathname: string): string {
  const isFeed = pathname === paths.feed || pathname === paths.dashboard || looksLikeBillPath(pathname)
  return isFeed ? 'feed' : pathname
}

/**
 * After a navigation, scrolls the new page to its top and focuses its content. The focus stays in a field of the header if
 * the member is typing there. After Back or Forward, nothing is changed, because the browser restores the position.
 */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const location = useLocation()
  const { isRestored } = location
  const pathname = placeOf(location.pathname)
  const lastPath = useRef(pathname)
  const [isFirstAfterSignIn] = useState(isAfterSignIn(location.state))
  // On a phone, the page of the sign-in form may be scrolled. A draft scrolls to itself later. The form that had the focus is gone.
  useLayoutEffect(() => {
    if (isFirstAfterSignIn) {
      window.scrollTo(0, 0)
      main.current?.focus({ preventScroll: true })
    }
  }, [isFirstAfterSignIn])
  useEffect(() => {
    if (lastPath.current === pathname) {
      return
    }
    lastPath.current = pathname
    if (isRestored) {
      return
    }
    window.scrollTo(0, 0)
    const isTyping =
      document.activeElement instanceof HTMLInputElement && !main.current?.contains(document.activeElement)
    if (!isTyping) {
      main.current?.focus({ preventScroll: true })
    }
  }, [pathname, isRestored])
  return main
}
