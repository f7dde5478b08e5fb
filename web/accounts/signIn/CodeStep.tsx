import { useState, type ReactNode, type SubmitEvent } from 'react'
import { checkRecoveryCode, checkTotpCode } from '#contract/accounts/secondFactor.ts'
import { t } from '#contract/kit/translate.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { dispatch, useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import type { LoginValues } from './accountForms.ts'
import { signIn } from './actions.ts'
import styles from './LoginScreen.module.css'

const empty = { code: '' }

type CodeStepProps = {
  login: LoginValues
  /** True for a code of the authenticator app, and false for a recovery code. */
  usesApp: boolean
  /** Buttons for the other methods of the second step. */
  children: ReactNode
  onBack: () => void
}

export function CodeStep({ login, usesApp, children, onBack }: CodeStepProps) {
  const { isLoading, error } = useSession()
  const [values, setValues] = useState(empty)
  const [isShownAtField, setIsShownAtField] = useState(false)
  const field = useFocusOn<HTMLInputElement>(true)
  const check = usesApp ? checkTotpCode : checkRecoveryCode
  const form = useForm({
    name: 'second-step',
    values,
    onChange: setValues,
    check: ({ code }) => onlyErrors({ code: check(code) }),
    onEdit: () => dispatch({ type: 'clear_error' }),
  })

  async function send() {
    const failure = await signIn(login, values)
    setIsShownAtField(form.showServerErrors(failure))
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!isLoading && form.validate()) {
      void send()
    }
  }

  return (
    <form {...form.formProps} className={styles.form} onSubmit={submit}>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          {t('Enter your code')}
        </h2>
        <p className="muted">
          {usesApp
            ? t('Open your authenticator app and enter the code for {site}.', { site: site.name })
            : t('Enter one of the recovery codes that you saved. Each works once.')}
        </p>
      </div>
      {error && !isShownAtField && (
        <Alert kind="error" title={t('Login Failed')} level={3}>
          <p>{error}</p>
        </Alert>
      )}
      <TextField
        {...form.field('code')}
        ref={field}
        label={usesApp ? t('6-digit code') : t('Recovery code')}
        autoComplete={usesApp ? 'one-time-code' : 'off'}
        inputMode={usesApp ? 'numeric' : 'text'}
        autoCapitalize="characters"
        spellCheck={false}
      />
      {children}
      <Button type="submit" size="large" block busy={isLoading} busyLabel={t('Signing in...')}>
        {t('Sign in')}
      </Button>
      <Button variant="secondary" size="large" block onClick={onBack}>
        {t('Back')}
      </Button>
    </form>
  )
}
