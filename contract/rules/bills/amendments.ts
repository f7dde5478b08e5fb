import { formatNumber, pluralize } from '#contract/rules/format.ts'

export const amendmentOutcomeIds = [
  'pending',
  'agreed',
  'rejected',
  'withdrawn',
  'ruled_out',
  'other',
] as const
export type AmendmentOutcome = (typeof amendmentOutcomeIds)[number]

/** The words for an outcome. An outcome that fits no other has none, because its latest action says what happened. */
export const amendmentOutcomes: Record<AmendmentOutcome, string | null> = {
  pending: 'Pending',
  agreed: 'Agreed to',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
  ruled_out: 'Ruled out of order',
  other: null,
}

/** Returns, for example, "3 amendments offered, 1 agreed to". */
export function amendmentCounts({ total, agreed }: { total: number; agreed: number }): string {
  return `${pluralize(total, 'amendment')} offered, ${formatNumber(agreed)} agreed to`
}
