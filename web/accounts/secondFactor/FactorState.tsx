import { KeyRound } from 'lucide-react'
import { maxPasskeys, type Passkey } from '#contract/accounts/passkeys.ts'
import type { SecondFactor } from '#contract/accounts/secondFactor.ts'
import { plural, t } from '#contract/kit/translate.ts'
import { useResendLink } from '#web/accounts/links/useResendLink.ts'
import { SettingsRow } from '#web/accounts/settings/SettingsCard.tsx'
import { useFocusOn } from '#web/kit/focus.ts'
import { formatDate, timeAgo } from '#web/kit/format.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { canUsePasskeys } from './passkeys.ts'
import styles from './SecondFactor.module.css'

export type Change =
  | { name: 'set up' | 'remove app' | 'renew' | 'turn off' | 'add passkey' }
  | { name: 'rename' | 'remove'; passkey: Passkey }

type FactorStateProps = {
  factor: SecondFactor
  /** True after a form was closed. A button here then takes the focus, because the pressed button is gone. */
  hasFocus: boolean
  onChoose: (change: Change) => void
  /** True if the email address is verified, which a second step needs. */
  isVerified: boolean
}

/** Shows whether two-step sign-in is on, and lists the passkeys and the number of recovery codes. */
export function FactorState({ factor, hasFocus, onChoose, isVerified }: FactorStateProps) {
  const firstButton = useFocusOn<HTMLButtonElement>(hasFocus)
  const isOn = factor.is_on
  if (!isOn && !isVerified) {
    return <VerifyFirst />
  }
  return (
    <>
      <SettingsRow
        title={isOn ? t('On') : t('Off')}
        description={
          isOn
            ? describeSteps(factor)
            : t(
                'Add a second step: after your password, you enter a code from an app on your phone, or use a passkey. A stolen password is then not enough to sign in as you.',
              )
        }
      >
        <Button
          ref={firstButton}
          variant="secondary"
          onClick={() => onChoose({ name: isOn ? 'turn off' : 'set up' })}
        >
          {isOn ? t('Turn off') : t('Turn on')}
        </Button>
      </SettingsRow>
      {factor.passkeys.length > 0 && (
        <SettingsRow
          title={t('Authenticator app')}
          description={
            factor.has_app
              ? t('Its codes work in place of a passkey.')
              : t('Codes from an app work on any device, even a borrowed one.')
          }
        >
          <Button
            variant="secondary"
            onClick={() => onChoose({ name: factor.has_app ? 'remove app' : 'set up' })}
          >
            {factor.has_app ? t('Remove app') : t('Add an app')}
          </Button>
        </SettingsRow>
      )}
      <PasskeyRow count={factor.passkeys.length} onAdd={() => onChoose({ name: 'add passkey' })} />
      {factor.passkeys.length > 0 && <PasskeyList passkeys={factor.passkeys} onChoose={onChoose} />}
      {isOn && (
        <SettingsRow title={t('Recovery codes')} description={describeCodes(factor.recovery_codes_left)}>
          <Button variant="secondary" onClick={() => onChoose({ name: 'renew' })}>
            {t('Get new codes')}
          </Button>
        </SettingsRow>
      )}
    </>
  )
}

function VerifyFirst() {
  const { isBusy, resend } = useResendLink()
  return (
    <SettingsRow
      title={t('Off')}
      description={t(
        'Verify your email address first. Then you can add a second step: a code from an app on your phone, or a passkey.',
      )}
    >
      <Button variant="secondary" busy={isBusy} busyLabel={t('Sending...')} onClick={resend}>
        {t('Send verification email')}
      </Button>
    </SettingsRow>
  )
}

function describeSteps({ turned_on_at, has_app, passkeys }: SecondFactor): string {
  const date = formatDate(turned_on_at ?? '')
  if (passkeys.length === 0) {
    return t('Since {date}. You sign in with your password and a code from your app.', { date })
  }
  return has_app
    ? t('Since {date}. You sign in with your password and a passkey or a code from your app.', { date })
    : t('Since {date}. You sign in with your password and a passkey.', { date })
}

function describeCodes(left: number): string {
  return left === 0
    ? t('None left. If you lost your phone or passkeys, you could not sign in.')
    : plural(
        left,
        '{n} code left. Each signs you in once if you lose your phone or passkeys.|{n} codes left. Each signs you in once if you lose your phone or passkeys.',
      )
}

function PasskeyRow({ count, onAdd }: { count: number; onAdd: () => void }) {
  const isPossible = canUsePasskeys()
  return (
    <SettingsRow
      title={t('Passkeys')}
      description={
        isPossible
          ? t(
              'Sign in with your fingerprint, face, screen lock, or a security key after your password. A fake site can’t use a passkey.',
            )
          : t("This browser can't use passkeys.")
      }
      note={
        count >= maxPasskeys && (
          <p>{t('You have {count} passkeys. Remove one to add another.', { count: maxPasskeys })}</p>
        )
      }
    >
      {isPossible && count < maxPasskeys && (
        <Button variant="secondary" onClick={onAdd}>
          {t('Add a passkey')}
        </Button>
      )}
    </SettingsRow>
  )
}

type PasskeyListProps = { passkeys: readonly Passkey[]; onChoose: (change: Change) => void }

function PasskeyList({ passkeys, onChoose }: PasskeyListProps) {
  return (
    <ul className={styles.passkeys} aria-label={t('Your passkeys')}>
      {passkeys.map((passkey) => (
        <li key={passkey.passkey_id}>
          <KeyRound aria-hidden="true" />
          <div>
            <p className={styles.passkeyName}>{passkey.name}</p>
            <p className="muted">
              {t('Added {date}.', { date: formatDate(passkey.created_at) })}{' '}
              {passkey.last_used_at === null
                ? t('Not used yet.')
                : t('Last used: {time}.', { time: timeAgo(passkey.last_used_at) })}{' '}
              {passkey.is_backed_up ? t('Backed up.') : t('On one device only.')}
            </p>
          </div>
          <div className={styles.buttons}>
            <Button
              variant="secondary"
              aria-label={t('Rename {name}', { name: passkey.name })}
              onClick={() => onChoose({ name: 'rename', passkey })}
            >
              {t('Rename')}
            </Button>
            <Button
              variant="secondary"
              aria-label={t('Remove {name}', { name: passkey.name })}
              onClick={() => onChoose({ name: 'remove', passkey })}
            >
              {t('Remove')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}
