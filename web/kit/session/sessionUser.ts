import type { User } from '../../../contract/accounts.ts'
import { engagementLevels } from '../../../contract/rules/engagement.ts'

export type SessionUser = User

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One shape for the signed-in user, whatever spelling it came in: `user_id`, `profile_picture_url` and
 * `engagementLevel` are read as well (accounts.md section 3). Null when there is no user in it.
 */
export function normalizeUser(given: unknown): SessionUser | null {
  if (!isRecord(given)) return null
  const text = (...names: string[]): string | null => {
    for (const name of names) {
      const value = given[name]
      if (typeof value === 'string' && value !== '') return value
    }
    return null
  }
  const number = (name: string): number => {
    const value = given[name]
    return typeof value === 'number' && Number.isFinite(value) ? value : 0
  }

  const userId = text('userId', 'user_id')
  if (!userId) return null
  const fullName = text('fullName', 'full_name') ?? ''
  const level = text('engagement_level', 'engagementLevel')
  return {
    userId,
    email: text('email') ?? '',
    username: text('username') ?? '',
    fullName,
    full_name: fullName,
    emailVerified: given.emailVerified === true,
    ocd_city_id: text('ocd_city_id'),
    engagement_level: engagementLevels.find((name) => name === level) ?? 'new',
    accountStatus: given.accountStatus === 'inactive' ? 'inactive' : 'active',
    profilePictureUrl: text('profilePictureUrl', 'profile_picture_url'),
    totalStances: number('totalStances'),
    totalComments: number('totalComments'),
    totalActivityPoints: number('totalActivityPoints'),
    followerCount: number('followerCount'),
    bio: text('bio'),
    address: text('address'),
    pendingEmail: text('pendingEmail'),
  }
}
