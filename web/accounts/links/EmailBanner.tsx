import { MailWarning } from 'lucide-react'
import { useSession } from '#web/kit/session/session.ts'
import { Banner } from '#web/kit/ui/overlays/Banner.tsx'
import { useResendLink } from './useResendLink.ts'

/** A banner under the header that is shown until the member has verified the email address. */
export function EmailBanner() {
  const { user } = useSession()
  const { isBusy, resend } = useResendLink()
  if (!user || user.emailVerified) return null

  return (
    <Banner
      label="Email verification"
      icon={<MailWarning aria-hidden="true" />}
      title="Please verify your email address"
      action="Resend email"
      isBusy={isBusy}
      busyLabel="Sending..."
      onAction={resend}
    >
      {/* The server sends the link to the pending address if there is one. */}
      We sent a verification link to {user.pendingEmail ?? user.email}.
    </Banner>
  )
}
