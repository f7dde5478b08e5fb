import { useEffect, useEffectEvent } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { useTakeStance } from '#web/bills/actions.ts'
import { messageOf } from '#web/kit/api/api.ts'
import { toast } from '#web/kit/ui/overlays/toast.ts'
import { claimEarlyStance } from './earlyStance.ts'

/**
 * Takes over a stance that was taken before the code of the app was loaded. The call is repeated with its key, so the server
 * sends its first response, and what follows a stance follows this one too.
 */
export function useEarlyStance(bill: Bill) {
  const taking = useTakeStance(bill)
  const claim = useEffectEvent(() => {
    const early = claimEarlyStance(bill.bill_id)
    if (!early) return
    const { stance, idempotencyKey } = early
    taking.mutate({ stance, idempotencyKey }, { onError: (error) => toast(messageOf(error), 'failure') })
  })
  useEffect(() => claim(), [])
}
