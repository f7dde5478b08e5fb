import { useState } from 'react'
import { cancelEmailChange } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { resendLink } from '#web/accounts/links/resendLink.ts'
import { call, messageOr } from '#web/kit/api/api.ts'
import { focusById } from '#web/kit/focus.ts'
import { dispatch } from '#web/kit/session/session.ts'
import { normalizeUser } from '#web/kit/session/sessionUser.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'
import { Button } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import styles from './Settings.module.css'

const fallback = t('Failed to cancel the change. Please try again.')

/** A notice that is shown until the member opens the link that was sent to a new email address. */
export function PendingEmail({ email }: { email: string }) {
  const [busyWith, setBusyWith] = useState<'resend' | 'cancel' | null>(null)

  async function resend() {
    setBusyWith('resend')
    const { success, message } = await resendLink()
    setBusyWith(null)
    toast(message, success ? 'success' : 'failure')
  }

  async function cancel() {
    setBusyWith('cancel')
    try {
      const { user } = await call(cancelEmailChange, {})
      // This notice and its buttons disappear, so the email field takes the focus.
      focusById('settings-email')
      dispatch({ type: 'update_user', fields: normalizeUser(user) ?? user })
    } catch (failure) {
      setBusyWith(null)
      toast(messageOr(failure, fallback), 'failure')
    }
  }

  return (
    <Alert
      kind="info"
      level={3}
      title={t('Confirm your new email address: we sent a link to {email}.', { email })}
    >
      <p>{t('Your account keeps its old address until you open the link.')}</p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          busy={busyWith === 'resend'}
          disabled={busyWith === 'cancel'}
          busyLabel={t('Sending...')}
          onClick={() => void resend()}
        >
          {t('Resend')}
        </Button>
        <Button
          variant="quiet"
          busy={busyWith === 'cancel'}
          disabled={busyWith === 'resend'}
          busyLabel={t('Canceling...')}
          onClick={() => void cancel()}
        >
          {t('Cancel')}
        </Button>
      </div>
    </Alert>
  )
}
