import { stances, stanceProse, type Stance, type StanceCounts } from '../../../contract/stances.ts'

/** Each of the four words for "learning" has one place (R53): buttons, the tag of a commenter, running text. */
export const stanceButtonWords: Record<Stance, string> = {
  support: 'SUPPORT',
  oppose: 'OPPOSE',
  neutral: 'NEUTRAL',
  learning: 'STILL LEARNING',
}

export const stanceTagWords: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Unsure',
}

/** The entries of the "Changed my mind" menu. */
export const stanceMenuWords: Record<Stance, string> = {
  support: 'Support',
  oppose: 'Oppose',
  neutral: 'Neutral',
  learning: 'Unsure',
}

export function stanceCount(counts: StanceCounts, stance: Stance): number {
  return counts[`${stance}_count`]
}

export function stanceTotal(counts: StanceCounts): number {
  return stances.reduce((sum, stance) => sum + stanceCount(counts, stance), 0)
}

/** All four counts in words, as a screen reader or a sheet of paper gives them. */
export function stancesInWords(counts: StanceCounts, separator = ', '): string {
  return stances
    .map((stance) => `${stanceProse[stance]} ${stanceCount(counts, stance).toLocaleString('en-US')}`)
    .join(separator)
}

/** The counts as they stand once a person's stance moves from one to another; the total counts people, not presses. */
export function countsAfter(counts: StanceCounts, before: Stance | null, after: Stance): StanceCounts {
  const { support_count, oppose_count, neutral_count, learning_count } = counts
  const next = { support_count, oppose_count, neutral_count, learning_count }
  if (before === after) return next
  if (before) next[`${before}_count`] = Math.max(0, next[`${before}_count`] - 1)
  next[`${after}_count`] += 1
  return next
}
