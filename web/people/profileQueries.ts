import { queryOptions, type QueryClient } from '@tanstack/react-query'
import { getUser, type Profile } from '../../contract/accounts.ts'
import { getProfileStats, getUserByUsername } from '../../contract/people.ts'
import { ApiError, call, messageOr } from '../kit/api/api.ts'
import type { SessionUser } from '../kit/session/sessionUser.ts'
import { normalizeProfile } from './normalizeProfile.ts'

/** Statistics are asked for again after five minutes, or once the profile has been saved. */
export const statsKeptFor = 300_000

const profilesKey = ['profile'] as const

/** No name in the address, or one's own in any spelling, is one's own profile. */
export function isOwnProfile(viewer: SessionUser | null, username: string | undefined): boolean {
  return username === undefined || username.toLowerCase() === viewer?.username.toLowerCase()
}

/** A profile; null when there is no such member to be seen. What is held shows at once and is asked for again. */
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
    throw new ApiError({ status: 0, answered: true, serverText })
  }
  return orMissing(async () => {
    const answer = await call(getUser, { id: userId }, { signal })
    return normalizeProfile(answer.profile ?? answer.user)
  })
}

function loadProfile(username: string, signal?: AbortSignal): Promise<Profile | null> {
  return orMissing(async () =>
    normalizeProfile((await call(getUserByUsername, { username }, { signal })).profile),
  )
}

async function orMissing(load: () => Promise<Profile | null>): Promise<Profile | null> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Which words belong to which load (R37). */
export function loadFailureWords(error: unknown, isOwn: boolean): string {
  const fallback = isOwn ? 'Failed to fetch profile' : 'Failed to load user profile'
  return messageOr(error, { answer: fallback, exception: fallback })
}

export function statsQuery(userId: string) {
  return queryOptions({
    queryKey: statsKey(userId),
    queryFn: ({ signal }) => call(getProfileStats, { id: userId }, { signal }),
    staleTime: statsKeptFor,
    gcTime: statsKeptFor,
  })
}

function statsKey(userId: string) {
  return [getProfileStats.path, { id: userId }] as const
}

/** Changes a member's profile wherever it is held. */
export function changeProfile(
  cache: QueryClient,
  userId: string,
  change: (held: Profile) => Partial<Profile>,
) {
  cache.setQueriesData<Profile | null>({ queryKey: profilesKey }, (held) =>
    held?.userId === userId ? { ...held, ...change(held) } : held,
  )
}

/** Every profile that is held is asked for again; those on the screen at once. */
export function refetchProfiles(cache: QueryClient) {
  return cache.invalidateQueries({ queryKey: profilesKey })
}

export function stopProfileReads(cache: QueryClient) {
  return cache.cancelQueries({ queryKey: profilesKey })
}

/** What is held of a member's statistics no longer counts; on the screen it stays until the new ones are there. */
export function clearStats(cache: QueryClient, userId: string) {
  return cache.invalidateQueries({ queryKey: statsKey(userId) })
}
