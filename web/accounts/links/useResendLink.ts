import { useState } from 'react'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { resendLink } from './resendLink.ts'

/** Returns a function that sends the verification link again and shows the outcome as a toast. */
export function useResendLink(): { isBusy: boolean; resend: () => void } {
  const [isBusy, setIsBusy] = useState(false)

  async function send() {
    setIsBusy(true)
    const { success, message } = await resendLink()
    setIsBusy(false)
    toast(message, success ? 'success' : 'failure')
  }

  return { isBusy, resend: () => void send() }
}
