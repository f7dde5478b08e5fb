import { Moon } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router'
import { EmailBanner } from '../accounts/EmailBanner.tsx'
import { dispatch, useSession } from '../kit/session.ts'
import { takeEmailJustVerified } from '../kit/stored.ts'
import { Banner } from '../kit/ui/Banner.tsx'
import { PersonQueries } from './PersonQueries.tsx'
import { SiteHeader } from './SiteHeader.tsx'
import styles from './DashboardShell.module.css'

const ReactivationDialog = lazy(() => import('./ReactivationDialog.tsx'))

/** What stands around every screen but the sign-in: skip link, header, and the one <main>. */
export function DashboardShell() {
  const { user } = useSession()
  const main = useMainFocus()
  useEffect(takeOverVerification, [])
  return (
    <PersonQueries key={user?.userId ?? 'visitor'}>
      <div className={styles.shell}>
        <a className={styles.skip} href="#content" onClick={() => main.current?.focus()}>
          Skip to content
        </a>
        <SiteHeader />
        {user?.accountStatus === 'inactive' && <Reactivation />}
        <EmailBanner />
        <main ref={main} id="content" tabIndex={-1} className="page">
          <Outlet />
        </main>
      </div>
    </PersonQueries>
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
      <Suspense fallback={null}>{isOpen && <ReactivationDialog onClose={() => setIsOpen(false)} />}</Suspense>
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
