import { ArrowLeft, Printer, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { FollowOffer } from '#web/alerts/FollowOffer.tsx'
import { BookmarkButton } from '#web/bills/card/BookmarkButton.tsx'
import { ShareMenu } from '#web/bills/share/ShareMenu.tsx'
import { Button, IconButton } from '#web/kit/ui/Button.tsx'
import { classNames } from '#web/kit/ui/classNames.ts'
import { UpdatesLink } from '#web/notifications/UpdatesLink.tsx'
import styles from './BillToolbar.module.css'

type BillToolbarProps = {
  bill: Bill
  /** The title and the stance, while the stance of the page is not on the screen. */
  stance: ReactNode
  /** What follows a stance that was taken in the bar. */
  below: ReactNode
  onPrint: () => void
  onClose: () => void
}

/** The bar above the open bill. */
export function BillToolbar({ bill, stance, below, onPrint, onClose }: BillToolbarProps) {
  const tools = useRef<HTMLSpanElement>(null)
  const focusBookmark = () => tools.current?.querySelector<HTMLElement>('button')?.focus()
  return (
    <div className={styles.bar} data-short={stance !== null || undefined}>
      <div className={styles.inside}>
        <Button variant="quiet" className={styles.back} onClick={onClose}>
          <ArrowLeft aria-hidden="true" />
          {t('Back to feed')}
        </Button>
        {stance}
        <span className={styles.updates}>
          <UpdatesLink />
        </span>
        <span ref={tools} className={styles.tools}>
          <BookmarkButton bill={bill} word={t('Bookmark')} />
          <ShareMenu bill={bill} className={classNames(styles.share)} />
          <IconButton
            label={t('Print')}
            word={t('Print')}
            icon={<Printer aria-hidden="true" />}
            className={styles.print}
            onClick={onPrint}
          />
          <IconButton
            label={t('Close')}
            word={t('Close')}
            icon={<X aria-hidden="true" />}
            onClick={onClose}
          />
        </span>
      </div>
      <FollowOffer bill={bill} onClose={focusBookmark} />
      {below && <div className={styles.below}>{below}</div>}
    </div>
  )
}
