import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { useSession } from '../../kit/session/session.ts'
import { Banner } from '../../kit/ui/overlays/Banner.tsx'
import { toast } from '../../kit/ui/overlays/toast.ts'
import { resendLink } from './resendLink.ts'

/** A banner under the header that is shown until the member has verified the email address. */
export function EmailBanner() {
  const { user } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  if (!user || user.emailVerified) return null

  async function resend() {
    setIsBusy(true)
    const { success, message } = await resendLink()
    setIsBusy(false)
    toast(message, success ? 'success' : 'failure')
  }

  return (
    <Banner
      label="Email verification"
      icon={<MailWarning aria-hidden="true" />}
      action="Resend email"
      isBusy={isBusy}
      busyLabel="Sending..."
      onAction={() => void resend()}
    >
      <strong>Please verify your email address</strong>.{' '}
      {/* The server sends the link to the pending address if there is one. */}
      <span>We sent a verification link to {user.pendingEmail ?? user.email}.</span>
    </Banner>
  )
}
