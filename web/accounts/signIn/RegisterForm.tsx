import { CircleQuestionMark, MapPin } from 'lucide-react'
import { useEffect, useRef, useState, type SubmitEvent } from 'react'
import { Link, useLocation } from 'react-router'
import { lazyPart } from '../../kit/api/lazyPart.ts'
import { useForm } from '../../kit/forms/useForm.ts'
import { paths } from '../../kit/paths.ts'
import { dispatch, useSession } from '../../kit/session/session.ts'
import { Alert, ErrorSummary, FieldLink } from '../../kit/ui/Alert.tsx'
import { PopupBoundary } from '../../kit/ui/Boundary.tsx'
import { Button, TextButton } from '../../kit/ui/Button.tsx'
import { Checkbox, PasswordField, TextField } from '../../kit/ui/Field.tsx'
import { checkRegister, type RegisterValues } from './accountForms.ts'
import { createAccount } from './actions.ts'
import styles from './LoginScreen.module.css'

const AddressHelp = lazyPart(() => import('./AddressHelp.tsx'))

type RegisterFormProps = { values: RegisterValues; onChange: (values: RegisterValues) => void }

const idOf = (name: string) => `register-${name}`

export function RegisterForm({ values, onChange }: RegisterFormProps) {
  const { isLoading, error } = useSession()
  const { state } = useLocation()
  const formElement = useRef<HTMLFormElement>(null)
  const form = useForm({ values, onChange, check: checkRegister, onEdit: clearError, element: formElement })
  const refusedField = Object.keys(form.refused)[0]
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const failure = useRef<HTMLDivElement>(null)

  const [generalFailures, setGeneralFailures] = useState(0)

  // The button is far below the banner on a phone. A refused field takes the focus itself.
  useEffect(() => {
    if (generalFailures > 0) failure.current?.focus()
  }, [generalFailures])

  // The refusal of one form says nothing about another.
  useEffect(() => clearError, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isLoading) return
    clearError()
    if (form.isRight()) void send()
  }

  async function send() {
    const refusal = await createAccount(values)
    if (refusal !== null && !form.refuse(refusal)) setGeneralFailures((count) => count + 1)
  }

  const field = (name: Exclude<keyof RegisterValues, 'skipAddress'>) => ({
    id: idOf(name),
    name,
    value: values[name],
    error: form.errors[name],
    onChange: (event: { target: { value: string } }) => form.edit({ [name]: event.target.value }),
  })

  return (
    <form ref={formElement} className={styles.wideForm} onSubmit={submit} noValidate>
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
      <ErrorSummary errors={withIds(form.found)} attempt={form.attempt} />
      {error && (
        <Alert ref={failure} kind="error" title="Registration Failed" level={3} announced={false}>
          <p>{refusedField ? <FieldLink id={idOf(refusedField)}>{error}</FieldLink> : error}</p>
        </Alert>
      )}
      <div className={styles.pairs}>
        <TextField
          {...field('fullName')}
          label="Full name"
          hint="Shown beside everything you write."
          autoComplete="name"
        />
        <TextField
          {...field('username')}
          label="Username"
          hint="How others mention you: @ann_archer"
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('email')}
          label="Email"
          hint="We send a link to verify it. Other members never see it."
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <TextField
          {...field('accessCode')}
          label="Access code"
          hint="An invitation to Hurd. Ask the library or group that told you about it."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
        />
      </div>
      <div>
        <TextField
          {...field('address')}
          label="Address"
          hint="Street, city, state and ZIP code, for example 350 Fifth Avenue, New York, NY 10118"
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
      <p className={styles.foot}>
        Other members can see your name, username, stances and comments. You can change this later in
        Settings, under Privacy. Other members never see your email or address.
      </p>
      <PopupBoundary onClose={() => setIsHelpOpen(false)}>
        {isHelpOpen && <AddressHelp onClose={() => setIsHelpOpen(false)} />}
      </PopupBoundary>
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
