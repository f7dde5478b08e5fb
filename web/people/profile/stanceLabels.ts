import type { Stance } from '#contract/stances.ts'

// The labels of stances in the statistics, in Recent Activity and beside bookmarks.

export const statisticLabels: Record<Stance, string> = {
  support: 'Support',
  oppose: 'Oppose',
  neutral: 'Neutral',
  learning: 'Still Learning',
}

export const activityLabels: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Still Learning',
}

export const bookmarkLabels: Record<Stance, string> = {
  support: 'Supporting',
  oppose: 'Opposing',
  neutral: 'Neutral',
  learning: 'Learning',
}
