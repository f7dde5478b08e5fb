import type { BadgeTone } from '../kit/ui/Badge.tsx'

export const sampleNote = 'Sample data for demonstration'

/** Completed is green, Upcoming blue, whatever else an operator writes is grey. */
export function statusTone(status: string): BadgeTone {
  if (status === 'Completed') return 'done'
  return status === 'Upcoming' ? 'next' : 'neutral'
}
