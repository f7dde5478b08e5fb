import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { resetPassword } from '../../../contract/accounts.ts'
import { ApiError, call, messageOr } from '../../kit/api/api.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { PasswordField } from '../../kit/ui/Field.tsx'
import { checkReset, emptyReset } from '../signIn/accountForms.ts'
import styles from '../signIn/LoginScreen.module.css'

type ResetFormProps = {
  token: string
  onDone: () => void
  /** The server no longer takes the token. */
  onDead: () => void
}
type Progress = { is: 'idle' | 'submitting' } | { is: 'failed'; words: string }

const fallback = 'Password reset failed. Please try again.'

export function ResetForm({ token, onDone, onDead }: ResetFormProps) {
  const [values, setValues] = useState(emptyReset)
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm({
    values,
    onChange: setValues,
    check: checkReset,
    onEdit: () => setProgress({ is: 'idle' }),
    element: formElement,
  })

  // Two fields need no summary: the first that is wrong takes the focus.
  useEffect(() => {
    if (form.attempt > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form.attempt])

  async function send() {
    setProgress({ is: 'submitting' })
    try {
      await call(resetPassword, { token, password: values.password })
      onDone()
    } catch (failure) {
      if (failure instanceof ApiError && failure.code === 'reset_link_dead') onDead()
      else if (form.refuse(failure)) setProgress({ is: 'idle' })
      else setProgress({ is: 'failed', words: messageOr(failure, { answer: fallback, exception: fallback }) })
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (progress.is !== 'submitting' && form.isRight()) void send()
  }

  return (
    <form ref={formElement} className={styles.form} onSubmit={submit} noValidate>
      {progress.is === 'failed' && <Alert kind="error" title={progress.words} />}
      <PasswordField
        id="reset-password"
        label="New Password"
        hint="8 characters or more"
        name="password"
        autoComplete="new-password"
        value={values.password}
        error={form.errors.password}
        onChange={(event) => form.edit({ password: event.target.value })}
      />
      <PasswordField
        id="reset-confirm"
        label="Confirm New Password"
        name="confirmPassword"
        autoComplete="new-password"
        value={values.confirmPassword}
        error={form.errors.confirmPassword}
        onChange={(event) => form.edit({ confirmPassword: event.target.value })}
      />
      <Button type="submit" size="large" block busy={progress.is === 'submitting'} busyLabel="Resetting...">
        Reset password
      </Button>
    </form>
  )
}
