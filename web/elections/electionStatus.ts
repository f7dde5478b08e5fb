import { t } from '#contract/kit/translate.ts'
import type { BadgeTone } from '#web/kit/ui/Badge.tsx'

export const sampleNote = t('Sample data for demonstration')

/** Returns the color of a status: green for Completed, blue for Upcoming, and gray for every other status. */
export function statusTone(status: string): BadgeTone {
  if (status === 'Completed') {
    return 'done'
  }
  return status === 'Upcoming' ? 'next' : 'neutral'
}
