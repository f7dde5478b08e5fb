import { MailCheck } from 'lucide-react'
import { useState } from 'react'
import { checkEmail } from '#contract/accounts/accountFields.ts'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { navigate, useHistoryEntry } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { TextField } from '#web/kit/ui/Field.tsx'
import styles from './LoginScreen.module.css'

type ForgotFormProps = { email: string; onChange: (email: string) => void }

/** Requests a link that resets the password. The response does not reveal whether the account exists. */
export function ForgotForm({ email, onChange }: ForgotFormProps) {
  const { state } = useHistoryEntry()
  const [isSent, setIsSent] = useState(false)
  const sentTitle = useFocusOn<HTMLHeadingElement>(isSent)
  const form = useSubmittedForm({
    name: 'forgot',
    values: { email },
    onChange: (values) => onChange(values.email),
    check: (values) => onlyErrors({ email: checkEmail(values.email) }),
    fallback: t('Failed to send reset email. Please try again.'),
    send,
  })

  async function send() {
    await call(forgotPassword, { email: email.trim() })
    setIsSent(true)
  }

  function goBack() {
    navigate(paths.login, { state })
  }

  if (isSent) {
    return (
      <div className={styles.form}>
        <span className={styles.picture} aria-hidden="true">
          <MailCheck />
        </span>
        <div>
          <h2 ref={sentTitle} tabIndex={-1} className={styles.title}>
            {t('Check your email')}
          </h2>
          <p className="muted">{t('If an account with that email exists, a reset link was sent.')}</p>
        </div>
        <Button size="large" block onClick={goBack}>
          {t('Back to Login')}
        </Button>
      </div>
    )
  }
  return (
    <form {...form.formProps} className={styles.form}>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          {t('Forgot your password?')}
        </h2>
        <p className="muted">{t("Enter your email and we'll send you a link to choose a new password.")}</p>
      </div>
      {form.failure && <Alert kind="error" title={form.failure} level={3} />}
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <Button type="submit" size="large" block busy={form.isBusy} busyLabel={t('Sending...')}>
        {t('Send reset link')}
      </Button>
      <Button variant="quiet" onClick={goBack}>
        {t('Back to login')}
      </Button>
    </form>
  )
}
