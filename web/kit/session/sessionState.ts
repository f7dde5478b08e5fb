import { activityPoints, engagementLevel, type EngagementLevel } from '#contract/accounts/memberRoles.ts'
import type { SessionUser } from './sessionUser.ts'

/** The auth state of a tab. */
export type AuthState = {
  user: SessionUser | null
  token: string | null
  isAuthenticated: boolean
  isLoading: boolean
  error: string | null
}

export const initialState: AuthState = {
  user: null,
  token: null,
  isAuthenticated: false,
  isLoading: true,
  error: null,
}

export const loggedOut: AuthState = { ...initialState, isLoading: false }

export type AuthEvent =
  | { type: 'login_start' | 'register_start' }
  | { type: 'login_success' | 'register_success'; user: SessionUser; token: string }
  | { type: 'login_failure' | 'register_failure'; error: string }
  | { type: 'logout' }
  | { type: 'set_loading'; isLoading: boolean }
  | { type: 'clear_error' }
  | { type: 'update_user'; fields: Partial<SessionUser> }
  | { type: 'update_engagement'; engagement_level: EngagementLevel; totalActivityPoints?: number }
  | { type: 'increment_stance_count' }
  | { type: 'increment_comment_count' }

export function authReducer(state: AuthState, event: AuthEvent): AuthState {
  switch (event.type) {
    case 'login_start':
    case 'register_start':
      return { ...state, isLoading: true, error: null }
    case 'login_success':
    case 'register_success':
      return { user: event.user, token: event.token, isAuthenticated: true, isLoading: false, error: null }
    case 'login_failure':
    case 'register_failure':
      return { ...loggedOut, error: event.error }
    case 'logout':
      return loggedOut
    case 'set_loading':
      return { ...state, isLoading: event.isLoading }
    case 'clear_error':
      return { ...state, error: null }
    default:
      return state.user ? { ...state, user: changedUser(state.user, event) } : state
  }
}

type UserEvent = Extract<AuthEvent, { type: `update_${string}` | `increment_${string}` }>

function changedUser(user: SessionUser, event: UserEvent): SessionUser {
  if (event.type === 'update_user') return { ...user, ...event.fields }
  if (event.type === 'update_engagement') {
    const totalActivityPoints = event.totalActivityPoints ?? user.totalActivityPoints
    return { ...user, engagement_level: event.engagement_level, totalActivityPoints }
  }
  return event.type === 'increment_stance_count'
    ? withActivity({ ...user, totalStances: user.totalStances + 1 })
    : withActivity({ ...user, totalComments: user.totalComments + 1 })
}

/** Computes the points and the level from the counts so that the ring of the avatar changes without a reload. */
function withActivity(user: SessionUser): SessionUser {
  const points = activityPoints({
    stances: user.totalStances,
    comments: user.totalComments,
    followers: user.followerCount,
  })
  return { ...user, totalActivityPoints: points, engagement_level: engagementLevel(points) }
}
