import { useLayoutEffect } from 'react'
import { looksLikeBillPath } from '#contract/bills/sharedBills.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { removeEarlyScreen } from '#web/kit/earlyScreen.ts'
import { useHistoryEntry } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { ScreenBoundary } from '#web/kit/ui/Boundary.tsx'
import { Toasts } from '#web/kit/ui/overlays/Toasts.tsx'

const App = lazyPart(() => import('./App.tsx'))
const SignIn = lazyPart(() => import('./SignIn.tsx'))

/** The same element each time, because a navigation must not render the screens again before they know their new URL. */
const app = <App />

/**
 * Shows the sign-in, or the app for every other URL. The sign-in is the first page that most people open, so it does
 * not load the app.
 */
export function Root() {
  const { pathname } = useHistoryEntry()
  const isSignIn = pathname === paths.login
  // The early screen covers the app, so it must disappear when another screen is opened.
  useLayoutEffect(() => {
    if (pathname !== paths.feed && !looksLikeBillPath(pathname)) removeEarlyScreen()
  }, [pathname])
  return (
    <>
      <ScreenBoundary key={isSignIn ? 'signIn' : 'app'} resetKey={pathname}>
        {isSignIn ? <SignIn /> : app}
      </ScreenBoundary>
      <Toasts />
    </>
  )
}
