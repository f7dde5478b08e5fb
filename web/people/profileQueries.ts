import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getUser, type Profile } from '../../contract/accounts/accounts.ts'
import { getProfileStats, getUserByUsername } from '../../contract/people.ts'
import { ApiError, call, messageOr } from '../kit/api/api.ts'
import type { SessionUser } from '../kit/session/sessionUser.ts'
import { normalizeProfile } from './normalizeProfile.ts'

/** Statistics are fetched again after five minutes, or when the profile is saved. */
export const statsStaleTime = 300_000

const profilesKey = ['profile'] as const

/** Without a username in the address, or with the viewer's own in any case, the profile is the viewer's own. */
export function isOwnProfile(viewer: SessionUser | null, username: string | undefined): boolean {
  return username === undefined || username.toLowerCase() === viewer?.username.toLowerCase()
}

/** A profile, or null if there is no such visible member. A cached profile is shown while it is fetched again. */
export function profileQuery(viewer: SessionUser | null, username: string | undefined) {
  const other = username !== undefined && !isOwnProfile(viewer, username) ? username : null
  return queryOptions({
    queryKey: [...profilesKey, other === null ? 'own' : `member ${other.toLowerCase()}`] as const,
    queryFn: ({ signal }) =>
      other === null ? loadOwnProfile(viewer?.userId, signal) : loadProfile(other, signal),
    staleTime: 0,
  })
}

export async function loadOwnProfile(
  userId: string | undefined,
  signal?: AbortSignal,
): Promise<Profile | null> {
  if (!userId) {
    const serverText = 'User ID required for profile. Please log in again.'
    throw new ApiError({ status: 0, hasResponse: true, serverText })
  }
  return nullIfNotFound(async () => {
    const answer = await call(getUser, { id: userId }, { signal })
    return normalizeProfile(answer.profile ?? answer.user)
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
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** The server's text, or a message for one's own or another profile. */
export function loadFailureMessage(error: unknown, isOwn: boolean): string {
  const fallback = isOwn ? 'Failed to fetch profile' : 'Failed to load user profile'
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

/** Marks every cached profile as stale. Those on the screen are fetched at once. */
export function refetchProfiles(cache: QueryClient) {
  return cache.invalidateQueries({ queryKey: profilesKey })
}

export function stopProfileReads(cache: QueryClient) {
  return cache.cancelQueries({ queryKey: profilesKey })
}

/** Marks a member's statistics as stale. On the screen they stay until the new ones are loaded. */
export function clearStats(cache: QueryClient, userId: string) {
  return cache.invalidateQueries({ queryKey: statsKey(userId) })
}
