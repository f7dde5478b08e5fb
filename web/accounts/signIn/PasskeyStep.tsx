import { KeyRound } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { startPasskeySignIn } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { signWithPasskey } from '#web/accounts/secondFactor/passkeys.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { dispatch, useSession } from '#web/kit/session/session.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import type { LoginValues } from './accountForms.ts'
import { signIn } from './actions.ts'
import styles from './LoginScreen.module.css'

type PasskeyStepProps = {
  login: LoginValues
  /** Buttons for the other methods of the second step. */
  children: ReactNode
  onBack: () => void
}

export function PasskeyStep({ login, children, onBack }: PasskeyStepProps) {
  const { isLoading, error } = useSession()
  const [isWaiting, setIsWaiting] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const button = useFocusOn<HTMLButtonElement>(true)

  async function send() {
    dispatch({ type: 'clear_error' })
    setProblem(null)
    setIsWaiting(true)
    try {
      const { email, password } = login
      const { options } = await call(startPasskeySignIn, { email: email.trim(), password })
      await signIn(login, { passkey: await signWithPasskey(options) })
    } catch (failure) {
      setProblem(messageOr(failure, t('Login failed. Please try again.')))
    }
    setIsWaiting(false)
  }

  const message = problem ?? error
  return (
    <div className={styles.form}>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          {t('Use your passkey')}
        </h2>
        <p className="muted">
          {t("Confirm that it's you with your fingerprint, face, screen lock, or security key.")}
        </p>
      </div>
      {message && (
        <Alert kind="error" title={t('Login Failed')} level={3}>
          <p>{message}</p>
        </Alert>
      )}
      <Button
        ref={button}
        size="large"
        block
        busy={isWaiting || isLoading}
        busyLabel={t('Waiting for your passkey...')}
        onClick={() => void send()}
      >
        <KeyRound aria-hidden="true" />
        {t('Use a passkey')}
      </Button>
      {children}
      <Button variant="secondary" size="large" block onClick={onBack}>
        {t('Back')}
      </Button>
    </div>
  )
}
