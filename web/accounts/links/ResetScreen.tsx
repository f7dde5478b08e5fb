import { CircleCheck, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { checkResetToken } from '../../../contract/accounts.ts'
import { refusals } from '../../../contract/kit/refusals.ts'
import { paths } from '../../kit/paths.ts'
import { currentSession, signOut } from '../../kit/session/session.ts'
import { ButtonLink } from '../../kit/ui/Button.tsx'
import { usePageTitle } from '../../kit/usePageTitle.ts'
import { WelcomeHalf } from '../signIn/WelcomeHalf.tsx'
import { ResetForm } from './ResetForm.tsx'
import styles from '../signIn/LoginScreen.module.css'

const redirectAfter = 3000

type View = 'invalid' | 'form' | 'success'

const titles: Record<View, string> = {
  invalid: 'This link does not work',
  form: 'Choose a new password',
  success: 'Password reset successfully',
}

/** /reset-password?token= — the token is taken out of the address at once, so that no history and no picture keeps it. */
export default function ResetScreen() {
  const [token, isInAddress] = useToken()
  const [view, setView] = useState<View>(checkResetToken(token) ? 'invalid' : 'form')
  const navigate = useNavigate()
  const title = useRef<HTMLHeadingElement>(null)

  usePageTitle(titles[view])
  useEffect(() => {
    if (isInAddress) void navigate(paths.resetPassword, { replace: true })
  }, [isInAddress, navigate])

  // What replaces the form is read out.
  useEffect(() => {
    if (view !== 'form') title.current?.focus()
  }, [view])
  useEffect(() => {
    if (view !== 'success') return undefined
    const timer = setTimeout(() => void navigate(paths.login), redirectAfter)
    return () => clearTimeout(timer)
  }, [view, navigate])

  function finish() {
    // The account's sessions have ended; whoever is signed in here is about to sign in anew.
    if (currentSession().isAuthenticated) void signOut()
    setView('success')
  }

  return (
    <div className={styles.loginPage}>
      <WelcomeHalf title="Back to your seat" />
      <main id="content" tabIndex={-1} className={styles.formSide}>
        <div className={styles.form}>
          {view !== 'form' && (
            <span className={styles.picture} aria-hidden="true">
              {view === 'success' ? <CircleCheck /> : <Unlink />}
            </span>
          )}
          <div>
            <h1 ref={title} tabIndex={-1} className={styles.title}>
              {titles[view]}
            </h1>
            <p className="muted">{wordsOf[view]}</p>
          </div>
          {view === 'form' && <ResetForm token={token} onDone={finish} onDead={() => setView('invalid')} />}
          {view === 'invalid' && (
            <ButtonLink to={paths.forgot} size="large" block>
              Request a new link
            </ButtonLink>
          )}
          {view === 'success' ? (
            <ButtonLink to={paths.login} size="large" block>
              Continue to Login
            </ButtonLink>
          ) : (
            <p className={styles.foot}>
              <Link to={paths.login} className={styles.inlineLink}>
                Back to login
              </Link>
            </p>
          )}
        </div>
      </main>
    </div>
  )
}

const wordsOf: Record<View, string> = {
  invalid: refusals.reset_link_dead[1],
  form: 'It replaces the old one and signs you out on every device.',
  success: 'You are taken to the login page in a moment. Sign in there with your new password.',
}

/** The token that the address held when the screen opened, and whether it is still there. */
function useToken() {
  const [address] = useSearchParams()
  const [token] = useState(() => address.get('token') ?? '')
  return [token, address.has('token')] as const
}
