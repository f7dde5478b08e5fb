import { FlaskConical } from 'lucide-react'
import { t } from '#contract/kit/translate.ts'
import { Badge } from './Badge.tsx'

/** Marks bundled content that was invented, on the page, on each card and in each dialog. */
export function SampleBadge() {
  return (
    <Badge tone="outline" icon={<FlaskConical aria-hidden="true" />}>
      {t('Sample content')}
    </Badge>
  )
}
