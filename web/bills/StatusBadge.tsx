import { Activity, Ban, CircleCheck, FileText, Hourglass, Stamp } from 'lucide-react'
import { statusWords, type BillStatus } from '../../contract/billContent.ts'
import { Badge, type BadgeTone } from '../kit/ui/Badge.tsx'

const looks: Record<BillStatus, { Icon: typeof Ban; tone: BadgeTone; meaning: string }> = {
  introduced: { Icon: FileText, tone: 'neutral', meaning: 'It has been proposed.' },
  pending: { Icon: Hourglass, tone: 'neutral', meaning: 'It waits in a committee.' },
  engrossed: { Icon: Stamp, tone: 'live', meaning: 'One chamber has passed it. The other has not yet.' },
  active: { Icon: Activity, tone: 'live', meaning: 'It is being worked on now.' },
  passed: { Icon: CircleCheck, tone: 'passed', meaning: 'It has passed.' },
  rejected: { Icon: Ban, tone: 'rejected', meaning: 'It was voted down or vetoed.' },
}

/** Where the bill stands. Off the stance colours on purpose: passed is not good and rejected is not bad. */
export function StatusBadge({ status }: { status: BillStatus }) {
  const { Icon, tone, meaning } = looks[status]
  return (
    <span title={meaning}>
      <Badge tone={tone} icon={<Icon aria-hidden="true" />}>
        {statusWords[status]}
      </Badge>
    </span>
  )
}
