import type { Profile } from '../../contract/accounts.ts'
import { engagementLevels } from '../../contract/rules/engagement.ts'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * One shape for a profile, whatever spelling it came in: the picture is also read from `profile_picture_url` and a
 * nested `profile.profilePictureUrl`, the level from `engagement_level` (accounts.md section 3). Null without a member.
 */
export function normalizeProfile(given: Partial<Profile> | null | undefined): Profile | null {
  if (!given?.userId || !given.username) return null
  const other: Record<string, unknown> = { ...given }
  const nested = isRecord(other.profile) ? other.profile : {}
  const pictures = [given.profilePictureUrl, other.profile_picture_url, nested.profilePictureUrl]
  const picture = pictures.find((url) => typeof url === 'string' && url !== '')
  const level = engagementLevels.find(
    (name) => name === given.engagementLevel || name === other.engagement_level,
  )
  return {
    userId: given.userId,
    username: given.username,
    fullName: given.fullName ?? given.username,
    bio: given.bio ?? null,
    address: given.address ?? null,
    profilePictureUrl: typeof picture === 'string' ? picture : null,
    isVerified: given.isVerified === true,
    engagementLevel: level ?? 'new',
    totalStances: given.totalStances ?? 0,
    totalComments: given.totalComments ?? 0,
    totalActivityPoints: given.totalActivityPoints ?? 0,
    followerCount: given.followerCount ?? 0,
    followingCount: given.followingCount ?? 0,
    isFollowing: given.isFollowing === true,
    recentStances: given.recentStances ?? [],
    recentComments: given.recentComments ?? [],
    followedTopics: given.followedTopics ?? [],
    followedGroups: given.followedGroups ?? [],
  }
}
