import { engagementLevel, levelThresholds, type EngagementLevel } from '../../contract/rules/engagement.ts'

export const levelNames: Record<EngagementLevel, string> = {
  new: 'New',
  bronze: 'Bronze',
  silver: 'Silver',
  gold: 'Gold',
}

/** The bands of the points track, each up to the points where the next level begins. */
export const levelBands = [
  { level: 'new', low: 0, high: levelThresholds.bronze, next: 'bronze' },
  { level: 'bronze', low: levelThresholds.bronze, high: levelThresholds.silver, next: 'silver' },
  { level: 'silver', low: levelThresholds.silver, high: levelThresholds.gold, next: 'gold' },
] as const

/** How much of one band is filled, from 0 to 1. */
export function filledShare(points: number, band: { low: number; high: number }): number {
  return Math.min(1, Math.max(0, (points - band.low) / (band.high - band.low)))
}

/** The level of these points, how far through its band they are (gold is full), and what is left to the next. */
export function levelProgress(points: number) {
  const level = engagementLevel(points)
  const band = levelBands.find((one) => one.level === level)
  if (!band) return { level, progress: 1, next: null, left: 0 }
  return { level, progress: filledShare(points, band), next: band.next, left: band.high - points }
}
