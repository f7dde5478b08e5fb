import { t } from '#contract/kit/translate.ts'
import type { BadgeTone } from '#web/kit/ui/Badge.tsx'
import type { Election } from './election.ts'

export const typeNames: Record<Election['type'], string> = {
  general: t('General Election'),
  local: t('Local Election'),
}

export const statusNames: Record<Election['status'], string> = {
  upcoming: t('[election]Upcoming'),
  completed: t('[election]Completed'),
}

/** Returns the color of a status: green for completed, blue for upcoming, and gray for every other status. */
export function statusTone(status: string): BadgeTone {
  if (status === 'completed') {
    return 'done'
  }
  return status === 'upcoming' ? 'next' : 'neutral'
}
