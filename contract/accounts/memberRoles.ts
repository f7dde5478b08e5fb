/** A member's public role. It is a label that grants no rights. Only operators can set it. */
export const memberTypes = ['elected_official', 'community_leader', 'regular'] as const
export type MemberType = (typeof memberTypes)[number]

/** The roles on the screens for operators. An administrator may do everything that a moderator may do. */
export const operatorRoles = ['moderator', 'administrator'] as const
export type OperatorRole = (typeof operatorRoles)[number]

export const engagementLevels = ['new', 'bronze', 'silver', 'gold'] as const
export type EngagementLevel = (typeof engagementLevels)[number]

const pointsPerStance = 1
const pointsPerComment = 2
const pointsPerFollower = 0.5

/** The minimum points of each level above `new`. */
export const levelThresholds = { bronze: 10, silver: 50, gold: 100 } as const

/** Returns the activity points. They are not rounded before they are compared with a threshold. */
export function activityPoints(totals: { stances: number; comments: number; followers: number }): number {
  return (
    totals.stances * pointsPerStance +
    totals.comments * pointsPerComment +
    totals.followers * pointsPerFollower
  )
}

export function engagementLevel(points: number): EngagementLevel {
  if (points >= levelThresholds.gold) {
    return 'gold'
  }
  if (points >= levelThresholds.silver) {
    return 'silver'
  }
  if (points >= levelThresholds.bronze) {
    return 'bronze'
  }
  return 'new'
}
