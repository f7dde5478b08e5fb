import { CircleCheck, RotateCcw, Unlink } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { paths } from '#web/kit/paths.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { ButtonLink } from '#web/kit/ui/ButtonLink.tsx'
import { useLinkAction } from './useLinkToken.ts'
import { restoreLink } from './verification.ts'
import { VerifyFrame } from './VerifyFrame.tsx'

const explanation = t(
  'Your account was deleted. You can still restore it with everything in it: your profile, stances, comments and follows.',
)

/** The link in a deletion notice opens this screen at /restore-account?token=. */
export default function RestoreScreen() {
  const { outcome, isBusy, attempt, start } = useLinkAction(restoreLink)

  if (outcome?.success) {
    return (
      <VerifyFrame
        icon={<CircleCheck />}
        title={t('Your account is back')}
        message={outcome.message}
        step={attempt}
      >
        <ButtonLink to={paths.login} size="large" block>
          {t('Sign in')}
        </ButtonLink>
        <ButtonLink to={paths.forgot} variant="secondary" size="large" block>
          {t("Didn't delete it yourself? Reset your password")}
        </ButtonLink>
      </VerifyFrame>
    )
  }
  return (
    <VerifyFrame
      icon={outcome ? <Unlink /> : <RotateCcw />}
      title={outcome ? t("We couldn't restore your account") : t('Restore your account?')}
      message={outcome?.message ?? explanation}
      step={attempt}
    >
      {!outcome?.isFinal && (
        <Button size="large" block busy={isBusy} busyLabel={t('Restoring...')} onClick={() => void start()}>
          {outcome ? t('Try Again') : t('Restore my account')}
        </Button>
      )}
      <ButtonLink to={paths.login} variant="secondary" size="large" block>
        {t('Back to sign in')}
      </ButtonLink>
    </VerifyFrame>
  )
}
