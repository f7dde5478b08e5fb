import { statusLabels } from '#contract/bills/billContent.ts'
import type { Bill } from '#contract/bills/bills.ts'
import { statusMeaning } from '#contract/bills/progress.ts'
import { t } from '#contract/kit/translate.ts'
import { HintButton } from '#web/kit/ui/overlays/Tooltip.tsx'
import { StatusLabel } from './StatusBadge.tsx'
import styles from './billMeta.module.css'

/**
 * The status as a button that explains its meaning on hover, focus and touch. It has its own file so that the feed does
 * not load tooltips, which would add a third to the feed's code.
 */
export function StatusHint({ status, progress_line }: Pick<Bill, 'status' | 'progress_line'>) {
  return (
    <HintButton
      label={t('{status}, what this means', { status: t(statusLabels[status]) })}
      text={statusMeaning(status, progress_line)}
      icon={<StatusLabel status={status} />}
      className={styles.statusHint}
    />
  )
}
