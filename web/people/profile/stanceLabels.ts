import { t } from '#contract/kit/translate.ts'
import type { Stance } from '#contract/stances.ts'

// The labels of stances in the statistics, in Recent Activity and beside bookmarks.

export const statisticLabels: Record<Stance, string> = {
  support: t('[count]Support'),
  oppose: t('[count]Oppose'),
  neutral: t('Neutral'),
  learning: t('Still Learning'),
}

export const activityLabels: Record<Stance, string> = {
  support: t('Supports'),
  oppose: t('Opposes'),
  neutral: t('Neutral'),
  learning: t('Still Learning'),
}

export const bookmarkLabels: Record<Stance, string> = {
  support: t('[bookmark]Supporting'),
  oppose: t('[bookmark]Opposing'),
  neutral: t('Neutral'),
  learning: t('[bookmark]Learning'),
}
