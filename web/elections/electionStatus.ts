import type { BadgeTone } from '../kit/ui/Badge.tsx'

export const sampleNote = 'Sample data for demonstration'

/** Completed is green, Upcoming is blue, and any other status is gray. */
export function statusTone(status: string): BadgeTone {
  if (status === 'Completed') return 'done'
  return status === 'Upcoming' ? 'next' : 'neutral'
}
