import { BellPlus, BellRing, ChevronDown } from 'lucide-react'
import { useId } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { Button } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { MenuButton, Panel, PanelTrigger } from '#web/kit/ui/overlays/Menu.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { useChangeFollow, useFollow, useFollows } from './actions.ts'
import { UpdateTypes } from './UpdateTypes.tsx'
import styles from './FollowBillButton.module.css'

/**
 * The button beside the title that follows or unfollows the bill, and a hint that says what following does. A followed bill has
 * a small menu of the kinds of updates to the left of the button, so the button does not move when the menu appears.
 */
export function FollowBillButton({ bill }: { bill: Pick<Bill, 'bill_id' | 'bill_code' | 'title'> }) {
  const hintId = useId()
  const target = { target_type: 'bill', target_id: bill.bill_id } as const
  const { isPending } = useFollows()
  const follow = useFollow(target)
  const isFollowing = follow !== undefined
  const change = useChangeFollow(target, `${bill.bill_code}: ${bill.title}`)
  const announceChange = (_response: unknown, { isFollowing: isNow }: { isFollowing: boolean }) =>
    announce(
      isNow
        ? t('You follow {bill}.', { bill: bill.bill_code })
        : t('You stopped following {bill}.', { bill: bill.bill_code }),
    )
  return (
    <div className={`no-print ${styles.follow}`}>
      <div className={styles.buttons}>
        {follow && (
          <PanelTrigger>
            <MenuButton
              aria-label={t('Kinds of updates about {bill}', { bill: bill.bill_code })}
              className={classNames(styles.menu)}
            >
              <ChevronDown aria-hidden="true" />
            </MenuButton>
            <Panel label={t('Kinds of updates about {bill}', { bill: bill.bill_code })}>
              <UpdateTypes follow={follow} className={classNames(styles.types)} />
            </Panel>
          </PanelTrigger>
        )}
        <Button
          variant="secondary"
          className={styles.button}
          aria-label={t('Follow {name}', { name: bill.bill_code })}
          aria-describedby={hintId}
          aria-pressed={isFollowing}
          aria-disabled={isPending || undefined}
          onClick={() =>
            !isPending && change.mutate({ isFollowing: !isFollowing }, { onSuccess: announceChange })
          }
        >
          {isFollowing ? <BellRing aria-hidden="true" /> : <BellPlus aria-hidden="true" />}
          {t('Follow')}
        </Button>
      </div>
      <p id={hintId} className={styles.hint}>
        {t('We tell you when it moves.')}
      </p>
    </div>
  )
}
