import { MailCheck } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { forgotPassword } from '../../../contract/accounts.ts'
import { checkEmail } from '../../../contract/rules/accountFields.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { paths } from '../../kit/paths.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { TextField } from '../../kit/ui/Field.tsx'
import styles from './LoginScreen.module.css'

type ForgotFormProps = { email: string; onChange: (email: string) => void }
type Progress = { is: 'idle' | 'busy' | 'sent' } | { is: 'failed'; words: string }

const fallback = 'Failed to send reset email. Please try again.'

/** Asks for a reset link; the answer is the same whether or not there is such an account. */
export function ForgotForm({ email, onChange }: ForgotFormProps) {
  const { state } = useLocation()
  const navigate = useNavigate()
  const [progress, setProgress] = useState<Progress>({ is: 'idle' })
  const sentTitle = useRef<HTMLHeadingElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm({
    values: { email },
    onChange: (values) => onChange(values.email),
    check: ({ email }) => {
      const words = checkEmail(email)
      return words ? { email: words } : {}
    },
    onEdit: () => setProgress({ is: 'idle' }),
    element: formElement,
  })

  useEffect(() => {
    if (progress.is === 'sent') sentTitle.current?.focus()
  }, [progress.is])
  useEffect(() => {
    if (form.attempt > 0) input.current?.focus()
  }, [form.attempt])

  async function send() {
    setProgress({ is: 'busy' })
    try {
      await call(forgotPassword, { email: email.trim() })
      setProgress({ is: 'sent' })
    } catch (failure) {
      if (form.refuse(failure)) setProgress({ is: 'idle' })
      else setProgress({ is: 'failed', words: messageOr(failure, { answer: fallback, exception: fallback }) })
    }
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (progress.is !== 'busy' && form.isRight()) void send()
  }

  function goBack() {
    void navigate(paths.login, { state })
  }

  if (progress.is === 'sent') {
    return (
      <div className={styles.form}>
        <span className={styles.picture} aria-hidden="true">
          <MailCheck />
        </span>
        <div>
          <h2 ref={sentTitle} tabIndex={-1} className={styles.title}>
            Check your email
          </h2>
          <p className="muted">If an account with that email exists, a reset link was sent.</p>
        </div>
        <Button size="large" block onClick={goBack}>
          Back to Login
        </Button>
      </div>
    )
  }
  return (
    <form ref={formElement} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          Forgot your password?
        </h2>
        <p className="muted">Tell us your email and we send you a link to choose a new one.</p>
      </div>
      {progress.is === 'failed' && <Alert kind="error" title={progress.words} level={3} />}
      <TextField
        ref={input}
        id="forgot-email"
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={email}
        error={form.errors.email}
        onChange={(event) => form.edit({ email: event.target.value })}
      />
      <Button type="submit" size="large" block busy={progress.is === 'busy'} busyLabel="Sending...">
        Send reset link
      </Button>
      <Button variant="quiet" onClick={goBack}>
        Back to login
      </Button>
    </form>
  )
}
