import { t } from '#contract/kit/translate.ts'
import type { Stance, StanceCounts } from '#contract/stances.ts'

/** The label of "learning" differs between buttons, menus, and (see contract/stances.ts) tags and sentences. */
export const stanceButtonLabels: Record<Stance, string> = {
  support: t('SUPPORT'),
  oppose: t('OPPOSE'),
  neutral: t('NEUTRAL'),
  learning: t('STILL LEARNING'),
}

/** The entries of the "Changed my mind" menu. */
export const stanceMenuLabels: Record<Stance, string> = {
  support: t('[stance]Support'),
  oppose: t('[stance]Oppose'),
  neutral: t('Neutral'),
  learning: t('Unsure'),
}

/** The names of the groups of members who have the same stance, for charts and tables. */
export const stanceNames: Record<Stance, string> = { ...stanceMenuLabels, learning: t('Still learning') }

/**
 * Returns the counts after a member takes a stance. A changed stance moves one count, because the total counts members.
 */
export function countsAfterStance(counts: StanceCounts, previous: Stance | null, next: Stance): StanceCounts {
  const { support_count, oppose_count, neutral_count, learning_count } = counts
  const changed = { support_count, oppose_count, neutral_count, learning_count }
  if (previous === next) {
    return changed
  }
  if (previous) {
    changed[`${previous}_count`] = Math.max(0, changed[`${previous}_count`] - 1)
  }
  changed[`${next}_count`] += 1
  return changed
}
