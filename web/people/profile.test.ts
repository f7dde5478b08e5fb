import { describe, expect, test } from 'vitest'
import type { Profile } from '#contract/accounts/accounts.ts'
import type { RefusalCode } from '#contract/kit/refusals.ts'
import { ApiError } from '#web/kit/api/api.ts'
import { checkProfile } from './edit/profileForm.ts'
import { refetchDelay } from './edit/useSaveProfile.ts'
import { followStateFrom } from './follow/followState.ts'
import { followFailureMessage } from './follow/useFollow.ts'
import { filledShare, levelBands, levelProgress } from './levelProgress.ts'
import { normalizeProfile } from './normalizeProfile.ts'
import { checkPicture } from './pictures/PictureControl.tsx'
import { commentScore } from './profile/Statistics.tsx'
import { loadFailureMessage, loadOwnProfile, statsStaleTime } from './profileQueries.ts'

const failureWith = (serverText: string | null) =>
  new ApiError({ status: 409, hasResponse: true, serverText })

describe('a profile whose fields have other spellings', () => {
  const member = { userId: 'u1', username: 'maya' }
  const withMore = (more: object): Partial<Profile> => ({ ...member, ...more })

  // covers ACC-PROFILE-30 ACC-PROFILE-31 ACC-PROFILE-32
  test('still has its picture and its level', () => {
    expect(normalizeProfile(withMore({ profile_picture_url: '/a.webp' }))?.profilePictureUrl).toBe('/a.webp')
    const nested = withMore({ profile: { profilePictureUrl: '/b.webp' } })
    expect(normalizeProfile(nested)?.profilePictureUrl).toBe('/b.webp')
    expect(normalizeProfile(withMore({ engagement_level: 'gold' }))?.engagementLevel).toBe('gold')
  })

  test('gets defaults for missing fields, and is null without a member', () => {
    expect(normalizeProfile(member)).toMatchObject({
      fullName: 'maya',
      profilePictureUrl: null,
      engagementLevel: 'new',
      recentStances: [],
      followedGroups: [],
    })
    expect(normalizeProfile({})).toBeNull()
    expect(normalizeProfile(undefined)).toBeNull()
  })
})

// covers ACC-PROFILE-67
test('without a user id the profile asks the viewer to log in again', async () => {
  const message = await loadOwnProfile(undefined).catch((error: unknown) => loadFailureMessage(error, true))
  expect(message).toBe('User ID required for profile. Please log in again.')
})

// covers ACC-PROFILE-68 ACC-PROFILE-69 ACC-ERRORS-05
test("a failed load shows the server's text, or else a message that depends on whose profile it is", () => {
  const empty = new ApiError({ status: 500, hasResponse: true })
  expect(loadFailureMessage(empty, true)).toBe('Failed to fetch profile')
  expect(loadFailureMessage(empty, false)).toBe('Failed to load user profile')
  const busy = new ApiError({ status: 503, hasResponse: true, serverText: 'Database unavailable' })
  expect(loadFailureMessage(busy, true)).toBe('Database unavailable')
})

describe('Comment Score', () => {
  // covers ACC-STATS-10 ACC-STATS-11 ACC-STATS-12 ACC-STATS-13 ACC-STATS-14 ACC-STATS-15
  test.each([
    [0, 0, 'No votes yet'],
    [4, 0, 'Perfect'],
    [6, 2, 'Well-Received'],
    [5, 2, 'Mixed'],
    [2, 2, 'Mixed'],
    [1, 2, 'Controversial'],
    [0, 1, 'Controversial'],
  ])('%i upvotes and %i downvotes are rated %s', (upvotes, downvotes, rating) => {
    expect(commentScore({ upvotes, downvotes })).toBe(rating)
  })
})

describe('the bar of activity points', () => {
  // covers ACC-ENGAGEMENT-06 ACC-ENGAGEMENT-07 ACC-ENGAGEMENT-08
  test.each([
    [0, 'new', 0, 'bronze', 10],
    [5, 'new', 0.5, 'bronze', 5],
    [10, 'bronze', 0, 'silver', 40],
    [30, 'bronze', 0.5, 'silver', 20],
    [75, 'silver', 0.5, 'gold', 25],
    [99.5, 'silver', 0.99, 'gold', 0.5],
    [100, 'gold', 1, null, 0],
    [450, 'gold', 1, null, 0],
  ])('%d points are in the band of %s', (points, level, progress, nextLevel, pointsLeft) => {
    expect(levelProgress(points)).toEqual({ level, progress, nextLevel, pointsLeft })
  })

  test('fills every band below the level and no band above it', () => {
    expect(levelBands.map((band) => filledShare(75, band))).toEqual([1, 1, 0.5])
    expect(levelBands.map((band) => filledShare(4, band))).toEqual([0.4, 0, 0])
  })
})

describe('the check of a picture before it is sent', () => {
  // covers ACC-PICTURE-14 ACC-PICTURE-15 ACC-PICTURE-16
  test('accepts JPEG, PNG and WebP files up to 5 MB, and no others', () => {
    for (const type of ['image/jpeg', 'image/png', 'image/webp']) {
      expect(checkPicture({ type, size: 5_242_880 })).toBeNull()
    }
    expect(checkPicture({ type: 'image/gif', size: 10 })).toBe(
      'Invalid file type. Only JPEG, PNG, and WebP images are allowed.',
    )
    expect(checkPicture({ type: 'image/png', size: 5_242_881 })).toBe('File too large. Maximum size is 5MB.')
  })
})

describe('the edit form', () => {
  const valid = { fullName: 'Maya Okafor', bio: '', address: '' }

  // covers ACC-PROFILE-58 ACC-PROFILE-59 ACC-PROFILE-60 ACC-CONSTANTS-07
  test('shows an error for each invalid field', () => {
    expect(checkProfile(valid)).toEqual({})
    expect(checkProfile({ ...valid, bio: 'é'.repeat(500), address: '  12 Main St ' })).toEqual({})
    expect(checkProfile({ fullName: ' ', bio: 'é'.repeat(501), address: '1 Main St' })).toEqual({
      fullName: 'Full name is required',
      bio: 'Bio must be less than 500 characters',
      address: 'Address must be at least 10 characters long for voting district verification',
    })
  })
})

const refusal = (code: RefusalCode) => new ApiError({ status: 409, hasResponse: true, code })
const stateFrom = (error: unknown) => followStateFrom(error, 'already_following_user', 'not_following_user')

describe('a refused follow', () => {
  // covers ACC-PROFILE-43 ACC-PROFILE-44
  test('shows whether the viewer already follows', () => {
    expect(stateFrom(refusal('already_following_user'))).toBe(true)
    expect(stateFrom(refusal('not_following_user'))).toBe(false)
    expect(stateFrom(refusal('user_not_found'))).toBeNull()
    expect(stateFrom(new TypeError('x'))).toBeNull()
  })

  // covers ACC-PROFILE-71 ACC-PROFILE-72
  test('shows the reason, or a message to try again', () => {
    expect(followFailureMessage(failureWith('User not found'), true)).toBe(
      'Failed to follow user: User not found',
    )
    expect(followFailureMessage(failureWith('Not now'), false)).toBe('Failed to unfollow user: Not now')
    const cut = new ApiError({ status: 0, hasResponse: false, transportText: 'Network error' })
    for (const error of [failureWith(null), cut]) {
      expect(followFailureMessage(error, true)).toBe('An error occurred. Please try again.')
    }
  })
})

test('statistics stay fresh for five minutes, and a saved profile is fetched again after a tenth of a second', () => {
  expect([statsStaleTime, refetchDelay]).toEqual([300_000, 100])
})
