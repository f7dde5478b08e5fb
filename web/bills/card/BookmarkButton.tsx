import { Bookmark } from 'lucide-react'
import type { Bill } from '#contract/bills/bills.ts'
import { t } from '#contract/kit/translate.ts'
import { useBookmark } from '#web/bills/actions.ts'
import { IconButton } from '#web/kit/ui/Button.tsx'
import { toast } from '#web/kit/ui/overlays/toast.ts'

export function BookmarkButton({
  bill,
  className,
  word,
}: {
  bill: Bill
  className?: string
  /** A word beside the icon. */
  word?: string
}) {
  const bookmark = useBookmark(bill, (message) => toast(message, 'failure'))
  return (
    <IconButton
      label={t('Bookmark {bill_code}', { bill_code: bill.bill_code })}
      aria-pressed={bill.is_bookmarked}
      {...(word && { word })}
      icon={<Bookmark aria-hidden="true" />}
      className={className}
      onClick={() => bookmark.mutate(!bill.is_bookmarked)}
    />
  )
}
