import { engagementLevel, levelThresholds, type EngagementLevel } from '#contract/accounts/memberRoles.ts'
import { t } from '#contract/kit/translate.ts'

export const levelNames: Record<EngagementLevel, string> = {
  new: t('[level]New'),
  bronze: t('Bronze'),
  silver: t('Silver'),
  gold: t('Gold'),
}

/** The bands of the bar that shows activity points. Each band ends where the next level starts. */
export const levelBands = [
  { level: 'new', low: 0, high: levelThresholds.bronze, next: 'bronze' },
  { level: 'bronze', low: levelThresholds.bronze, high: levelThresholds.silver, next: 'silver' },
  { level: 'silver', low: levelThresholds.silver, high: levelThresholds.gold, next: 'gold' },
] as const

/** Returns the filled share of a band, from 0 to 1. */
export function filledShare(points: number, band: { low: number; high: number }): number {
  return Math.min(1, Math.max(0, (points - band.low) / (band.high - band.low)))
}

/** Returns the level, the progress through its band from 0 to 1 (always 1 for gold), and the points to the next level. */
export function levelProgress(points: number) {
  const level = engagementLevel(points)
  const band = levelBands.find((candidate) => candidate.level === level)
  if (!band) {
    return { level, progress: 1, nextLevel: null, pointsLeft: 0 }
  }
  return {
    level,
    progress: filledShare(points, band),
    nextLevel: band.next,
    pointsLeft: band.high - points,
  }
}
