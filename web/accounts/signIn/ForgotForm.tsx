import { MailCheck } from 'lucide-react'
import { useState, type SubmitEvent } from 'react'
import { checkEmail } from '#contract/accounts/accountFields.ts'
import { forgotPassword } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { call } from '#web/kit/api/api.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { onlyErrors } from '#web/kit/forms/fieldErrors.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { useSubmission } from '#web/kit/forms/useSubmission.ts'
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
  const submission = useSubmission(t('Failed to send reset email. Please try again.'))
  const form = useForm({
    name: 'forgot',
    values: { email },
    onChange: (values) => onChange(values.email),
    check: (values) => onlyErrors({ email: checkEmail(values.email) }),
    onEdit: submission.clearFailure,
  })

  async function send() {
    await call(forgotPassword, { email: email.trim() })
    setIsSent(true)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!submission.isBusy && form.validate()) {
      void submission.submit(send, form.showServerErrors)
    }
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
    <form {...form.formProps} className={styles.form} onSubmit={submit}>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          {t('Forgot your password?')}
        </h2>
        <p className="muted">{t("Enter your email and we'll send you a link to choose a new password.")}</p>
      </div>
      {submission.failure && <Alert kind="error" title={submission.failure} level={3} />}
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <Button type="submit" size="large" block busy={submission.isBusy} busyLabel={t('Sending...')}>
        {t('Send reset link')}
      </Button>
      <Button variant="quiet" onClick={goBack}>
        {t('Back to login')}
      </Button>
    </form>
  )
}
