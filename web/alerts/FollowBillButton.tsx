import { BellPlus, BellRing, ChevronDown } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { MenuButton, Panel, PanelTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { useChangeFollow, useFollow } from './actions.ts'
import { UpdateTypes } from './UpdateTypes.tsx'
import styles from './FollowBillButton.module.css'

/**
 * The bell beside the bookmark. It follows or unfollows the bill. A followed bill has a small menu of the kinds of updates.
 * The tools are aligned to the right and the menu is to the left of the bell, so the bell does not move when the menu
 * appears.
 */
export function FollowBillButton({ bill }: { bill: Pick<Bill, 'bill_id' | 'bill_code' | 'title'> }) {
  const target = { target_type: 'bill', target_id: bill.bill_id } as const
  const follow = useFollow(target)
  const isFollowing = follow !== undefined
  const change = useChangeFollow(target, `${bill.bill_code}: ${bill.title}`)
  return (
    <span className={styles.pair}>
      {follow && (
        <PanelTrigger>
          <MenuButton
            aria-label={`Kinds of updates about ${bill.bill_code}`}
            className={classNames(styles.menu)}
          >
            <ChevronDown aria-hidden="true" />
          </MenuButton>
          <Panel label={`Kinds of updates about ${bill.bill_code}`}>
            <UpdateTypes follow={follow} className={classNames(styles.types)} />
          </Panel>
        </PanelTrigger>
      )}
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
    </span>
  )
}
