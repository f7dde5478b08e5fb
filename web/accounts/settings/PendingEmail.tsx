import { useState } from 'react'
import { cancelEmailChange } from '../../../contract/accounts.ts'
import { call, messageOr } from '../../kit/api/api.ts'
import { dispatch } from '../../kit/session/session.ts'
import { normalizeUser } from '../../kit/session/sessionUser.ts'
import { Alert } from '../../kit/ui/Alert.tsx'
import { Button } from '../../kit/ui/Button.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { resendLink } from '../links/verification.ts'
import styles from './Settings.module.css'

const fallback = 'Failed to cancel the change. Please try again.'

/** A new address that waits for its link (R23). */
export function PendingEmail({ email }: { email: string }) {
  const [busyWith, setBusyWith] = useState<'resend' | 'cancel' | null>(null)

  async function resend() {
    setBusyWith('resend')
    const { success, words } = await resendLink()
    setBusyWith(null)
    toast(words, success ? 'success' : 'failure')
  }

  async function cancel() {
    setBusyWith('cancel')
    try {
      const { user } = await call(cancelEmailChange, {})
      // The notice goes with its buttons; the field it is about takes the focus.
      document.getElementById('settings-email')?.focus()
      dispatch({ type: 'update_user', fields: normalizeUser(user) ?? user })
    } catch (failure) {
      setBusyWith(null)
      toast(messageOr(failure, { answer: fallback, exception: fallback }), 'failure')
    }
  }

  return (
    <Alert kind="info" level={3} title={`Confirm your new email address: we sent a link to ${email}.`}>
      <p>Until you open it, your account keeps its old address.</p>
      <div className={styles.buttons}>
        <Button
          variant="secondary"
          busy={busyWith === 'resend'}
          disabled={busyWith !== null}
          busyLabel="Sending..."
          onClick={() => void resend()}
        >
          Resend
        </Button>
        <Button
          variant="quiet"
          busy={busyWith === 'cancel'}
          disabled={busyWith !== null}
          busyLabel="Cancelling..."
          onClick={() => void cancel()}
        >
          Cancel
        </Button>
      </div>
    </Alert>
  )
}
