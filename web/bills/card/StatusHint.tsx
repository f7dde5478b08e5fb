import { statusLabels, statusMeanings, type BillStatus } from '../../../contract/rules/bills/billContent.ts'
import { HintButton } from '../../kit/ui/overlays/Tooltip.tsx'
import { StatusLabel } from './StatusBadge.tsx'
import styles from './billMeta.module.css'

/**
 * The status as a button that explains the word on hover, focus and touch. In its own file, because tooltips are a third
 * of the feed's code and the cards have none.
 */
export function StatusHint({ status }: { status: BillStatus }) {
  return (
    <HintButton
      label={`${statusLabels[status]}, what this means`}
      text={statusMeanings[status]}
      icon={<StatusLabel status={status} />}
      className={styles.statusHint}
    />
  )
}
