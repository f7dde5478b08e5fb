import { X } from 'lucide-react'
import { useState } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { announce } from '#web/kit/ui/overlays/toast.ts'
import { useChangeFollow, useFollows, useIsFollowing } from './actions.ts'
import styles from './FollowOffer.module.css'

type FollowOfferProps = {
  bill: Pick<Bill, 'bill_id' | 'bill_code' | 'title' | 'is_bookmarked'>
  /** Moves the focus elsewhere before the line disappears. */
  onClose: () => void
}

/** Offers in one line to follow a bill that the member has just bookmarked. Otherwise nothing is shown. */
export function FollowOffer({ bill, onClose }: FollowOfferProps) {
  const { bill_id, bill_code, title, is_bookmarked } = bill
  const target = { target_type: 'bill', target_id: bill_id } as const
  const follows = useFollows()
  const isFollowing = useIsFollowing(target)
  const change = useChangeFollow(target, `${bill_code}: ${title}`)
  const [wasBookmarked, setWasBookmarked] = useState(is_bookmarked)
  const [isOffered, setIsOffered] = useState(false)
  if (wasBookmarked !== is_bookmarked) {
    setWasBookmarked(is_bookmarked)
    setIsOffered(is_bookmarked)
  }
  if (!isOffered || isFollowing || !follows.data) {
    return null
  }

  function close() {
    onClose()
    setIsOffered(false)
  }
  return (
    <div className={styles.offer}>
      <output>{t('Follow this bill?')}</output>
      <Button
        variant="quiet"
        onClick={() => {
          close()
          change.mutate(
            { isFollowing: true },
            { onSuccess: () => announce(t('You follow {bill}.', { bill: bill_code })) },
          )
        }}
      >
        {t('Follow')}
      </Button>
      <IconButton label={t('No, thanks')} icon={<X aria-hidden="true" />} onClick={close} />
    </div>
  )
}
