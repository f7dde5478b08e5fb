import { useState } from 'react'
import { flushSync } from 'react-dom'
import { reactivateOwn } from '../accounts/settings/lifecycle.ts'
import { Button } from '../kit/ui/Button.tsx'
import { Dialog } from '../kit/ui/overlays/Dialog.tsx'

/** Asks a member who comes back to a deactivated account; closed it stays away until the next load (R24). */
export default function ReactivationDialog({ onClose }: { onClose: () => void }) {
  const [isBusy, setIsBusy] = useState(false)

  async function comeBack() {
    setIsBusy(true)
    const outcome = await reactivateOwn()
    if (outcome.success) {
      // The dialog goes, and with it the banner whose button may have opened it.
      flushSync(onClose)
      document.getElementById('content')?.focus({ preventScroll: true })
      return
    }
    setIsBusy(false)
    // oxlint-disable-next-line no-console -- the specification wants this failure logged and not shown
    console.error(outcome.error)
  }

  return (
    <Dialog
      isOpen
      title="Reactivating? Welcome Back!"
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" disabled={isBusy} onClick={onClose}>
            Not Now
          </Button>
          <Button busy={isBusy} busyLabel="Reactivating..." onClick={() => void comeBack()}>
            Yes, Reactivate
          </Button>
        </>
      }
    >
      <p>
        Your account is deactivated: others do not see your profile, and you can read but not take part.
        Reactivate it, and everything is as it was.
      </p>
    </Dialog>
  )
}
