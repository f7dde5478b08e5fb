import { CircleCheck, MailOpen, Unlink } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/kit/translate.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { Loading } from '#web/kit/ui/Feedback.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { resendLink } from './resendLink.ts'
import { useLinkToken } from './useLinkToken.ts'
import { verifyLink, type LinkOutcome } from './verification.ts'
import { VerifyFrame } from './VerifyFrame.tsx'

/**
 * The link in a verification email opens this screen at /verify-email?token=. It verifies the address as soon as it opens,
 * and again each time "Try Again" is pressed.
 */
export default function VerifyScreen() {
  const { isLoading, isAuthenticated } = useSession()
  const [outcome, setOutcome] = useState<LinkOutcome | null>(null)
  const token = useLinkToken(outcome?.isFinal ?? false)
  const [attempt, setAttempt] = useState(1)
  const sentAttempt = useRef(0)

  // The request waits until the session is restored, because restoring it would overwrite the new state of the address.
  useEffect(() => {
    if (isLoading || sentAttempt.current === attempt) return
    sentAttempt.current = attempt
    void verifyLink(token).then(setOutcome)
  }, [isLoading, token, attempt])

  function tryAgain() {
    setOutcome(null)
    setAttempt(attempt + 1)
  }

  if (!outcome) {
    return (
      <VerifyFrame
        icon={<MailOpen />}
        title={t('Verifying your email')}
        message={t('This takes a moment.')}
        step={0}
      >
        <Loading>{t('Verifying...')}</Loading>
      </VerifyFrame>
    )
  }
  if (outcome.success) {
    return (
      <VerifyFrame
        icon={<CircleCheck />}
        title={t('Email verified')}
        message={outcome.message}
        step={attempt}
      >
        <ButtonLink to={paths.dashboard} size="large" block>
          {t('Continue to Dashboard')}
        </ButtonLink>
      </VerifyFrame>
    )
  }
  return (
    <VerifyFrame
      icon={<Unlink />}
      title={t('Email not verified')}
      message={outcome.message}
      step={attempt}
      welcome={t('One more step')}
    >
      {!outcome.isFinal && (
        <Button size="large" block onClick={tryAgain}>
          {t('Try Again')}
        </Button>
      )}
      {isAuthenticated ? (
        <ResendFromPage />
      ) : (
        <ButtonLink to={paths.login} size="large" block variant={outcome.isFinal ? 'primary' : 'secondary'}>
          {t('Sign in to get a new link')}
        </ButtonLink>
      )}
      <ButtonLink to={paths.dashboard} variant="secondary" size="large" block>
        {t('Back to Dashboard')}
      </ButtonLink>
    </VerifyFrame>
  )
}

/** A button that sends the link again. It is shown only to a member who still has an address to verify. */
function ResendFromPage() {
  const { user } = useSession()
  const [isBusy, setIsBusy] = useState(false)
  if (!user || (user.emailVerified && !user.pendingEmail)) return null

  async function resend() {
    setIsBusy(true)
    const { success, message } = await resendLink()
    setIsBusy(false)
    if (success) toast(message)
    // oxlint-disable-next-line no-console -- the specification requires that this failure is logged and not shown
    else console.error(`The verification email was not sent: ${message}`)
  }

  return (
    <Button size="large" block busy={isBusy} busyLabel={t('Sending...')} onClick={() => void resend()}>
      {t('Resend verification email')}
    </Button>
  )
}
