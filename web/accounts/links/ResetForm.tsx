import { useState } from 'react'
import { resetPassword } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { checkReset, emptyReset } from '#web/accounts/signIn/accountForms.ts'
import { ApiError, call } from '#web/kit/api/api.ts'
import { useSubmittedForm } from '#web/kit/forms/useSubmittedForm.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { PasswordField } from '#web/kit/ui/Field.tsx'
import styles from '#web/accounts/signIn/LoginScreen.module.css'

type ResetFormProps = {
  token: string
  onDone: () => void
  /** Called if the server no longer accepts the token. */
  onExpired: () => void
}

export function ResetForm({ token, onDone, onExpired }: ResetFormProps) {
  const [values, setValues] = useState(emptyReset)
  const form = useSubmittedForm({
    name: 'reset',
    values,
    onChange: setValues,
    check: checkReset,
    fallback: t('Password reset failed. Please try again.'),
    send,
  })

  async function send() {
    try {
      await call(resetPassword, { token, password: values.password }, { requestsCookie: true })
      onDone()
    } catch (failure) {
      if (!(failure instanceof ApiError && failure.code === 'reset_link_invalid')) {
        throw failure
      }
      onExpired()
    }
  }

  return (
    <form {...form.formProps} className={styles.form}>
      {form.failure && <Alert kind="error" title={form.failure} />}
      <PasswordField
        {...form.field('password')}
        label={t('New Password')}
        hint={t('8 characters or more')}
        autoComplete="new-password"
      />
      <PasswordField
        {...form.field('confirmPassword')}
        label={t('Confirm New Password')}
        autoComplete="new-password"
      />
      <Button type="submit" size="large" block busy={form.isBusy} busyLabel={t('Resetting...')}>
        {t('Reset password')}
      </Button>
    </form>
  )
}
