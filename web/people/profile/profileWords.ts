import type { Stance } from '../../../contract/stances.ts'

/** The words of a stance in profile statistics and in Recent Activity, and beside a bookmark (R53). */
export const statisticWords: Record<Stance, string> = {
  support: 'Support',
  oppose: 'Oppose',
  neutral: 'Neutral',
  learning: 'Still Learning',
}

export const activityWords: Record<Stance, string> = {
  support: 'Supports',
  oppose: 'Opposes',
  neutral: 'Neutral',
  learning: 'Still Learning',
}

export const bookmarkWords: Record<Stance, string> = {
  support: 'Supporting',
  oppose: 'Opposing',
  neutral: 'Neutral',
  learning: 'Learning',
}
