import { CircleQuestionMark, MapPin } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { t } from '#contract/kit/translate.ts'
import { lazyPart } from '#web/kit/api/lazyPart.ts'
import { useFocusOn } from '#web/kit/focus.ts'
import { useForm } from '#web/kit/forms/useForm.ts'
import { Link, useHistoryEntry } from '#web/kit/history.tsx'
import { paths } from '#web/kit/paths.ts'
import { dispatch, useSession } from '#web/kit/session/session.ts'
import { site } from '#web/kit/site.ts'
import { Alert, ErrorSummary, FieldLink } from '#web/kit/ui/Alert.tsx'
import { PartBoundary, PopupBoundary } from '#web/kit/ui/Boundary.tsx'
import { Button, TextButton } from '#web/kit/ui/Button.tsx'
import { Checkbox, PasswordField, TextField } from '#web/kit/ui/Field.tsx'
import { checkRegister, type RegisterValues } from './accountForms.ts'
import { createAccount } from './actions.ts'
import { StorageNotice } from './StorageNotice.tsx'
import styles from './LoginScreen.module.css'

const AddressHelp = lazyPart(() => import('./AddressHelp.tsx'))
const BillToOpen = lazyPart(() => import('./BillToOpen.tsx'))
const LegalNotice = lazyPart(() => import('./LegalNotice.tsx'))

type RegisterFormProps = {
  values: RegisterValues
  onChange: (values: RegisterValues) => void
  /** True if the visitor came with a link that contains an access code. */
  isInvited: boolean
  /** The bill that opens afterward, and the path of its page. */
  bill: { bill_id: string | null; page: string } | null
}

export function RegisterForm({ values, onChange, isInvited, bill }: RegisterFormProps) {
  const { isLoading, error } = useSession()
  const { state } = useHistoryEntry()
  const form = useForm({
    name: 'register',
    values,
    onChange,
    check: checkRegister,
    onEdit: clearError,
    hasSummary: true,
    checksOnLeave: true,
  })
  const serverErrorField = Object.keys(form.serverErrors)[0]
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const [generalFailures, setGeneralFailures] = useState(0)
  // A failure that belongs to no field takes the focus, because on a phone the button is far below the alert.
  const failureBox = useFocusOn<HTMLDivElement>(generalFailures)

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
    const failure = await createAccount(values)
    if (failure !== null && !form.showServerErrors(failure)) {
      setGeneralFailures((count) => count + 1)
    }
  }

  return (
    <form {...form.formProps} className={styles.wideForm} onSubmit={submit}>
      <div>
        <h2 tabIndex={-1} className={styles.title}>
          {t('Create account')}
        </h2>
        <p className="muted">
          {t('Already have an account?')}{' '}
          <Link to={paths.login} state={state} className={styles.inlineLink}>
            {t('Sign in')}
          </Link>
        </p>
      </div>
      {bill && (
        <PartBoundary>
          <BillToOpen {...bill} />
        </PartBoundary>
      )}
      <StorageNotice />
      <ErrorSummary {...form.summary} />
      {error && (
        <Alert ref={failureBox} kind="error" title={t('Registration Failed')} level={3} announced={false}>
          <p>
            {serverErrorField ? <FieldLink id={`register-${serverErrorField}`}>{error}</FieldLink> : error}
          </p>
        </Alert>
      )}
      <div className={styles.pairs}>
        <TextField
          {...form.field('fullName')}
          label={t('Full name')}
          hint={t('Shown next to everything you write.')}
          autoComplete="name"
        />
        <TextField
          {...form.field('username')}
          label={t('Username')}
          hint={t('How others mention you: @ann_archer')}
          autoComplete="nickname"
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...form.field('email')}
          label={t('Email')}
          hint={t("We'll send a link to verify it. Other members never see it.")}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        {/* Where everyone may join, only visitors with an invitation have a code. */}
        {(site.registration === 'code' || isInvited) && (
          <TextField
            {...form.field('accessCode')}
            label={t('Access code')}
            hint={t('An invitation to {site}. Ask the library or group that invited you.', {
              site: site.name,
            })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
          />
        )}
      </div>
      <div>
        <TextField
          {...form.field('address')}
          label={t('Address')}
          hint={t(
            'City, state and ZIP code are enough to begin, for example Brooklyn, NY 11201. We ask for your street where it changes the answer.',
          )}
          autoComplete="street-address"
          icon={<MapPin aria-hidden="true" />}
          disabled={values.skipAddress}
          aside={
            <TextButton className={styles.why} onClick={() => setIsHelpOpen(true)}>
              <CircleQuestionMark aria-hidden="true" />
              {t('Why do you need my address?')}
            </TextButton>
          }
        />
        <Checkbox
          label={t('Skip for now')}
          name="skipAddress"
          checked={values.skipAddress}
          onChange={(event) => form.edit({ skipAddress: event.target.checked, address: '' })}
        />
      </div>
      {values.skipAddress && (
        <Alert kind="warning" title={t('Some features will be limited')} level={3}>
          <p>
            {t(
              'Without an address you cannot join local government groups, contact representatives, see local comment counts or get local bill recommendations. You can add it later in Settings.',
            )}
          </p>
        </Alert>
      )}
      <div className={styles.pairs}>
        <PasswordField
          {...form.field('password')}
          label={t('Password')}
          hint={t('8 characters or more')}
          autoComplete="new-password"
        />
        <PasswordField
          {...form.field('confirmPassword')}
          label={t('Confirm password')}
          hint={t('Enter the same password')}
          autoComplete="new-password"
        />
      </div>
      <Button type="submit" size="large" block busy={isLoading} busyLabel={t('Creating account...')}>
        {t('Create account')}
      </Button>
      {(site.termsUrl || site.privacyUrl) && (
        <PartBoundary>
          <LegalNotice />
        </PartBoundary>
      )}
      <p className={styles.foot}>
        {t(
          'Other members can see your name, username, stances and comments. You can change this later in Settings, under Privacy. Other members never see your email or address.',
        )}
      </p>
      <PopupBoundary onClose={() => setIsHelpOpen(false)}>
        {isHelpOpen && <AddressHelp onClose={() => setIsHelpOpen(false)} />}
      </PopupBoundary>
    </form>
  )
}

function clearError() {
  dispatch({ type: 'clear_error' })
}
