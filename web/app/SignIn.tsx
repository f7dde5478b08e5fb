import { useEffect } from 'react'
import { LoginScreen } from '#web/accounts/signIn/LoginScreen.tsx'
import { FeaturedBill } from '#web/bills/featured/FeaturedBill.tsx'
import { preload } from '#web/kit/api/lazyPart.ts'
import { paths } from '#web/kit/paths.ts'

/** The sign-in. It loads the app while the visitor fills in the form. */
export default function SignIn() {
  useEffect(() => {
    const load = () => preload(loadFeed)
    document.addEventListener('focusin', load, { once: true })
    return () => document.removeEventListener('focusin', load)
  }, [])
  return <LoginScreen featured={FeaturedBill} />
}

async function loadFeed() {
  const { preloadScreen } = await import('./App.tsx')
  preloadScreen(paths.feed)
}
