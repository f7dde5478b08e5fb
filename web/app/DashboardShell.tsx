import { Moon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { EmailBanner } from '../accounts/links/EmailBanner.tsx'
import { lazyPart } from '../kit/api/lazyPart.ts'
import { paths } from '../kit/paths.ts'
import { dispatch, useSession } from '../kit/session/session.ts'
import { takeEmailJustVerified } from '../kit/session/stored.ts'
import { PopupBoundary, ScreenBoundary } from '../kit/ui/Boundary.tsx'
import { Banner } from '../kit/ui/overlays/Banner.tsx'
import { useDashboardTab } from './DashboardScreen.tsx'
import { MemberQueryProvider } from './MemberQueryProvider.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import styles from './DashboardShell.module.css'

const ReactivationDialog = lazyPart(() => import('./ReactivationDialog.tsx'))

/** What stands around every screen but the sign-in: skip link, header, and the one <main>. */
export function DashboardShell() {
  const { user } = useSession()
  const { pathname, search } = useLocation()
  const main = useMainFocus()
  const isDashboard = pathname === paths.feed || pathname === paths.dashboard
  const showsBills = useDashboardTab() === 'feed' && isDashboard
  useEffect(takeOverVerification, [])
  return (
    <MemberQueryProvider key={user?.userId ?? 'visitor'}>
      <div className={styles.shell}>
        <SkipLink to="content">Skip to content</SkipLink>
        {showsBills && <SkipLink to="bills">Skip to bills</SkipLink>}
        <SiteHeader />
        {user?.accountStatus === 'inactive' && <Reactivation />}
        <EmailBanner />
        <main ref={main} id="content" tabIndex={-1} className="page">
          <ScreenBoundary address={`${pathname}${search}`}>
            <Outlet />
          </ScreenBoundary>
        </main>
      </div>
    </MemberQueryProvider>
  )
}

/** The focus is moved here and not by the browser, which would put the name into the address. */
function SkipLink({ to, children }: { to: string; children: string }) {
  return (
    <a
      className={styles.skip}
      href={`#${to}`}
      onClick={(event) => {
        event.preventDefault()
        document.getElementById(to)?.focus()
      }}
    >
      {children}
    </a>
  )
}

/** Asked once a load; whoever has said "Not Now" still reads why nothing they do counts, and the way back. */
function Reactivation() {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <Banner
        label="Deactivated account"
        icon={<Moon aria-hidden="true" />}
        action="Reactivate account"
        onAction={() => setIsOpen(true)}
      >
        <strong>Your account is deactivated</strong>. You can read, but what you do here is not counted.
      </Banner>
      <PopupBoundary onClose={() => setIsOpen(false)}>
        {isOpen && <ReactivationDialog onClose={() => setIsOpen(false)} />}
      </PopupBoundary>
    </>
  )
}

/** An email that was verified in another session counts at once, and the flag is used up. */
function takeOverVerification() {
  if (takeEmailJustVerified()) dispatch({ type: 'update_user', fields: { emailVerified: true } })
}

/** A new page begins at its top and in its content; Back leaves both as the browser restores them. */
function useMainFocus() {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const arrivedBy = useNavigationType()
  const lastPath = useRef(pathname)
  useEffect(() => {
    if (lastPath.current === pathname) return
    lastPath.current = pathname
    if (arrivedBy === NavigationType.Pop) return
    window.scrollTo(0, 0)
    main.current?.focus({ preventScroll: true })
  }, [pathname, arrivedBy])
  return main
}
