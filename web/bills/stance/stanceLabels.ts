import type { Stance, StanceCounts } from '../../../contract/rules/stances.ts'

/** "learning" is worded differently on buttons, in menus and (contract/rules/stances.ts) on tags and in running text. */
export const stanceButtonLabels: Record<Stance, string> = {
  support: 'SUPPORT',
  oppose: 'OPPOSE',
  neutral: 'NEUTRAL',
  learning: 'STILL LEARNING',
}

/** The entries of the "Changed my mind" menu. */
export const stanceMenuLabels: Record<Stance, string> = {
  support: 'Support',
  oppose: 'Oppose',
  neutral: 'Neutral',
  learning: 'Unsure',
}

/** A stance as the name of a group of members, in pictures and tables. */
export const stanceNames: Record<Stance, string> = { ...stanceMenuLabels, learning: 'Still learning' }

/** The counts after a member moves from one stance to another. The total counts members, so a change leaves it alone. */
export function countsAfterStance(counts: StanceCounts, previous: Stance | null, next: Stance): StanceCounts {
  const { support_count, oppose_count, neutral_count, learning_count } = counts
  const changed = { support_count, oppose_count, neutral_count, learning_count }
  if (previous === next) return changed
  if (previous) changed[`${previous}_count`] = Math.max(0, changed[`${previous}_count`] - 1)
  changed[`${next}_count`] += 1
  return changed
}
