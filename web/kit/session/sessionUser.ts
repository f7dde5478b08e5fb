import { type User, welcomeSteps, type Welcome } from '#contract/accounts/accounts.ts'
import { engagementLevels, operatorRoles } from '#contract/accounts/memberRoles.ts'
import { language } from '#contract/kit/translate.ts'

export type SessionUser = User

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads a user whose fields may have different spellings, such as `user_id`, `profile_picture_url` and `engagementLevel`.
 * Returns null if the value has no user id.
 */
export function normalizeUser(value: unknown): SessionUser | null {
  if (!isRecord(value)) {
    return null
  }
  const text = (...names: string[]): string | null => {
    for (const name of names) {
      const field = value[name]
      if (typeof field === 'string' && field !== '') {
        return field
      }
    }
    return null
  }
  const number = (name: string): number => {
    const field = value[name]
    return typeof field === 'number' && Number.isFinite(field) ? field : 0
  }

  const userId = text('userId', 'user_id')
  if (!userId) {
    return null
  }
  const fullName = text('fullName', 'full_name') ?? ''
  const level = text('engagement_level', 'engagementLevel')
  return {
    userId,
    email: text('email') ?? '',
    username: text('username') ?? '',
    fullName,
    full_name: fullName,
    emailVerified: value.emailVerified === true,
    ocd_city_id: text('ocd_city_id'),
    engagement_level: engagementLevels.find((name) => name === level) ?? 'new',
    accountStatus: value.accountStatus === 'inactive' ? 'inactive' : 'active',
    profilePictureUrl: text('profilePictureUrl', 'profile_picture_url'),
    totalStances: number('totalStances'),
    totalComments: number('totalComments'),
    totalActivityPoints: number('totalActivityPoints'),
    followerCount: number('followerCount'),
    bio: text('bio'),
    address: text('address'),
    pendingEmail: text('pendingEmail'),
    language: text('language') ?? language(),
    isOfficial: value.isOfficial === true,
    isLabelHidden: value.isLabelHidden === true,
    operatorRole: operatorRoles.find((role) => role === value.operatorRole) ?? null,
    welcome: isWelcome(value.welcome) ? value.welcome : null,
  }
}

function isWelcome(value: unknown): value is Welcome {
  return isRecord(value) && welcomeSteps.every((step) => isStepState(value[step]))
}

function isStepState(value: unknown): boolean {
  return value === 'open' || value === 'done' || value === 'skipped'
}
