import { BellPlus, BellRing } from 'lucide-react'
import type { Bill } from '../../contract/bills/bills.ts'
import { IconButton } from '../kit/ui/Button.tsx'
import { announce } from '../kit/ui/overlays/toast.ts'
import { useChangeFollow, useIsFollowing } from './actions.ts'

/**
 * The bell beside the bookmark. It follows or unfollows the bill. Both of its icons have the same size, so nothing moves when
 * they change.
 */
export function FollowBillButton({ bill }: { bill: Pick<Bill, 'bill_id' | 'bill_code' | 'title'> }) {
  const target = { target_type: 'bill', target_id: bill.bill_id } as const
  const isFollowing = useIsFollowing(target)
  const change = useChangeFollow(target, `${bill.bill_code}: ${bill.title}`)
  return (
    <IconButton
      label={`Follow ${bill.bill_code}`}
      title={isFollowing ? 'Stop following this bill' : 'Get updates about this bill'}
      aria-pressed={isFollowing}
      icon={isFollowing ? <BellRing aria-hidden="true" /> : <BellPlus aria-hidden="true" />}
      onClick={() => {
        change.mutate({ isFollowing: !isFollowing })
        announce(isFollowing ? `You stopped following ${bill.bill_code}.` : `You follow ${bill.bill_code}.`)
      }}
    />
  )
}
