import type { Profile } from '#contract/accounts/accounts.ts'
import { engagementLevels } from '#contract/accounts/memberRoles.ts'

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Reads a profile whose fields may have different spellings. The picture may also be in `profile_picture_url` or in a nested
 * `profile.profilePictureUrl`, and the level in `engagement_level`. Returns null if the response has no member.
 */
export function normalizeProfile(profile: Partial<Profile> | null | undefined): Profile | null {
  if (!profile?.userId || !profile.username) return null
  const other: Record<string, unknown> = { ...profile }
  const nested = isRecord(other.profile) ? other.profile : {}
  const pictures = [profile.profilePictureUrl, other.profile_picture_url, nested.profilePictureUrl]
  const picture = pictures.find((url) => typeof url === 'string' && url !== '')
  const level = engagementLevels.find(
    (name) => name === profile.engagementLevel || name === other.engagement_level,
  )
  return {
    userId: profile.userId,
    username: profile.username,
    fullName: profile.fullName ?? profile.username,
    bio: profile.bio ?? null,
    address: profile.address ?? null,
    profilePictureUrl: typeof picture === 'string' ? picture : null,
    isVerified: profile.isVerified === true,
    engagementLevel: level ?? 'new',
    totalStances: profile.totalStances ?? 0,
    totalComments: profile.totalComments ?? 0,
    totalActivityPoints: profile.totalActivityPoints ?? 0,
    followerCount: profile.followerCount ?? 0,
    followingCount: profile.followingCount ?? 0,
    isFollowing: profile.isFollowing === true,
    followsViewer: profile.followsViewer === true,
    muted: profile.muted ?? null,
    recentStances: profile.recentStances ?? [],
    recentComments: profile.recentComments ?? [],
    followedTopics: profile.followedTopics ?? [],
    followedGroups: profile.followedGroups ?? [],
  }
}
