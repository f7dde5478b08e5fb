import { t } from '#contract/kit/translate.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { Alert } from '#web/kit/ui/Alert.tsx'

/** Says to a member with a label why nobody sees it since they changed their name. */
export function HiddenLabelNotice({ user }: { user: SessionUser }) {
  return (
    user.isLabelHidden && (
      <Alert kind="info" title={t('Your label is hidden until an administrator confirms your new name')} />
    )
  )
}
