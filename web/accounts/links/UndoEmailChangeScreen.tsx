import { CircleCheck, ShieldAlert, Unlink } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { paths } from '#web/kit/paths.ts'
import { useSession } from '#web/kit/session/session.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { useLinkAction } from './useLinkToken.ts'
import { undoLink } from './verification.ts'
import { VerifyFrame } from './VerifyFrame.tsx'

const explanation = t(
  "Someone who was signed in to your account requested a new email address for it. If it wasn't you, cancel the change: your address stays the same, every other device is signed out, and we email you a link to choose a new password.",
)

/** The link "This was not me" in an email about a new address opens this screen. */
export default function UndoEmailChangeScreen() {
  const { isLoading } = useSession()
  const { outcome, isBusy, attempt, start } = useLinkAction(undoLink)

  if (outcome?.success) {
    return (
      <VerifyFrame
        icon={<CircleCheck />}
        title={t('The change is canceled')}
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
      icon={outcome ? <Unlink /> : <ShieldAlert />}
      title={outcome ? t('The change was not canceled') : t('Was this not you?')}
      message={outcome?.message ?? explanation}
      step={attempt}
    >
      {!outcome?.isFinal && (
        <Button
          size="large"
          block
          busy={isBusy}
          busyLabel={t('Canceling...')}
          disabled={isLoading}
          onClick={() => void start()}
        >
          {outcome ? t('Try Again') : t('Cancel the change')}
        </Button>
      )}
      <ButtonLink to={paths.dashboard} variant="secondary" size="large" block>
        {t('Back to Dashboard')}
      </ButtonLink>
    </VerifyFrame>
  )
}
