import { useEffect, useRef, type SubmitEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useForm } from '../../kit/forms/useForm.ts'
import { paths } from '../../kit/paths.ts'
import { dispatch, useSession } from '../../kit/session/session.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button, TextButton } from '../../kit/ui/Button.tsx'
import { PasswordField, TextField } from '../../kit/ui/Field.tsx'
import { checkLogin, type LoginValues } from './accountForms.ts'
import { signIn } from './actions.ts'
import styles from './LoginScreen.module.css'

type LoginFormProps = {
  values: LoginValues
  onChange: (values: LoginValues) => void
  /** The demo's Get Started leads to the "Create account" button. */
  isCreateWanted: boolean
  onCreateFocused: () => void
}

export function LoginForm({ values, onChange, isCreateWanted, onCreateFocused }: LoginFormProps) {
  const { isLoading, error } = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm({ values, onChange, check: checkLogin, onEdit: clearError, element: formElement })
  const create = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isCreateWanted) return
    create.current?.focus()
    onCreateFocused()
  }, [isCreateWanted, onCreateFocused])

  // Two fields need no summary: the first that is wrong takes the focus.
  useEffect(() => {
    if (form.attempt > 0) formElement.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [form.attempt])

  // The refusal of one form says nothing about another.
  useEffect(() => clearError, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isLoading) return
    clearError()
    if (form.isRight()) void signIn(values).then(form.refuse)
  }

  return (
    <form ref={formElement} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          Sign in
        </h2>
        <p className="muted">Your feed, your groups and your representatives are waiting.</p>
      </div>
      {error && (
        <Alert kind="error" title="Login Failed" level={3}>
          <p>{error}</p>
        </Alert>
      )}
      <TextField
        id="login-email"
        label="Email"
        type="email"
        name="email"
        autoComplete="username"
        inputMode="email"
        value={values.email}
        error={form.errors.email}
        onChange={(event) => form.edit({ email: event.target.value })}
      />
      <PasswordField
        id="login-password"
        label="Password"
        name="password"
        autoComplete="current-password"
        value={values.password}
        error={form.errors.password}
        onChange={(event) => form.edit({ password: event.target.value })}
      />
      <div>
        <TextButton className={styles.forgot} onClick={() => void navigate(paths.forgot, { state })}>
          Forgot your password?
        </TextButton>
      </div>
      <Button type="submit" size="large" block busy={isLoading} busyLabel="Signing in...">
        Sign in
      </Button>
      <p className={styles.divider}>New to Hurd?</p>
      <Button
        ref={create}
        variant="secondary"
        size="large"
        block
        onClick={() => void navigate(paths.register, { state })}
      >
        Create account
      </Button>
      <p className={styles.foot}>You need an access code to join.</p>
    </form>
  )
}

function clearError() {
  dispatch({ type: 'clear_error' })
}
