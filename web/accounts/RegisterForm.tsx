import { CircleQuestionMark, MapPin } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { paths } from '../kit/paths.ts'
import { dispatch, useSession } from '../kit/session.ts'
import { Alert, ErrorSummary } from '../kit/ui/Alert.tsx'
import { Button, TextButton } from '../kit/ui/Button.tsx'
import { Checkbox, PasswordField, TextField } from '../kit/ui/Field.tsx'
import { useForm } from '../kit/useForm.ts'
import { checkRegister, type RegisterValues } from './accountForms.ts'
import { createAccount } from './actions.ts'
import styles from './LoginScreen.module.css'

const AddressHelp = lazy(() => import('./AddressHelp.tsx'))

type RegisterFormProps = { values: RegisterValues; onChange: (values: RegisterValues) => void }

const idOf = (name: string) => `register-${name}`

export function RegisterForm({ values, onChange }: RegisterFormProps) {
  const { isLoading, error } = useSession()
  const { state } = useLocation()
  const form = useForm({ values, onChange, check: checkRegister, onEdit: clearError })
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const failure = useRef<HTMLDivElement>(null)

  // The button is far below the banner on a phone.
  useEffect(() => {
    if (error) failure.current?.focus()
  }, [error])

  // The refusal of one form says nothing about another.
  useEffect(() => clearError, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isLoading) return
    clearError()
    if (form.isRight()) void createAccount(values)
  }

  const field = (name: Exclude<keyof RegisterValues, 'skipAddress'>) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.edit({ [name]: event.target.value }),
  })

  return (
    <form className={styles.wideForm} onSubmit={submit} noValidate>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          Create account
        </h2>
        <p className="muted">
          Already have an account?{' '}
          <Link to={paths.login} state={state} className={styles.inlineLink}>
            Sign in
          </Link>
        </p>
      </div>
      <ErrorSummary errors={withIds(form.errors)} attempt={form.attempt} />
      {error && (
        <Alert ref={failure} kind="error" title="Registration Failed" level={3}>
          <p>{error}</p>
        </Alert>
      )}
      <div className={styles.pairs}>
        <TextField {...field('fullName')} label="Full name" autoComplete="name" />
        <TextField
          {...field('username')}
          label="Username"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField {...field('email')} label="Email" type="email" autoComplete="email" inputMode="email" />
        <TextField
          {...field('accessCode')}
          label="Access code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <div>
        <TextField
          {...field('address')}
          label="Address"
          autoComplete="street-address"
          icon={<MapPin aria-hidden="true" />}
          disabled={values.skipAddress}
          aside={
            <TextButton className={styles.why} onClick={() => setIsHelpOpen(true)}>
              <CircleQuestionMark aria-hidden="true" />
              Why do you need my address?
            </TextButton>
          }
        />
        <Checkbox
          label="Skip for now"
          name="skipAddress"
          checked={values.skipAddress}
          onChange={(event) => form.edit({ skipAddress: event.target.checked, address: '' })}
        />
      </div>
      {values.skipAddress && (
        <Alert kind="warning" title="Some features will be limited" level={3}>
          <p>
            Without an address you cannot join local government groups, contact representatives, see local
            comment counts or get local bill recommendations. You can add it later in Settings.
          </p>
        </Alert>
      )}
      <div className={styles.pairs}>
        <PasswordField
          {...field('password')}
          label="Password"
          hint="8 characters or more"
          autoComplete="new-password"
        />
        <PasswordField
          {...field('confirmPassword')}
          label="Confirm password"
          hint="Type it once more"
          autoComplete="new-password"
        />
      </div>
      <Button type="submit" size="large" block busy={isLoading} busyLabel="Creating account...">
        Create account
      </Button>
      <p className={styles.foot}>Your address is used to find your groups and your representatives.</p>
      <Suspense fallback={null}>
        {isHelpOpen && <AddressHelp onClose={() => setIsHelpOpen(false)} />}
      </Suspense>
    </form>
  )
}

function withIds(errors: { [name: string]: string | undefined }): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [name, words] of Object.entries(errors)) if (words) found[idOf(name)] = words
  return found
}

function clearError() {
  dispatch({ type: 'clear_error' })
}
