import { useEffect, useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { repeatEarlyInput } from '#web/kit/forms/earlyForm.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { navigate, useHistoryEntry } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { dispatch, useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { PartBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { PasswordField, TextField } from '#web/kit/ui/Field.tsx'
import { checkLogin, type LoginValues } from './accountForms.ts'
import { missingStep, signIn, type SecondStepKind } from './actions.ts'
import { StorageNotice } from './StorageNotice.tsx'
import styles from './LoginScreen.module.css'

const SecondStep = lazyPart(() => import('./SecondStep.tsx'))

type LoginFormProps = {
  values: LoginValues
  onChange: (values: LoginValues) => void
  /** The path of the page, which can be read without signing in, of the bill that opens after the sign-in. */
  billPage: string | null
  /** True after "Get Started" in the demo was pressed. The "Create account" button then takes the focus. */
  focusCreate: boolean
  /** Why the visitor is here, if something happened before. */
  notice: string | null
  onCreateFocused: () => void
}

export function LoginForm({
  values,
  onChange,
  billPage,
  notice,
  focusCreate,
  onCreateFocused,
}: LoginFormProps) {
  const { isLoading, error } = useSession()
  const { state } = useHistoryEntry()
  const [secondStep, setSecondStep] = useState<SecondStepKind | null>(null)
  const [returnCount, setReturnCount] = useState(0)
  const form = useForm({ name: 'login', values, onChange, check: checkLogin, onEdit: clearError })
  const noticeBox = useFocusOn<HTMLDivElement>(notice)
  const heading = useFocusOn<HTMLHeadingElement>(returnCount)
  const createButton = useFocusOn<HTMLButtonElement>(focusCreate)

  useEffect(() => {
    if (focusCreate) {
      onCreateFocused()
    }
  }, [focusCreate, onCreateFocused])

  useEffect(repeatEarlyInput, [])

  // The error is part of the session's state, so it is cleared when this form is removed. The next form would show it.
  useEffect(() => clearError, [])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (isLoading) {
      return
    }
    clearError()
    if (form.validate()) {
      void send()
    }
  }

  async function send() {
    const failure = await signIn(values)
    const step = missingStep(failure)
    if (step) {
      setSecondStep(step)
    } else {
      form.showServerErrors(failure)
    }
  }

  function goBack() {
    clearError()
    setSecondStep(null)
    setReturnCount(returnCount + 1)
  }

  if (secondStep) {
    return (
      <PartBoundary>
        <SecondStep login={values} accepts={secondStep} onBack={goBack} />
      </PartBoundary>
    )
  }

  return (
    <form {...form.formProps} className={styles.form} onSubmit={submit}>
      {notice && <Alert ref={noticeBox} kind="info" title={notice} level={2} />}
      <div>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {t('Sign in')}
        </h2>
        <p className="muted">{t('Your feed, your groups and your representatives are waiting.')}</p>
      </div>
      {billPage && (
        <p>
          {/* This link loads a new page, because the server renders the bill's page. */}
          <a href={billPage} className={styles.inlineLink}>
            {t('Read this bill without signing in')}
          </a>
        </p>
      )}
      <StorageNotice />
      {error && (
        <Alert kind="error" title={t('Login Failed')} level={3}>
          <p>{error}</p>
        </Alert>
      )}
      <TextField
        {...form.field('email')}
        label={t('Email')}
        type="email"
        autoComplete="username"
        inputMode="email"
      />
      <PasswordField {...form.field('password')} label={t('Password')} autoComplete="current-password" />
      <div>
        <TextButton className={styles.forgot} onClick={() => navigate(paths.forgot, { state })}>
          {t('Forgot your password?')}
        </TextButton>
      </div>
      <Button type="submit" size="large" block busy={isLoading} busyLabel={t('Signing in...')}>
        {t('Sign in')}
      </Button>
      <p className={styles.divider}>{t('New to {site}?', { site: site.name })}</p>
      <Button
        ref={createButton}
        variant="secondary"
        size="large"
        block
        onClick={() => navigate(paths.register, { state })}
      >
        {t('Create account')}
      </Button>
      <p className={styles.foot}>
        {site.registration === 'open'
          ? t('Joining is open to everyone.')
          : t('You need an access code to join.')}
      </p>
    </form>
  )
}

function clearError() {
  dispatch({ type: 'clear_error' })
}
