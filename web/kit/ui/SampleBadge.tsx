import { FlaskConical } from 'lucide-react'
import { Badge } from './Badge.tsx'

/** Marks bundled content that was invented, on the page, on each card and in each dialog. */
export function SampleBadge() {
  return (
    <Badge tone="outline" icon={<FlaskConical aria-hidden="true" />}>
      Sample content
    </Badge>
  )
}
