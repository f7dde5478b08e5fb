import { statusLabels, statusMeanings, type BillStatus } from '#contract/bills/billContent.ts'
import type { Bill } from '#contract/bills/bills.ts'
import { statusMeaning } from '#contract/bills/progress.ts'
import { t } from '#contract/kit/translate.ts'
import { statusShapes } from '#contract/svgPaths.ts'
import { Badge } from '#web/kit/ui/Badge.tsx'
import styles from './billMeta.module.css'

/** The status of the bill. It has none of the stance colors, because passed is not good and rejected is not bad. */
export function StatusBadge({ status, progress_line }: Pick<Bill, 'status' | 'progress_line'>) {
  return (
    <span title={statusMeaning(status, progress_line)}>
      <StatusLabel status={status} />
    </span>
  )
}

/** The status with a visible explanation: the detail if there is one, or else the meaning of the status. */
export function StatusExplained({ status, detail }: { status: BillStatus; detail?: string | null }) {
  return (
    <p className={styles.statusExplained}>
      <StatusLabel status={status} />
      <span>{detail ?? t(statusMeanings[status])}</span>
    </p>
  )
}

function ShapeIcon({ path }: { path: string }) {
  return (
    <svg
      className="lucide"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={path} />
    </svg>
  )
}

/** The status without an explanation, for controls that explain it themselves. */
export function StatusLabel({ status }: { status: BillStatus }) {
  const { tone, path } = statusShapes[status]
  return (
    <Badge tone={tone} icon={<ShapeIcon path={path} />}>
      {t(statusLabels[status])}
    </Badge>
  )
}
