/**
 * The paths of the app's screens. `:name` stands for one part of a path. The server answers a visitor's request for any other
 * path with 404. A test compares them with the routes of the app (web/app/routes/screens.ts).
 */
const screens = [
  '/',
  '/login',
  '/feed',
  '/dashboard',
  '/elections',
  '/search',
  '/updates',
  '/news',
  '/profile',
  '/profile/:username',
  '/settings',
  '/groups',
  '/groups/:group',
  '/bills/:bill/compare/:from/:to',
  '/votes/:vote',
  '/committees/:committee',
  '/representatives/:representative',
  '/office',
  '/moderation',
  '/moderation/cases/:type/:target',
  '/moderation/cohorts',
  '/moderation/cohorts/:cohort',
  '/administration',
  '/administration/:tab',
  '/reset-password',
  '/verify-email',
  '/not-me',
  '/download-data',
  '/restore-account',
  '/appeal',
]

const patterns = screens.map((screen) => new RegExp(`^${screen.replaceAll(/:\w+/g, '[^/]+')}/?$`, 'i'))

export function isScreenPath(path: string): boolean {
  return patterns.some((pattern) => pattern.test(path))
}
