import { MailWarning } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Banner } from '#web/kit/ui/overlays/Banner.tsx'
import { useResendLink } from './useResendLink.ts'

/** A banner under the header that is shown until the member has verified the email address. */
export function EmailBanner() {
  const { user } = useSession()
  const { isBusy, resend } = useResendLink()
  if (!user || user.emailVerified) {
    return null
  }

  return (
    <Banner
      label={t('Email verification')}
      icon={<MailWarning aria-hidden="true" />}
      title={t('Please verify your email address')}
      action={t('Resend email')}
      isBusy={isBusy}
      busyLabel={t('Sending...')}
      onAction={resend}
    >
      {/* The server sends the link to the pending address if there is one. */}
      {t('We sent a verification link to {email}.', { email: user.pendingEmail ?? user.email })}
    </Banner>
  )
}
