import { useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#contract/kit/translate.ts'
import { reactivateOwn } from '#web/accounts/settings/lifecycle.ts'
import { focusContent } from '#web/kit/focus.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { Dialog } from '#web/kit/ui/overlays/Dialog.tsx'

/** Lets a deactivated member reactivate the account. */
export default function ReactivationDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)

  async function reactivate() {
    setIsBusy(true)
    const outcome = await reactivateOwn()
    if (outcome.success) {
      // The content takes the focus, because the dialog closes and the banner with its button disappears.
      flushSync(onClose)
      focusContent()
      return
    }
    setIsBusy(false)
    // oxlint-disable-next-line no-console -- this failure is logged, not shown
    console.error(outcome.error)
  }

  return (
    <Dialog
      isOpen
      title={t('Reactivating? Welcome Back!')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            {t('Not Now')}
          </Button>
          <Button busy={isBusy} busyLabel={t('Reactivating...')} onClick={() => void reactivate()}>
            {t('Yes, Reactivate')}
          </Button>
        </>
      }
    >
      <p>
        {t(
          "Your account is deactivated. Your profile is hidden and you can't take part. Reactivate to pick up where you left off.",
        )}
      </p>
    </Dialog>
  )
}
