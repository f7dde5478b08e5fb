import { stances, stanceProse, type Stance, type StanceCounts } from '../../../contract/rules/stances.ts'

/** "learning" is worded differently on buttons, on the tag of a comment author, in menus and in running text. */
export const stanceButtonLabels: Record<Stance, string> = {
  support: 'SUPPORT',
  oppose: 'OPPOSE',
  neutral: 'NEUTRAL',
  learning: 'STILL LEARNING',
}

export const stanceTagLabels: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Unsure',
}

/** The entries of the "Changed my mind" menu. */
export const stanceMenuLabels: Record<Stance, string> = {
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

/** All four counts as text, for screen readers and print. */
export function describeStances(counts: StanceCounts, separator = ', '): string {
  return stances
    .map((stance) => `${stanceProse[stance]} ${stanceCount(counts, stance).toLocaleString('en-US')}`)
    .join(separator)
}

/** The counts after a member moves from one stance to another. The total counts members, so a change leaves it alone. */
export function countsAfterStance(counts: StanceCounts, previous: Stance | null, next: Stance): StanceCounts {
  const { support_count, oppose_count, neutral_count, learning_count } = counts
  const changed = { support_count, oppose_count, neutral_count, learning_count }
  if (previous === next) return changed
  if (previous) changed[`${previous}_count`] = Math.max(0, changed[`${previous}_count`] - 1)
  changed[`${next}_count`] += 1
  return changed
}
