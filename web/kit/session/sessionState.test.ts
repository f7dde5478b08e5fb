import { describe, expect, test } from 'vitest'
import { authReducer, initialState, type AuthState } from './sessionState.ts'
import { normalizeUser, type SessionUser } from './sessionUser.ts'

function userWith(more: Record<string, unknown> = {}): SessionUser {
  const user = normalizeUser({ userId: 'u1', username: 'maya', fullName: 'Maya Okafor', ...more })
  if (!user) throw new Error('no user')
  return user
}

const signedIn: AuthState = {
  user: userWith({ totalStances: 4, totalComments: 2, followerCount: 1 }),
  token: 'secret',
  isAuthenticated: true,
  isLoading: false,
  error: null,
}

describe('the auth state', () => {
  // covers ACC-SESSION-10 ACC-SESSION-11
  test('starts loading, without a user and without an error', () => {
    expect(initialState).toEqual({
      user: null,
      token: null,
      isAuthenticated: false,
      isLoading: true,
      error: null,
    })
  })

  // covers ACC-SESSION-12 ACC-SESSION-13 ACC-SESSION-14 ACC-SESSION-15
  test.each(['login_start', 'register_start'] as const)(
    '%s sets loading and clears the last error',
    (type) => {
      const before: AuthState = { ...initialState, isLoading: false, error: 'Invalid email or password' }
      expect(authReducer(before, { type })).toEqual({ ...before, isLoading: true, error: null })
    },
  )

  // covers ACC-SESSION-16 ACC-SESSION-17 ACC-SESSION-18
  test.each(['login_success', 'register_success'] as const)('%s stores the user and the token', (type) => {
    const user = userWith()
    expect(authReducer(initialState, { type, user, token: 'secret' })).toEqual({
      user,
      token: 'secret',
      isAuthenticated: true,
      isLoading: false,
      error: null,
    })
  })

  // covers ACC-SESSION-19 ACC-SESSION-20
  test.each(['login_failure', 'register_failure'] as const)(
    '%s removes the user and stores the error',
    (type) => {
      expect(authReducer(signedIn, { type, error: 'Login failed' })).toEqual({
        user: null,
        token: null,
        isAuthenticated: false,
        isLoading: false,
        error: 'Login failed',
      })
    },
  )

  // covers ACC-SESSION-21
  test('logout clears everything', () => {
    expect(authReducer({ ...signedIn, error: 'x' }, { type: 'logout' })).toEqual({
      user: null,
      token: null,
      isAuthenticated: false,
      isLoading: false,
      error: null,
    })
  })

  // covers ACC-SESSION-22
  test('loading can be set and reset', () => {
    expect(authReducer(signedIn, { type: 'set_loading', isLoading: true }).isLoading).toBe(true)
    expect(authReducer(initialState, { type: 'set_loading', isLoading: false }).isLoading).toBe(false)
  })

  // covers ACC-SESSION-23
  test('clearing the error changes nothing else', () => {
    expect(authReducer({ ...signedIn, error: 'x' }, { type: 'clear_error' })).toEqual(signedIn)
  })

  // covers ACC-SESSION-24
  test('an update changes fields of the user, and does nothing without a user', () => {
    const after = authReducer(signedIn, {
      type: 'update_user',
      fields: { bio: 'Hello', emailVerified: true },
    })
    expect(after.user).toEqual({ ...signedIn.user, bio: 'Hello', emailVerified: true })
    expect(authReducer(initialState, { type: 'update_user', fields: { bio: 'x' } })).toEqual(initialState)
  })

  // covers ACC-SESSION-25
  test('an update of the engagement changes level and points', () => {
    const after = authReducer(signedIn, {
      type: 'update_engagement',
      engagement_level: 'gold',
      totalActivityPoints: 120,
    })
    expect(after.user).toMatchObject({ engagement_level: 'gold', totalActivityPoints: 120, username: 'maya' })
  })

  // covers ACC-SESSION-26 ACC-SESSION-27
  test('a stance and a comment raise the counts and the points, and 10 points raise the level', () => {
    const stance = authReducer(signedIn, { type: 'increment_stance_count' })
    expect(stance.user).toMatchObject({ totalStances: 5, totalComments: 2, engagement_level: 'new' })
    expect(stance.user?.totalActivityPoints).toBe(9.5)
    const comment = authReducer(stance, { type: 'increment_comment_count' })
    expect(comment.user).toMatchObject({ totalStances: 5, totalComments: 3, engagement_level: 'bronze' })
    expect(comment.user?.totalActivityPoints).toBe(11.5)
  })
})

describe('normalizeUser', () => {
  // covers ACC-SESSION-04 ACC-SESSION-05 ACC-SESSION-06
  test('accepts other spellings of the id, the picture and the level', () => {
    const user = normalizeUser({ user_id: 'u7', profile_picture_url: '/p.webp', engagementLevel: 'silver' })
    expect(user).toMatchObject({ userId: 'u7', profilePictureUrl: '/p.webp', engagement_level: 'silver' })
  })

  test('prefers the usual spelling', () => {
    const user = normalizeUser({
      userId: 'a',
      user_id: 'b',
      engagement_level: 'gold',
      engagementLevel: 'new',
    })
    expect(user).toMatchObject({ userId: 'a', engagement_level: 'gold' })
  })

  test.each([null, undefined, 'maya', 7, [], {}, { userId: '' }])('returns null for %j', (value) => {
    expect(normalizeUser(value)).toBeNull()
  })

  test('replaces invalid fields with their defaults', () => {
    const user = normalizeUser({ userId: 'u1', totalStances: 'many', engagement_level: 'platinum', bio: 5 })
    expect(user).toMatchObject({
      totalStances: 0,
      engagement_level: 'new',
      bio: null,
      accountStatus: 'active',
    })
  })
})
