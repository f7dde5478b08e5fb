import { Activity, Ban, CircleCheck, FileText, Hourglass, Stamp } from 'lucide-react'
import { statusLabels, type BillStatus } from '../../../contract/billContent.ts'
import { Badge, type BadgeTone } from '../../kit/ui/Badge.tsx'
import { HintButton } from '../../kit/ui/overlays/Tooltip.tsx'
import styles from './billMeta.module.css'

type StatusStyle = { Icon: typeof Ban; tone: BadgeTone; meaning: string }

const statusStyles: Record<BillStatus, StatusStyle> = {
  introduced: { Icon: FileText, tone: 'neutral', meaning: 'It has been proposed.' },
  pending: { Icon: Hourglass, tone: 'neutral', meaning: 'It is waiting in a committee.' },
  engrossed: { Icon: Stamp, tone: 'live', meaning: 'One chamber has passed it. The other has not yet.' },
  active: { Icon: Activity, tone: 'live', meaning: 'Under consideration.' },
  passed: { Icon: CircleCheck, tone: 'passed', meaning: 'It has passed.' },
  rejected: { Icon: Ban, tone: 'rejected', meaning: 'It was voted down or vetoed.' },
}

/** The status of the bill. It avoids the stance colors on purpose: passed is not good and rejected is not bad. */
export function StatusBadge({ status }: { status: BillStatus }) {
  return (
    <span title={statusStyles[status].meaning}>
      <StatusLabel status={status} />
    </span>
  )
}

/** The status as a button that explains the word on hover, focus and touch. */
export function StatusHint({ status }: { status: BillStatus }) {
  return (
    <HintButton
      label={`${statusLabels[status]}, what this means`}
      text={statusStyles[status].meaning}
      icon={<StatusLabel status={status} />}
      className={styles.statusHint}
    />
  )
}

/** The status with its explanation always visible. */
export function StatusExplained({ status }: { status: BillStatus }) {
  return (
    <p className={styles.statusExplained}>
      <StatusLabel status={status} />
      <span>{statusStyles[status].meaning}</span>
    </p>
  )
}

function StatusLabel({ status }: { status: BillStatus }) {
  const { Icon, tone } = statusStyles[status]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
      {statusLabels[status]}
    </Badge>
  )
}
