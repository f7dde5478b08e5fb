import { useEffect, useLayoutEffect } from 'react'
import { lazyPart, preload } from '../kit/api/lazyPart.ts'
import { removeEarlyFeed } from '../kit/earlyFeed.ts'
import { useHistoryEntry } from '../kit/history.tsx'
import { paths } from '../kit/paths.ts'
import { ScreenBoundary } from '../kit/ui/Boundary.tsx'
import { Toasts } from '../kit/ui/overlays/Toasts.tsx'

const loadApp = () => import('./App.tsx')
const App = lazyPart(loadApp)
const LoginScreen = lazyPart(() => import('../accounts/signIn/LoginScreen.tsx'))

/** The sign-in, or everything else. The sign-in is the first page that most people open, so it does without the router. */
export function Root() {
  const { pathname } = useHistoryEntry()
  const isSignIn = pathname === paths.login
  // What covers the app belongs to the feed alone.
  useLayoutEffect(() => {
    if (pathname !== paths.feed) removeEarlyFeed()
  }, [pathname])
  return (
    <>
      <ScreenBoundary key={isSignIn ? 'signIn' : 'app'} address={pathname}>
        {isSignIn ? <SignIn /> : <App />}
      </ScreenBoundary>
      <Toasts />
    </>
  )
}

/** The app is loaded while somebody fills in the form. */
function SignIn() {
  useEffect(() => {
    const load = () => preload(loadFeed)
    document.addEventListener('focusin', load, { once: true })
    return () => document.removeEventListener('focusin', load)
  }, [])
  return <LoginScreen />
}

async function loadFeed() {
  const { preloadScreen } = await loadApp()
  preloadScreen(paths.feed)
}
