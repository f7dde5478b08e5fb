import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../kit/session.ts'
import { Button } from '../kit/ui/Button.tsx'
import { toast } from '../kit/ui/toast.ts'
import styles from './EmailBanner.module.css'
import { resendLink } from './verification.ts'

/** Under the header while the email of whoever is signed in is not verified. */
export function EmailBanner() {
  const { user } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  if (!user || user.emailVerified) return null

  async function resend() {
    setIsBusy(true)
    const { success, words } = await resendLink()
    setIsBusy(false)
    toast(words, success ? 'success' : 'failure')
  }

  return (
    <section className={styles.banner} aria-label="Email verification">
      <div className={styles.inside}>
        <MailWarning aria-hidden="true" />
        <p>
          <strong>Please verify your email address</strong>.{' '}
          {/* A new address that waits is where the server sends the link. */}
          <span>We sent a verification link to {user.pendingEmail ?? user.email}.</span>
        </p>
        <Button
          variant="secondary"
          className={styles.resend}
          busy={isBusy}
          busyLabel="Sending..."
          onClick={() => void resend()}
        >
          Resend email
        </Button>
      </div>
    </section>
  )
}
