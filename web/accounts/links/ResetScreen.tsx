import { CircleCheck, Unlink } from 'lucide-react'
import { useEffect, useState } from 'react'
import { checkResetToken } from '#contract/accounts/accountFields.ts'
import { refusals } from '#contract/kit/refusals.ts'
import { t } from '#contract/kit/translate.ts'
import { WelcomePanel } from '#web/accounts/signIn/WelcomePanel.tsx'
import { useFocusOn } from '#web/kit/focus.ts'
import { Link, navigate } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { currentSession, signOut } from '#web/kit/session/session.ts'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { usePageTitle } from '#web/kit/usePageTitle.ts'
import { ResetForm } from './ResetForm.tsx'
import { useLinkToken } from './useLinkToken.ts'
import styles from '#web/accounts/signIn/LoginScreen.module.css'

const redirectDelayMs = 3000

type View = 'invalid' | 'form' | 'success'

const titles: Record<View, string> = {
  invalid: t("This link doesn't work"),
  form: t('Choose a new password'),
  success: t('Password reset successfully'),
}

/**
 * The link in a password email opens this screen at /reset-password?token=. web/start.ts has removed the token from the
 * address.
 */
export default function ResetScreen() {
  const [outcome, setOutcome] = useState<Exclude<View, 'form'> | null>(null)
  const token = useLinkToken(outcome !== null)
  const view = outcome ?? (checkResetToken(token) ? 'invalid' : 'form')
  // The heading takes the focus when it replaces the form so that screen readers read it.
  const heading = useFocusOn<HTMLHeadingElement>(view !== 'form' && view)

  usePageTitle(titles[view])
  useEffect(() => {
    if (view !== 'success') {
      return undefined
    }
    const timer = setTimeout(() => navigate(paths.login), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [view])

  function finish() {
    // The server has ended every session of the account. The response does not name the account, so this tab signs out
    // even if another member is signed in.
    if (currentSession().isAuthenticated) {
      void signOut()
    }
    setOutcome('success')
  }

  return (
    <div className={styles.loginPage}>
      <WelcomePanel title={t('Back to your seat')} />
      <main id="content" tabIndex={-1} className={styles.formSide}>
        <div className={styles.form}>
          {view !== 'form' && (
            <span className={styles.picture} aria-hidden="true">
              {view === 'success' ? <CircleCheck /> : <Unlink />}
            </span>
          )}
          <div>
            <h1 ref={heading} tabIndex={-1} className={styles.title}>
              {titles[view]}
            </h1>
            <p className="muted">{descriptions[view]}</p>
          </div>
          {view === 'form' && (
            <ResetForm token={token} onDone={finish} onExpired={() => setOutcome('invalid')} />
          )}
          {view === 'invalid' && (
            <ButtonLink to={paths.forgot} size="large" block>
              {t('Request a new link')}
            </ButtonLink>
          )}
          {view === 'success' ? (
            <ButtonLink to={paths.login} size="large" block>
              {t('Continue to Login')}
            </ButtonLink>
          ) : (
            <p className={styles.foot}>
              <Link to={paths.login} className={styles.inlineLink}>
                {t('Back to login')}
              </Link>
            </p>
          )}
        </div>
      </main>
    </div>
  )
}

const descriptions: Record<View, string> = {
  invalid: t(refusals.reset_link_invalid[1]),
  form: t('This replaces your old password and signs you out on every device.'),
  success: t("We'll take you to the login page in a moment. Sign in there with your new password."),
}
