import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getUser, type Profile } from '#contract/accounts/accounts.ts'
import { t } from '#contract/kit/translate.ts'
import { getProfileStats, getUserByUsername } from '#contract/people.ts'
import { ApiError, call, messageOr } from '#web/kit/api/api.ts'
import type { SessionUser } from '#web/kit/session/sessionUser.ts'
import { normalizeProfile } from './normalizeProfile.ts'

/** The time in milliseconds after which statistics are fetched again. Saving the profile also fetches them again. */
export const statsStaleTime = 300_000

const profilesKey = ['profile'] as const

/** True if the URL names the viewer's own profile, which is so without a username or with the viewer's username. */
export function isOwnProfile(viewer: SessionUser | null, username: string | undefined): boolean {
  return username === undefined || username.toLowerCase() === viewer?.username.toLowerCase()
}

/**
 * Returns the options of a query that reads a profile. The result is null if the viewer can see no such member. A cached
 * profile is shown while it is fetched again.
 */
export function profileQuery(viewer: SessionUser | null, username: string | undefined) {
  const otherUsername = username !== undefined && !isOwnProfile(viewer, username) ? username : null
  return queryOptions({
    queryKey: [
      ...profilesKey,
      otherUsername === null ? 'own' : `member ${otherUsername.toLowerCase()}`,
    ] as const,
    queryFn: ({ signal }) =>
      otherUsername === null ? loadOwnProfile(viewer?.userId, signal) : loadProfile(otherUsername, signal),
    staleTime: 0,
  })
}

export async function loadOwnProfile(
  userId: string | undefined,
  signal?: AbortSignal,
): Promise<Profile | null> {
  if (!userId) {
    const serverText = t('User ID required for profile. Please log in again.')
    throw new ApiError({ status: 0, hasResponse: true, serverText })
  }
  return nullIfNotFound(async () => {
    const response = await call(getUser, { id: userId }, { signal })
    return normalizeProfile(response.profile ?? response.user)
  })
}

function loadProfile(username: string, signal?: AbortSignal): Promise<Profile | null> {
  return nullIfNotFound(async () =>
    normalizeProfile((await call(getUserByUsername, { username }, { signal })).profile),
  )
}

async function nullIfNotFound(load: () => Promise<Profile | null>): Promise<Profile | null> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) {
      return null
    }
    throw error
  }
}

/** Returns the server's text, or else a message that depends on whose profile it is. */
export function loadFailureMessage(error: unknown, isOwn: boolean): string {
  const fallback = isOwn ? t('Failed to fetch profile') : t('Failed to load user profile')
  return messageOr(error, fallback)
}

export function statsQuery(userId: string) {
  return queryOptions({
    queryKey: statsKey(userId),
    queryFn: ({ signal }) => call(getProfileStats, { id: userId }, { signal }),
    staleTime: statsStaleTime,
    gcTime: statsStaleTime,
  })
}

function statsKey(userId: string) {
  return [getProfileStats.path, { id: userId }] as const
}

/** Changes a member's profile in every cached query. */
export function changeProfile(
  cache: QueryClient,
  userId: string,
  change: (profile: Profile) => Partial<Profile>,
) {
  cache.setQueriesData<Profile | null>({ queryKey: profilesKey }, (profile) =>
    profile?.userId === userId ? { ...profile, ...change(profile) } : profile,
  )
}

/** Marks every cached profile as stale. Profiles on the screen are fetched again at once. */
export function refetchProfiles(cache: QueryClient) {
  return cache.invalidateQueries({ queryKey: profilesKey })
}

export function stopProfileReads(cache: QueryClient) {
  return cache.cancelQueries({ queryKey: profilesKey })
}

/** Marks a member's statistics as stale. If they are on the screen, they are fetched again and stay until then. */
export function refetchStats(cache: QueryClient, userId: string) {
  return cache.invalidateQueries({ queryKey: statsKey(userId) })
}
